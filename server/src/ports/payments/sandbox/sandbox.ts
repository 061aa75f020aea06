/**
 * The sandbox: a payment provider for development. It runs in this process, but has its own tables and card
 * page, and reports payments only by signed webhooks over HTTP, as a real provider does.
 * @see docs/rules/money.md#sandbox
 */
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  type CheckoutState,
  type PaymentProvider,
  type PayoutProvider,
  type ProviderMovement,
  ProviderRefusal,
} from '../port.ts'
import { getFingerprint } from './banks.ts'
import {
  completePayouts,
  findAccount,
  findPayout,
  insertAccount,
  insertPayout,
  insertTransfer,
  linkAccount,
  reverseTransfer,
} from './connect.ts'
import { completeSlowRefunds, findRefund, insertRefund } from './refunds.ts'
import {
  expireSession,
  findSession,
  insertSession,
  listMovementsBetween,
  listOverdueSessions,
  type Session,
} from './store.ts'
import { deliverEvent, readSandboxEvent } from './webhooks.ts'

export { sandboxRoutes } from './routes.ts'

type SandboxDeps = Pick<Deps, 'database' | 'clock' | 'jobs' | 'secrets' | 'publicUrl'>

export function createSandbox(deps: SandboxDeps): PaymentProvider {
  const { database, clock } = deps
  const getState = async (sessionId: string) => {
    const session = await findSession(database, sessionId)
    if (!session) throw notFound(`The sandbox has no session ${sessionId}`)
    return toCheckoutState(session, clock.now())
  }
  return {
    name: 'sandbox',
    async createCheckout(order, idempotencyKey) {
      const session = await withTransaction(database, (transaction) =>
        insertSession(transaction, order, idempotencyKey, clock.now()),
      )
      return { id: session.id, url: `${deps.publicUrl()}/sandbox/checkout/${session.id}` }
    },
    checkoutState: getState,
    async expireCheckout(sessionId) {
      await withTransaction(database, (transaction) => expireSession(transaction, deps, sessionId))
      return getState(sessionId)
    },
    refund: ({ paymentIntentId, amountCents }, { key, isOnlyLookedUp = false }) =>
      withTransaction(database, (transaction) =>
        insertRefund(transaction, deps, {
          paymentIntentId,
          amountCents,
          idempotencyKey: key,
          isOnlyLookedUp,
        }),
      ),
    async refundState(refundId) {
      const refund = await findRefund(database, refundId)
      if (!refund) throw notFound(`The sandbox has no refund ${refundId}`)
      return refund
    },
    // Nobody's bank takes a sandbox payment back.
    chargebackState: async (id) => {
      throw new ProviderRefusal(`No such dispute: '${id}'`, 'resource_missing')
    },
    ...createConnect(deps),
    readEvent: (rawBody, headers) => readSandboxEvent(deps, rawBody, headers),
  }
}

function createConnect(deps: SandboxDeps): PayoutProvider & Pick<PaymentProvider, 'movements'> {
  const { database, clock } = deps
  return {
    createAccount: ({ email }, idempotencyKey) =>
      withTransaction(database, (transaction) =>
        insertAccount(transaction, { email, idempotencyKey, createdAt: clock.now() }),
      ),
    async onboardingLink(accountId, urls) {
      const token = await withTransaction(database, (transaction) =>
        linkAccount(transaction, accountId, urls, clock.now()),
      )
      if (!token) throw notFound(`The sandbox has no account ${accountId}`)
      return `${deps.publicUrl()}/sandbox/onboarding/${token}`
    },
    async accountState(accountId) {
      const account = await findAccount(database, accountId)
      if (!account) throw notFound(`The sandbox has no account ${accountId}`)
      const { detailsSubmitted, bankLast4 } = account
      const bank = bankLast4 ? { fingerprint: getFingerprint(accountId, bankLast4), last4: bankLast4 } : null
      return { detailsSubmitted, payoutsEnabled: detailsSubmitted, bank }
    },
    transfer: (order, { key }) =>
      withTransaction(database, (transaction) => insertTransfer(transaction, deps, order, key)),
    payOut: (order, { key }) =>
      withTransaction(database, (transaction) => insertPayout(transaction, deps, order, key)),
    async payoutState(_accountId, payoutId) {
      const payout = await findPayout(database, payoutId)
      if (!payout) throw notFound(`The sandbox has no payout ${payoutId}`)
      return payout
    },
    reverseTransfer: (transferId) =>
      withTransaction(database, (transaction) => reverseTransfer(transaction, deps, transferId)),
    movements: (span) => listMovements(deps, span),
  }
}

const KINDS: Record<string, ProviderMovement['kind']> = {
  ch: 'charge',
  re: 'refund',
  tr: 'transfer',
  trr: 'reversal',
}

/**
 * The movements of the platform's own balance. Of their references only those of failed refunds have a
 * suffix.
 */
async function* listMovements(
  { database }: SandboxDeps,
  span: { from: Date; until: Date },
): AsyncIterable<ProviderMovement> {
  for (let last = 0; ; ) {
    const some = await listMovementsBetween(database, span, last)
    for (const { reference, amountCents, createdAt } of some) {
      const [object = '', suffix] = reference.split(':')
      const kind = suffix ? 'refund_failure' : (KINDS[object.split('_')[0] ?? ''] ?? 'other')
      yield { kind, reference: object, amountCents, createdAt }
    }
    const end = some.at(-1)
    if (!end) return
    last = end.id
  }
}

/** An open session counts as expired when its time is over, even before its row says so. */
function toCheckoutState(session: Session, now: Date): CheckoutState {
  const isOverdue = session.status === 'open' && session.expiresAt <= now
  return {
    sessionId: session.id,
    status: isOverdue ? 'expired' : session.status,
    amountCents: session.amountCents,
    paymentIntentId: session.paymentIntentId,
    chargeId: session.chargeId,
    cardName: session.cardName,
    lastDecline: session.lastDecline,
  }
}

export function sandboxJobs(deps: Deps): void {
  deps.jobs.handle<{ eventId: string; copy: number }>('sandbox.deliver', ({ eventId, copy }) =>
    deliverEvent(deps, eventId, copy),
  )
  deps.jobs.everyMinutes(1, 'sandbox.end', () =>
    withTransaction(deps.database, async (transaction) => {
      await completeSlowRefunds(transaction, deps)
      await completePayouts(transaction, deps)
    }),
  )
  deps.jobs.everyMinutes(1, 'sandbox.expire', async () => {
    for (const id of await listOverdueSessions(deps.database, deps.clock.now())) {
      await withTransaction(deps.database, (transaction) => expireSession(transaction, deps, id))
    }
  })
}
