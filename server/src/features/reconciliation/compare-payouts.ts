import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/payments/reconciliation'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { listSentPayouts, type SentPayout, scheduleProcess, toPayoutStatus } from '../payouts/index.ts'

/** How many payouts are read from the provider at the same time. */
const CONCURRENCY = 8
/** A job may take five minutes, and comparing payouts is only a part of this one. */
const TIME_LIMIT_MS = 2 * MINUTE_MS
const MAX_ERROR_LENGTH = 300

/** An error's message for admins: that of its cause, which is the provider's error, if there is one. */
function describeError(error: unknown): string {
  const source = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (source instanceof Error ? source.message : String(source)).slice(0, MAX_ERROR_LENGTH)
}

/**
 * Compares a payout with the provider's record of it. If they differ, the payout is processed again.
 * @returns the difference, also if the payout could not be compared; null if there is none
 */
async function comparePayout(deps: Deps, payout: SentPayout): Promise<ReconciliationDifference | null> {
  const reference = payout.providerPayoutId as string
  const difference = {
    kind: 'status_differs' as const,
    reference,
    ours_usd: usdFromCents(payout.amountCents),
    provider_usd: null,
  }
  try {
    const state = await deps.payments.payoutState(payout.accountId, reference)
    const ourStatus = toPayoutStatus(payout.status)
    const providerStatus = state.status === 'pending' ? 'processing' : state.status
    if (ourStatus === providerStatus && state.amountCents === payout.amountCents) return null
    await withTransaction(deps.database, (transaction) => scheduleProcess(transaction, deps, payout.id))
    return {
      ...difference,
      provider_usd: usdFromCents(state.amountCents),
      detail: `Our status is ${ourStatus}; the provider’s is ${providerStatus}`,
    }
  } catch (error) {
    deps.log.warn({ err: error, payoutId: payout.id }, 'a payout could not be compared with the provider')
    return { ...difference, detail: `Could not be compared: ${describeError(error)}` }
  }
}

/**
 * Compares payouts with the provider's, newest first, as many as the time allows; older ones were compared on
 * earlier days. A payout that could not be compared counts as a difference.
 * @returns how many were compared, and the differences
 */
export async function comparePayouts(
  deps: Deps,
  span: { from: Date; until: Date },
): Promise<{ compared: number; differences: ReconciliationDifference[] }> {
  const payouts = await listSentPayouts(deps.database, deps.payments.name, span)
  const endsAt = deps.clock.now().getTime() + TIME_LIMIT_MS
  const differences: ReconciliationDifference[] = []
  // Also the index of the next payout to compare, which the concurrent calls of `compareNext` share.
  let compared = 0
  const compareNext = async (): Promise<void> => {
    while (deps.clock.now().getTime() < endsAt) {
      const payout = payouts[compared]
      if (!payout) return
      compared += 1
      const difference = await comparePayout(deps, payout)
      if (difference) differences.push(difference)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, compareNext))
  const firstUncompared = payouts[compared]
  if (firstUncompared) {
    differences.push({
      kind: 'status_differs',
      reference: firstUncompared.providerPayoutId as string,
      ours_usd: usdFromCents(firstUncompared.amountCents),
      provider_usd: null,
      detail: `The provider was too slow. ${payouts.length - compared} payouts were not compared, starting with this one`,
    })
  }
  return { compared, differences }
}
