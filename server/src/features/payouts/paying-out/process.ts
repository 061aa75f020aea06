/**
 * Takes the steps of a payout at the provider. Each step is recorded before its call, and the result after
 * it. After a crash in between, the step is repeated with the same idempotency key, so it has one effect.
 */
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { type Attempt, ProviderRefusal } from '../../../ports/payments/port.ts'
import { isRestricted } from '../../profiles/index.ts'
import { refreshBank } from '../bank/accounts.ts'
import { completePayout, completePayoutReturn, reportStuckPayout, startPayoutReturn } from '../commands.ts'
import { getNextStep, type PayoutStep } from '../payout.ts'
import { findAccount, findPayout, findPayoutHold } from '../queries.ts'
import { lockPayout, recordStep, transitionPayout } from '../store.ts'
import type { Payout } from '../tables.ts'

/**
 * For how long a step is retried that the provider refused for now. The usual reason is that our balance
 * there is too small, because card money takes days to become available.
 */
const MAX_RETRY_MS = 7 * DAY_MS
const NOT_SENT = 'The payment provider could not send this payout'

type ProviderStep = 'transfer' | 'payOut' | 'reverse'

/** The column in which each step records when it called the provider. */
const ASKED_AT_COLUMNS = {
  transfer: 'transferAskedAt',
  payOut: 'payoutAskedAt',
  reverse: 'reversalAskedAt',
} as const satisfies Record<ProviderStep, keyof Payout>

/** Locks a payout and runs `work` if `step` is still its next step. @returns null if it isn't */
function runIfNextStep<Result>(
  deps: Deps,
  id: number,
  step: PayoutStep,
  work: (transaction: Transaction, payout: Payout) => Promise<Result>,
): Promise<Result | null> {
  return withTransaction(deps.database, async (transaction) => {
    const payout = await lockPayout(transaction, id)
    return getNextStep(payout) === step ? work(transaction, payout) : null
  })
}

/** An attempt at a step, and how many refusals of the payout preceded it. */
type StepAttempt = { attempt: Attempt; refusals: number }

/** Records that a step is about to be asked of the provider. @returns null if it isn't the next step now */
function recordAttempt(deps: Deps, id: number, step: ProviderStep): Promise<StepAttempt | null> {
  return runIfNextStep(deps, id, step, async (transaction, payout) => {
    const now = deps.clock.now()
    const askedAtColumn = ASKED_AT_COLUMNS[step]
    const isFirst = payout[askedAtColumn] === null
    if (isFirst) await recordStep(transaction, id, { [askedAtColumn]: now, updatedAt: now })
    const suffix = payout.refusals === 0 ? '' : `-${payout.refusals}`
    const attempt = { key: `payout-${id}-${step}${suffix}`, mayBeRepeat: !isFirst }
    return { attempt, refusals: payout.refusals }
  })
}

/**
 * Records that the provider refused a step. A temporary refusal is retried later, a refused reversal is
 * reported to finance, and any other refusal ends the payout as failed.
 */
async function recordRefusal(
  deps: Deps,
  id: number,
  step: ProviderStep,
  refusedAttempt: StepAttempt,
  refusal: ProviderRefusal,
): Promise<void> {
  deps.log.warn({ payoutId: id, step, code: refusal.code }, 'the provider refused a step of a payout')
  await runIfNextStep(deps, id, step, async (transaction, payout) => {
    // If the counts differ, another node has recorded this refusal.
    if (payout.refusals !== refusedAttempt.refusals) return
    const now = deps.clock.now()
    const isRetried = refusal.isTemporary && now.getTime() - payout.createdAt.getTime() < MAX_RETRY_MS
    const refusals = payout.refusals + 1
    await recordStep(transaction, id, { refusals, [ASKED_AT_COLUMNS[step]]: null, updatedAt: now })
    if (step === 'reverse') return reportStuckPayout(transaction, deps, payout)
    if (!isRetried)
      await startPayoutReturn(transaction, deps, payout, { outcome: 'failed', reason: NOT_SENT })
  })
}

/**
 * Makes a step's call at the provider and records the answer.
 * @returns false if the provider refused; true also if this is no longer the payout's next step
 */
async function takeStep<Answer>(
  deps: Deps,
  id: number,
  step: ProviderStep,
  call: (attempt: Attempt) => Promise<Answer>,
  record: (transaction: Transaction, answer: Answer) => Promise<unknown>,
): Promise<boolean> {
  const startedAttempt = await recordAttempt(deps, id, step)
  if (!startedAttempt) return true
  let answer: Answer
  try {
    answer = await call(startedAttempt.attempt)
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    await recordRefusal(deps, id, step, startedAttempt, error)
    return false
  }
  await runIfNextStep(deps, id, step, (transaction) => record(transaction, answer))
  return true
}

/** How each step is taken. The result says whether to continue with the next step at once. */
const STEPS: Record<PayoutStep, (deps: Deps, payout: Payout) => Promise<boolean>> = {
  transfer: (deps, { id, accountId, amountCents }) =>
    takeStep(
      deps,
      id,
      'transfer',
      (attempt) => deps.payments.transfer({ payoutId: id, accountId, amountCents }, attempt),
      (transaction, transferId) => recordStep(transaction, id, { transferId, updatedAt: deps.clock.now() }),
    ),
  payOut: (deps, { id, accountId, amountCents }) =>
    takeStep(
      deps,
      id,
      'payOut',
      (attempt) => deps.payments.payOut({ payoutId: id, accountId, amountCents }, attempt),
      (transaction, { id: providerPayoutId }) =>
        transitionPayout(transaction, id, 'start', { providerPayoutId, updatedAt: deps.clock.now() }),
    ),
  reverse: (deps, { id, transferId, amountCents }) =>
    takeStep(
      deps,
      id,
      'reverse',
      (attempt) => deps.payments.reverseTransfer(transferId as string, amountCents, attempt),
      (transaction, reversalId) => recordStep(transaction, id, { reversalId, updatedAt: deps.clock.now() }),
    ),
  checkState,
  async return(deps, { id }) {
    await runIfNextStep(deps, id, 'return', (transaction, payout) =>
      completePayoutReturn(transaction, deps, payout),
    )
    return false
  },
}

/** Reads a payout's state from the provider and records it. @returns false: no step follows at once */
async function checkState(deps: Deps, { id, accountId, providerPayoutId }: Payout): Promise<boolean> {
  const state = await deps.payments.payoutState(accountId, providerPayoutId as string)
  await runIfNextStep(deps, id, 'checkState', async (transaction, payout) => {
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
 * Whether money must not leave yet: the bank details have changed, are disowned, in review or can't be read,
 * the caregiver said that a change wasn't them, or the caregiver is restricted. `recoverPayouts` tries again
 * later.
 */
async function isHeldBack(deps: Deps, { userId }: Payout, step: PayoutStep): Promise<boolean> {
  if (step !== 'transfer' && step !== 'payOut') return false
  if (await isRestricted(deps.database, userId)) return true
  if (!(await refreshBank(deps, userId))) return true
  const account = await findAccount(deps.database, userId)
  return account !== null && (await findPayoutHold(deps.database, account, deps.clock.now())) !== null
}

/**
 * Takes a payout as far as the provider allows: reads it, takes its next step, and so on until none is left,
 * money must not leave yet or a step has to be waited for. Safe to call at any time, any number of times, in
 * parallel: by its job, a webhook, recovery and reconciliation.
 * @see docs/rules/money.md#payouts
 */
export async function processPayout(deps: Deps, payoutId: number): Promise<void> {
  for (;;) {
    const payout = await findPayout(deps.database, payoutId)
    const step = payout && getNextStep(payout)
    if (!step || (await isHeldBack(deps, payout, step)) || !(await STEPS[step](deps, payout))) return
  }
}
