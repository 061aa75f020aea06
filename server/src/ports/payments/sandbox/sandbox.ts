/**
 * The sandbox: a payment provider for development. It runs in this process, but has its own tables and card
 * page, and reports payments only by signed webhooks over HTTP, as a real provider does.
 * @see docs/rules/money.md#sandbox
 */
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { requireSandboxSignature, sendSandboxWebhook, type WebhookTarget } from '../../sandbox/webhooks.ts'
import { readEnvelope } from '../event-envelope.ts'
import {
  type CheckoutState,
  type PaymentProvider,
  type PayoutProvider,
  type ProviderMovement,
  ProviderRefusal,
} from '../port.ts'
import type { sandboxMovements } from '../tables.ts'
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
  expireOverdueSessions,
  expireSession,
  findSession,
  insertSession,
  listOwnMovements,
  type Session,
} from './store.ts'

export { sandboxRoutes } from './routes.ts'

type SandboxDeps = Pick<Deps, 'database' | 'clock' | 'jobs' | 'secrets' | 'publicUrl'>

const WEBHOOKS: WebhookTarget = {
  path: '/api/payments/webhooks/sandbox/',
  secretName: 'sandbox-webhook',
}

/**
 * @param subject the kind and id of the row, such as `session cs_test_…`.
 * @throws AppError 404 if it is null
 */
function requireFound<Row>(row: Row | null, subject: string): Row {
  if (row === null) throw notFound(`The sandbox has no ${subject}`)
  return row
}

export function createSandbox(deps: SandboxDeps): PaymentProvider {
  const { database, clock } = deps
  const commit = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    withTransaction(database, work)
  const checkoutState = async (id: string) =>
    toCheckoutState(requireFound(await findSession(database, id), `session ${id}`), clock.now())
  return {
    name: 'sandbox',
    async createCheckout(order, key) {
      const { id } = await commit((transaction) => insertSession(transaction, order, key, clock.now()))
      return { id, url: `${deps.publicUrl()}/sandbox/checkout/${id}` }
    },
    checkoutState,
    async expireCheckout(id) {
      await commit((transaction) => expireSession(transaction, deps, id))
      return checkoutState(id)
    },
    refund: (order, attempt) => commit((transaction) => insertRefund(transaction, deps, order, attempt)),
    refundState: async (id) => requireFound(await findRefund(database, id), `refund ${id}`),
    // Nobody's bank takes a sandbox payment back.
    chargebackState: async (id) => {
      throw new ProviderRefusal(`No such dispute: '${id}'`, 'resource_missing')
    },
    ...createConnect(deps, commit),
    async *movements(span) {
      for (const movement of await listOwnMovements(database, span)) yield toProviderMovement(movement)
    },
    readEvent(rawBody, headers) {
      requireSandboxSignature(deps, WEBHOOKS, rawBody, headers)
      return readEnvelope(rawBody)
    },
  }
}

/** The part of the sandbox that is about caregivers' accounts. */
function createConnect(
  deps: SandboxDeps,
  commit: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>,
): PayoutProvider {
  const { database, clock } = deps
  return {
    createAccount: ({ email }, idempotencyKey) =>
      commit((transaction) => insertAccount(transaction, { email, idempotencyKey, createdAt: clock.now() })),
    async onboardingLink(id, urls) {
      const token = await commit((transaction) => linkAccount(transaction, id, urls, clock.now()))
      return `${deps.publicUrl()}/sandbox/onboarding/${requireFound(token, `account ${id}`)}`
    },
    async accountState(id) {
      const account = requireFound(await findAccount(database, id), `account ${id}`)
      const { detailsSubmitted, bankLast4: last4 } = account
      const bank = last4 ? { fingerprint: getFingerprint(id, last4), last4 } : null
      return { detailsSubmitted, payoutsEnabled: detailsSubmitted, bank }
    },
    transfer: (order, { key }) => commit((transaction) => insertTransfer(transaction, deps, order, key)),
    payOut: (order, { key }) => commit((transaction) => insertPayout(transaction, deps, order, key)),
    payoutState: async (_accountId, id) => requireFound(await findPayout(database, id), `payout ${id}`),
    reverseTransfer: (id) => commit((transaction) => reverseTransfer(transaction, deps, id)),
  }
}

/** The kind of a movement of our balance, by the prefix of its reference. */
const MOVEMENT_KINDS: Record<string, ProviderMovement['kind']> = {
  ch: 'charge',
  re: 'refund',
  tr: 'transfer',
  trr: 'reversal',
}

/**
 * Among the movements of our balance, only that of a failed refund has a reference with a suffix, `:failure`.
 */
function toProviderMovement(movement: typeof sandboxMovements.$inferSelect): ProviderMovement {
  const { amountCents, createdAt } = movement
  const [reference = '', suffix] = movement.reference.split(':')
  const kind = suffix ? 'refund_failure' : (MOVEMENT_KINDS[reference.split('_')[0] ?? ''] ?? 'other')
  return { kind, reference, amountCents, createdAt }
}

/** An open session counts as expired when its time is over, even before its row says so. */
function toCheckoutState(session: Session, now: Date): CheckoutState {
  const { id, status, amountCents, paymentIntentId, chargeId, cardName, lastDecline } = session
  const isOverdue = status === 'open' && session.expiresAt <= now
  return {
    sessionId: id,
    status: isOverdue ? 'expired' : status,
    amountCents,
    paymentIntentId,
    chargeId,
    cardName,
    lastDecline,
  }
}

/** Delivers the webhooks, and completes each minute what is due: refunds, payouts, sessions. */
export function sandboxJobs(deps: Deps): void {
  const { database, jobs } = deps
  jobs.handle<{ event: object }>('sandbox.deliver', ({ event }) => sendSandboxWebhook(deps, WEBHOOKS, event))
  jobs.everyMinutes(1, 'sandbox.end', () =>
    withTransaction(database, async (transaction) => {
      await completeSlowRefunds(transaction, deps)
      await completePayouts(transaction, deps)
    }),
  )
  jobs.everyMinutes(1, 'sandbox.expire', () =>
    withTransaction(database, (transaction) => expireOverdueSessions(transaction, deps)),
  )
}
