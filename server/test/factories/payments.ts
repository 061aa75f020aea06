/** Checkouts and the sandbox's card page, used as a browser would. */
import { sql } from 'drizzle-orm'
import { openCheckout, type PaymentEvent } from '../../src/features/payments/index.ts'
import type { Answer, TestApp } from '../app.ts'
import { makeUser, type TestUser } from './accounts.ts'

export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const EMPTY_CARD = '4000000000009995'

/** Sends the card page's form, as its Pay button does; a 303 leads back to the product. */
export async function payFor(
  app: TestApp,
  checkoutUrl: string,
  card = GOOD_CARD,
  overrides: Record<string, string> = {},
): Promise<Answer> {
  const form = { card_number: card, expiry: '12 / 99', cvc: '123', name: 'A Family', ...overrides }
  return app.visitor.post(new URL(checkoutUrl).pathname, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

export type TestCheckout = {
  payer: TestUser
  payee: TestUser
  requestId: number
  amountCents: number
  paymentId: number
  checkoutUrl: string
  /** Asks for the same checkout once more. */
  again(): Promise<{ paymentId: number; checkoutUrl: string }>
}

/** Far from any request that a test may make in earnest. */
let nextRequestId = 900_000

/** An open checkout of a family for a caregiver; its request is a number alone, as payments know it. */
export async function makeCheckout(
  app: TestApp,
  overrides: { payer?: TestUser; payee?: TestUser; amountCents?: number; feeCents?: number } = {},
): Promise<TestCheckout> {
  const payer = overrides.payer ?? (await makeUser(app, { role: 'caretaker' }))
  const payee = overrides.payee ?? (await makeUser(app, { role: 'caregiver' }))
  nextRequestId += 1
  const terms = {
    requestId: nextRequestId,
    payerId: payer.id,
    payeeId: payee.id,
    amountCents: overrides.amountCents ?? 22_000,
    feeCents: overrides.feeCents ?? 0,
    description: `Care by ${payee.fullName}`,
  }
  const again = () => openCheckout(app.deps, terms)
  return {
    payer,
    payee,
    requestId: terms.requestId,
    amountCents: terms.amountCents,
    ...(await again()),
    again,
  }
}

/**
 * Takes all events but the provider's own from their subscribers and gives those of payments, once committed and drained, to the test:
 * so that payments are tested without what others make of their events. Call it once an app, at its start.
 */
export function catchEvents(app: TestApp): PaymentEvent[] {
  const { jobs } = app.deps
  const caught: PaymentEvent[] = []
  jobs.handle<PaymentEvent>('test.event', async (event) => {
    if (event.type.startsWith('payment.')) caught.push(event)
  })
  const { publish } = jobs
  jobs.publish = (transaction, event) =>
    event.type === 'provider.told' ? publish(transaction, event) : jobs.add(transaction, 'test.event', event)
  return caught
}

/** Loses the webhooks that are on their way. @returns how many */
export async function loseWebhooks(app: TestApp): Promise<number> {
  const { rowCount } = await app.deps.database.execute(sql`
    DELETE FROM graphile_worker._private_jobs AS job USING graphile_worker._private_tasks AS task
    WHERE job.task_id = task.id AND task.identifier = 'sandbox.deliver'`)
  return rowCount ?? 0
}
