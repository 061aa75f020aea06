/**
 * The sandbox: a stand-in for an outside card provider, so that the product runs whole on its own. It lives in
 * this process but keeps books of its own, shows a card page of its own and tells of payments by signed
 * webhooks over HTTP alone, as a provider does (decisions §6).
 */
import type { Deps } from '../../deps.ts'
import { transact } from '../../platform/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { CheckoutState, PaymentProvider } from './port.ts'
import {
  expireSession,
  findRefund,
  findSession,
  insertRefund,
  insertSession,
  overdueSessions,
  type Session,
} from './sandbox-store.ts'
import { deliverEvent, readSandboxEvent } from './sandbox-webhooks.ts'

export { sandboxRoutes } from './sandbox-routes.ts'

export function createSandbox(
  deps: Pick<Deps, 'database' | 'clock' | 'jobs' | 'secrets' | 'publicUrl'>,
): PaymentProvider {
  const { database, clock } = deps
  const stateOf = async (sessionId: string) => {
    const session = await findSession(database, sessionId)
    if (!session) throw notFound(`The sandbox knows no session ${sessionId}`)
    return checkoutStateOf(session, clock.now())
  }
  return {
    name: 'sandbox',
    async createCheckout(order, idempotencyKey) {
      const session = await transact(database, (transaction) =>
        insertSession(transaction, order, idempotencyKey, clock.now()),
      )
      return { id: session.id, url: `${deps.publicUrl()}/sandbox/checkout/${session.id}` }
    },
    checkoutState: stateOf,
    async expireCheckout(sessionId) {
      await transact(database, (transaction) => expireSession(transaction, deps, sessionId))
      return stateOf(sessionId)
    },
    refund: (paymentIntentId, amountCents, idempotencyKey) =>
      transact(database, (transaction) =>
        insertRefund(transaction, deps, { paymentIntentId, amountCents, idempotencyKey }),
      ),
    async refundState(refundId) {
      const refund = await findRefund(database, refundId)
      if (!refund) throw notFound(`The sandbox knows no refund ${refundId}`)
      return refund
    },
    readEvent: (rawBody, headers) => readSandboxEvent(deps.secrets, rawBody, headers),
  }
}

/** An open session whose time is over counts as expired before its row says so: it can't be paid any more. */
function checkoutStateOf(session: Session, now: Date): CheckoutState {
  const isOverdue = session.status === 'open' && session.expiresAt <= now
  return {
    sessionId: session.id,
    status: isOverdue ? 'expired' : session.status,
    amountCents: session.amountCents,
    paymentIntentId: session.paymentIntentId,
    chargeId: session.chargeId,
    lastDecline: session.lastDecline,
  }
}

export function sandboxJobs(deps: Deps): void {
  deps.jobs.handle<{ eventId: string }>('sandbox.deliver', ({ eventId }) => deliverEvent(deps, eventId))
  deps.jobs.every(1, 'sandbox.expire', async () => {
    for (const id of await overdueSessions(deps.database, deps.clock.now())) {
      await transact(deps.database, (transaction) => expireSession(transaction, deps, id))
    }
  })
}
