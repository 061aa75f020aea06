/**
 * A payout's steps at the provider. Each is noted before the provider is asked and what came of it after, so that a
 * crash between any two leaves nothing to guess: the same step is taken again under the same key.
 */
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { type Attempt, ProviderRefusal } from '../../ports/payments/port.ts'
import { completePayout, completePayoutReturn, reportStuckPayout, startPayoutReturn } from './commands.ts'
import { nextStep, type PayoutStep } from './payout.ts'
import { findPayout } from './queries.ts'
import { lockPayout, movePayout, recordStep } from './store.ts'
import type { Payout } from './tables.ts'

const DAY_MS = 86_400_000
/** For as long a balance that does not suffice yet is waited for: card money takes days to become available. */
const PATIENCE_MS = 7 * DAY_MS
const NOT_SENT = 'The payment provider could not send this payout'

type AskedAt = 'transferAskedAt' | 'payoutAskedAt' | 'reversalAskedAt'

/** Under the lock, when the payout still waits for this step. @returns null otherwise */
function whileAt<Result>(
  deps: Deps,
  id: number,
  step: PayoutStep,
  work: (transaction: Transaction, payout: Payout) => Promise<Result>,
): Promise<Result | null> {
  return withTransaction(deps.database, async (transaction) => {
    const payout = await lockPayout(transaction, id)
    return nextStep(payout) === step ? work(transaction, payout) : null
  })
}

/** A call that is to be made, and of which try it is. */
type Try = { attempt: Attempt; refusals: number }

/** Notes that the provider is about to be asked. @returns how to ask, and null when there is nothing to ask */
function intend(deps: Deps, id: number, step: PayoutStep, askedAt: AskedAt): Promise<Try | null> {
  return whileAt(deps, id, step, async (transaction, payout) => {
    const now = deps.clock.now()
    const isNew = payout[askedAt] === null
    if (isNew) await recordStep(transaction, id, { [askedAt]: now, updatedAt: now })
    const suffix = payout.refusals === 0 ? '' : `-${payout.refusals}`
    const attempt = { key: `payout-${id}-${step}${suffix}`, mayBeRepeat: !isNew }
    return { attempt, refusals: payout.refusals }
  })
}

/** A step that the provider has refused: waited with, while its reason may pass, or the end of the payout. */
async function refused(
  deps: Deps,
  id: number,
  step: 'transfer' | 'payOut' | 'reverse',
  askedAt: AskedAt,
  tried: Try,
  refusal: ProviderRefusal,
): Promise<void> {
  deps.log.warn({ payoutId: id, step, code: refusal.code }, 'the provider has refused a step of a payout')
  await whileAt(deps, id, step, async (transaction, payout) => {
    // Another has booked this refusal, and perhaps made the next try.
    if (payout.refusals !== tried.refusals) return
    const now = deps.clock.now()
    const mayWait = refusal.isTemporary && now.getTime() - payout.createdAt.getTime() < PATIENCE_MS
    const refusals = payout.refusals + 1
    await recordStep(transaction, id, { refusals, [askedAt]: null, updatedAt: now })
    if (step === 'reverse') return reportStuckPayout(transaction, deps, payout)
    if (!mayWait) await startPayoutReturn(transaction, deps, payout, { outcome: 'failed', reason: NOT_SENT })
  })
}

/** Asks the provider for a step. @returns whether it was taken */
async function ask<Answer>(
  deps: Deps,
  id: number,
  step: 'transfer' | 'payOut' | 'reverse',
  askedAt: AskedAt,
  call: (attempt: Attempt) => Promise<Answer>,
  record: (transaction: Transaction, answer: Answer) => Promise<unknown>,
): Promise<boolean> {
  const tried = await intend(deps, id, step, askedAt)
  if (!tried) return true
  let answer: Answer
  try {
    answer = await call(tried.attempt)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    await refused(deps, id, step, askedAt, tried, error)
    return false
  }
  await whileAt(deps, id, step, (transaction) => record(transaction, answer))
  return true
}

const STEPS: Record<PayoutStep, (deps: Deps, payout: Payout) => Promise<boolean>> = {
  transfer: (deps, { id, accountId, amountCents }) =>
    ask(
      deps,
      id,
      'transfer',
      'transferAskedAt',
      (attempt) => deps.payments.transfer({ payoutId: id, accountId, amountCents }, attempt),
      (transaction, transferId) => recordStep(transaction, id, { transferId, updatedAt: deps.clock.now() }),
    ),
  payOut: (deps, { id, accountId, amountCents }) =>
    ask(
      deps,
      id,
      'payOut',
      'payoutAskedAt',
      (attempt) => deps.payments.payOut({ payoutId: id, accountId, amountCents }, attempt),
      (transaction, { id: providerPayoutId }) =>
        movePayout(transaction, id, 'start', { providerPayoutId, updatedAt: deps.clock.now() }),
    ),
  reverse: (deps, { id, transferId, amountCents }) =>
    ask(
      deps,
      id,
      'reverse',
      'reversalAskedAt',
      (attempt) => deps.payments.reverseTransfer(transferId as string, amountCents, attempt),
      (transaction, reversalId) => recordStep(transaction, id, { reversalId, updatedAt: deps.clock.now() }),
    ),
  look,
  async return(deps, { id }) {
    await whileAt(deps, id, 'return', (transaction, payout) =>
      completePayoutReturn(transaction, deps, payout),
    )
    return false
  },
}

/** Asks the provider how a payout stands, and books it. One that came to nothing goes on by a job of its own. */
async function look(deps: Deps, { id, accountId, providerPayoutId }: Payout): Promise<boolean> {
  const state = await deps.payments.payoutState(accountId, providerPayoutId as string)
  await whileAt(deps, id, 'look', async (transaction, payout) => {
    if (state.status === 'failed' || state.status === 'canceled') {
      const reason = state.failureReason ?? NOT_SENT
      await startPayoutReturn(transaction, deps, payout, { outcome: state.status, reason })
    } else if (state.status === 'paid' && payout.status !== 'paid') {
      await completePayout(transaction, deps, payout)
    }
  })
  return false
}

/**
 * Takes a payout as far as the provider lets it go. May be called at any time, any number of times, from many places
 * at once: by its job, a webhook, the sweep, the reconciliation.
 */
export async function processPayout(deps: Deps, payoutId: number): Promise<void> {
  for (;;) {
    const payout = await findPayout(deps.database, payoutId)
    const step = payout && nextStep(payout)
    if (!step) return
    const goesOn = await STEPS[step](deps, payout)
    if (!goesOn) return
  }
}
