/** The product with each payment provider, and what people and banks do at the provider. */
import { releasePayment, settlePayment } from '../../src/features/payments/index.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import { setModes } from '../../src/ports/payments/sandbox/modes.ts'
import { sandboxAccounts, sandboxSessions } from '../../src/ports/payments/tables.ts'
import { type TestApp, testApp } from '../app.ts'
import { getSandboxBalance } from '../consistency.ts'
import {
  type CardRefunds,
  CONNECT_SECRET,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from '../stripe/stand-in.ts'
import { makeUser, type TestUser } from './accounts.ts'
import { catchEvents, DECLINED_CARD, GOOD_CARD, makeCheckout, payFor } from './payments.ts'

const CARDS = { 'at once': GOOD_CARD, later: '4000000000007726', never: '4000000000005126' }

/** The provider's payment page, onboarding page and bank. */
export type Provider = {
  name: string
  app: TestApp
  pay(checkoutUrl: string, refunds?: CardRefunds, cardName?: string): Promise<void>
  decline(checkoutUrl: string): Promise<void>
  /** Enters a bank account, by default the one that payouts reach. */
  onboard(url: string, account?: string): Promise<void>
  /** Ends all pending payouts with this outcome. */
  endPayouts(outcome: 'paid' | 'failed' | 'canceled'): Promise<void>
  /** Completes the slow refunds, and bounces those of cards whose refunds fail. */
  endRefunds(): Promise<void>
  /** Refunds to all cards succeed from now on. */
  fixCards(): Promise<void>
  /** The next call of this kind is refused. */
  refuse(call: 'refund' | 'transfer' | 'payOut'): Promise<void>
  allow(): Promise<void>
  /** Delivers the provider's events and runs the jobs that follow. */
  deliverEvents(): Promise<void>
  /** What the provider holds, connected accounts included, in cents. */
  getHeldCents(): Promise<number>
  close(): Promise<void>
}

export const PROVIDERS = { sandbox: openSandbox, stripe: openStripe }

const BANK_ACCOUNT = '000123456789'

/** By default payments are alone: their events reach no other slice. */
type Options = { isAlone?: boolean }

async function openSandbox(
  settings: Record<string, string> = {},
  { isAlone = true }: Options = {},
): Promise<Provider> {
  const app = await testApp(settings)
  if (isAlone) catchEvents(app)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const commitModes = (modes: Parameters<typeof setModes>[1]) =>
    withTransaction(app.deps.database, (transaction) => setModes(transaction, modes))
  return {
    name: 'sandbox',
    app,
    async pay(url, refunds = 'at once', cardName) {
      await payFor(app, url, CARDS[refunds], cardName ? { name: cardName } : {})
    },
    async decline(url) {
      await payFor(app, url, DECLINED_CARD)
    },
    async onboard(url, account = BANK_ACCOUNT) {
      const bank = { holder: 'A Caregiver', routing: '110000000', account }
      await app.visitor.post(new URL(url).pathname, new URLSearchParams(bank).toString(), form)
    },
    async endPayouts(outcome) {
      const behaviors = { paid: 'arrive', failed: 'fail', canceled: 'are canceled' } as const
      await app.deps.database.update(sandboxAccounts).set({ payouts: behaviors[outcome] })
      await app.advance(2)
    },
    endRefunds: () => app.advance(2),
    async fixCards() {
      await app.deps.database.update(sandboxSessions).set({ refunds: 'at once' })
    },
    refuse: (call) => commitModes({ refuses: [call] }),
    allow: () => commitModes({}),
    deliverEvents: () => app.drain(),
    getHeldCents: () => getSandboxBalance(app),
    close: () => app.close(),
  }
}

/** The product with Stripe's adapter and a stand-in for Stripe's API. */
export async function openStripe(
  settings: Record<string, string> = {},
  { isAlone = true }: Options = {},
): Promise<Provider & { stripe: StripeStandIn }> {
  const stripe = await startStripe()
  const app = await testApp({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET}, ${CONNECT_SECRET}`,
    STRIPE_API_BASE: stripe.url,
    ...settings,
  })
  if (isAlone) catchEvents(app)
  const deliverEvents = async () => {
    for (const { body, signature } of stripe.takeEvents()) {
      const { status } = await app.visitor.post('/api/payments/webhooks/stripe/', body, {
        'stripe-signature': signature,
      })
      if (status !== 200) throw new Error(`A webhook was answered with ${status}`)
    }
    await app.drain()
  }
  const endAll = (object: string, end: (id: string) => void) => {
    for (const thing of stripe.things.values()) {
      if (thing.object === object && thing.status === 'pending') end(thing.id)
    }
  }
  return {
    name: 'stripe',
    app,
    stripe,
    pay: async (url, refunds, cardName) => stripe.pay(url, refunds, cardName),
    decline: async (url) => stripe.decline(url, 'Your card was declined.'),
    onboard: async (url, account = BANK_ACCOUNT) => stripe.submitDetails(url, account),
    async endPayouts(outcome) {
      endAll('payout', (id) => stripe.endPayout(id, outcome))
      await deliverEvents()
    },
    async endRefunds() {
      endAll('refund', (id) => stripe.endRefund(id, 'succeeded'))
      for (const { object, status, id, payment_intent: intent } of stripe.things.values()) {
        const isUnreachable = object === 'refund' && stripe.things.get(intent)?.refunds === 'never'
        if (isUnreachable && status === 'succeeded') stripe.endRefund(id, 'failed')
      }
      await deliverEvents()
    },
    async fixCards() {
      for (const thing of stripe.things.values()) if (thing.refunds) thing.refunds = 'at once'
    },
    refuse: async (call) =>
      stripe.injectFaults(
        { refund: 'refund.create', transfer: 'transfer.create', payOut: 'payout.create' }[call],
        'refused',
      ),
    allow: async () => {},
    deliverEvents,
    getHeldCents: async () => [...stripe.balances.values()].reduce((sum, cents) => sum + cents, 0),
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}

/** Pays a caregiver, by default as a family of its own, and releases the money. @returns the payment's id */
export async function earn(
  provider: Provider,
  payee: TestUser,
  amountCents: number,
  payer?: TestUser,
): Promise<number> {
  const { app } = provider
  const { checkoutUrl, paymentId, requestId } = await makeCheckout(app, {
    payee,
    amountCents,
    ...(payer && { payer }),
  })
  await provider.pay(checkoutUrl)
  await provider.deliverEvents()
  await withTransaction(app.deps.database, async (transaction) => {
    await settlePayment(transaction, app.deps, paymentId)
    await releasePayment(transaction, app.deps, requestId, app.deps.clock.now())
  })
  return paymentId
}

/** A caregiver who has set up payouts and has this much available. */
export async function makeEarner(provider: Provider, amountCents: number): Promise<TestUser> {
  const caregiver = await makeUser(provider.app, { role: 'caregiver' })
  const { body } = await caregiver.client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url)
  await provider.deliverEvents()
  await earn(provider, caregiver, amountCents)
  return caregiver
}
