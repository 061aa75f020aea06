import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/reconciliation'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { scheduleAdvance, toPayoutStatus } from '../payouts/index.ts'
import { type BookedPayout, payoutsBetween } from './queries.ts'

const ASKED_AT_ONCE = 8
/** A job must not take longer than five minutes, and there is more to do than this. */
const ASKING_MS = 2 * 60_000
const TOLD_CHARACTERS = 300

/** An error in words for admins, with what the provider itself has said. */
function saidBy(error: unknown): string {
  const told = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (told instanceof Error ? told.message : String(told)).slice(0, TOLD_CHARACTERS)
}

/** How a payout stands otherwise at the provider than here; it is then taken up again. @returns null where it doesn't */
async function differenceOf(deps: Deps, payout: BookedPayout): Promise<ReconciliationDifference | null> {
  const reference = payout.providerPayoutId as string
  const difference = {
    kind: 'status_differs' as const,
    reference,
    ours_usd: usdFromCents(payout.amountCents),
    provider_usd: null,
  }
  try {
    const state = await deps.payments.payoutState(payout.accountId, reference)
    const ours = toPayoutStatus(payout.status)
    const theirs = state.status === 'pending' ? 'processing' : state.status
    if (ours === theirs && state.amountCents === payout.amountCents) return null
    await withTransaction(deps.database, (transaction) => scheduleAdvance(transaction, deps, payout.id))
    return {
      ...difference,
      provider_usd: usdFromCents(state.amountCents),
      detail: `We have it as ${ours}, the provider as ${theirs}`,
    }
  } catch (error) {
    deps.log.warn({ err: error, payoutId: payout.id }, 'a payout could not be compared with the provider')
    return { ...difference, detail: `It could not be compared: ${saidBy(error)}` }
  }
}

/**
 * Payouts that stand otherwise at the provider than here, and those of which it does not say how they stand. Asked are
 * the newest first, as far as time reaches: the older have been asked about on the days before.
 * @returns how many were asked about, and what differs
 */
export async function comparePayouts(
  deps: Deps,
  span: { from: Date; until: Date },
): Promise<{ compared: number; differences: ReconciliationDifference[] }> {
  const all = await payoutsBetween(deps.database, deps.payments.name, span)
  const endsAt = deps.clock.now().getTime() + ASKING_MS
  const differences: ReconciliationDifference[] = []
  let compared = 0
  const askOn = async (): Promise<void> => {
    while (deps.clock.now().getTime() < endsAt) {
      const payout = all[compared]
      if (!payout) return
      compared += 1
      const difference = await differenceOf(deps, payout)
      if (difference) differences.push(difference)
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askOn))
  const left = all[compared]
  if (left) {
    differences.push({
      kind: 'status_differs',
      reference: left.providerPayoutId as string,
      ours_usd: usdFromCents(left.amountCents),
      provider_usd: null,
      detail: `The provider was too slow: ${all.length - compared} payouts, this one first, were not compared`,
    })
  }
  return { compared, differences }
}
