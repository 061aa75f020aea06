/** Checkouts and the sandbox's card page, used as a browser would. */
import { eq, sql } from 'drizzle-orm'
import type { EventMap, EventName } from '../../src/events.ts'
import { openCheckout, refundPayment, settlePayment } from '../../src/features/payments/index.ts'
import { type Payment, payments } from '../../src/features/payments/tables.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
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
  /** Opens the same checkout again. */
  again(): Promise<{ paymentId: number; checkoutUrl: string }>
}

/** Higher than the ids of real requests. */
let nextRequestId = 900_000

type CheckoutOverrides = { payer?: TestUser; payee?: TestUser; amountCents?: number; feeCents?: number }

/**
 * An open checkout of a family for a caregiver. Its request is only a number, because payments do not know
 * requests.
 */
export async function makeCheckout(app: TestApp, overrides: CheckoutOverrides = {}): Promise<TestCheckout> {
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

/** A checkout that is paid and captured, but not settled. */
export async function makeCapturedPayment(
  app: TestApp,
  { card, ...overrides }: CheckoutOverrides & { card?: string } = {},
): Promise<TestCheckout> {
  const checkout = await makeCheckout(app, overrides)
  const { status } = await payFor(app, checkout.checkoutUrl, card)
  if (status !== 303) throw new Error(`The card page answered ${status}`)
  await app.drain()
  return checkout
}

export function settle(app: TestApp, paymentId: number): Promise<void> {
  return withTransaction(app.deps.database, (transaction) => settlePayment(transaction, app.deps, paymentId))
}

/** Refunds a captured payment in full; `drain` sends the money back. */
export function refund(app: TestApp, paymentId: number): Promise<void> {
  return withTransaction(app.deps.database, (transaction) =>
    refundPayment(transaction, app.deps, paymentId, 'Another family was first'),
  )
}

export async function getPayment(app: TestApp, id: number): Promise<Payment> {
  const [payment] = await app.deps.database.select().from(payments).where(eq(payments.id, id))
  if (!payment) throw new Error(`There is no payment ${id}`)
  return payment
}

export async function getPaymentState(app: TestApp, id: number): Promise<Payment['status']> {
  return (await getPayment(app, id)).status
}

export type CaughtEvent = EventMap['payment.captured'] & { name: EventName }

/** Events whose subscribers run all the same. */
const DELIVERED = new Set<EventName>([
  'provider.object-changed',
  'payout.requested',
  'payout.paid',
  'payout.returned',
  'bank-details.changed',
  'account.change-disowned',
])

/**
 * Keeps every event except `provider.object-changed` from its subscribers, so that payments are tested alone.
 * Call it once per app, at its start.
 * @returns the events of payments; one appears here once it is committed and drained
 */
export function catchEvents(app: TestApp): CaughtEvent[] {
  const { jobs } = app.deps
  const caught: CaughtEvent[] = []
  jobs.handle<CaughtEvent>('test.event', async (event) => {
    if (event.name.startsWith('payment.')) caught.push(event)
  })
  const { publish } = jobs
  jobs.publish = (transaction, name, payload) =>
    DELIVERED.has(name)
      ? publish(transaction, name, payload)
      : jobs.add(transaction, 'test.event', { name, ...payload })
  return caught
}

/** The names of a payment's events. */
export function listEventNames(events: readonly CaughtEvent[], paymentId: number): EventName[] {
  return events.filter((event) => event.paymentId === paymentId).map(({ name }) => name)
}

/** A webhook of a sandbox. */
export type SandboxEvent = { id: string; type: string }

/**
 * Copies the webhooks that a sandbox sends. Call it once per app, at its start.
 * @param job the job that delivers them; by default that of the payment sandbox
 * @returns the webhooks, in the order in which the sandbox made them; delivered or lost, they stay here
 */
export function copyWebhooks({ deps: { jobs } }: TestApp, job = 'sandbox.deliver'): SandboxEvent[] {
  const copies: SandboxEvent[] = []
  const { add } = jobs
  jobs.add = async (transaction, name, payload, options) => {
    if (name === job) copies.push((payload as { event: SandboxEvent }).event)
    await add(transaction, name, payload, options)
  }
  return copies
}

/** Deletes the webhooks that are not delivered yet. @returns how many */
export async function loseWebhooks(app: TestApp): Promise<number> {
  const { rowCount } = await app.deps.database.execute(sql`
    DELETE FROM graphile_worker._private_jobs AS job USING graphile_worker._private_tasks AS task
    WHERE job.task_id = task.id AND task.identifier = 'sandbox.deliver'`)
  return rowCount ?? 0
}
