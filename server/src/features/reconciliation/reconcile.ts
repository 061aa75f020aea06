import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/reconciliation'
import type { Deps } from '../../deps.ts'
import { transact } from '../../platform/database.ts'
import { scheduleAdvance, wireStatusOf } from '../payouts/index.ts'
import { differencesBetween, type Side } from './compare.ts'
import { bookedSides, lastReportAt, payoutsBetween } from './queries.ts'
import { insertReport } from './store.ts'
import { moneyProblems } from './verify.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What is younger may still be on its way between the two. */
const SETTLING_MS = HOUR_MS
/** Banks send payouts back within days; what was compared is compared again for so long. */
const OVERLAP_MS = 7 * DAY_MS
const FIRST_SPAN_MS = 30 * DAY_MS
const KEPT_DIFFERENCES = 100

export type ReconciliationEvent = {
  type: 'reconciliation.differs'
  reportId: number
  differenceCount: number
}

type Span = { from: Date; until: Date }

/**
 * The provider's movements of our balance in a span, and which of them lie outside of an inner one. The two of a refund
 * that failed cancel each other out.
 */
async function providerSides(
  deps: Deps,
  wide: Span,
  inner: Span,
): Promise<{ sides: Side[]; outside: Set<string> }> {
  const failed = new Set<string>()
  const outside = new Set<string>()
  const sides: Side[] = []
  for await (const { kind, reference, amountCents, createdAt } of deps.payments.movements(wide)) {
    if (kind === 'refund_failure') failed.add(reference)
    else if (kind !== 'other') sides.push({ reference, amountCents })
    if (createdAt < inner.from || createdAt >= inner.until) outside.add(reference)
  }
  return { sides: sides.filter(({ reference }) => !failed.has(reference)), outside }
}

/** Payouts that stand otherwise at the provider than here; each is then taken up again. */
async function payoutDifferences(
  deps: Deps,
  span: Span,
): Promise<{ compared: number; differences: ReconciliationDifference[] }> {
  const differences: ReconciliationDifference[] = []
  const all = await payoutsBetween(deps.database, deps.payments.name, span)
  for (const payout of all) {
    const state = await deps.payments.payoutState(payout.accountId, payout.providerPayoutId as string)
    const ours = wireStatusOf(payout.status)
    const theirs = state.status === 'pending' ? 'processing' : state.status
    if (ours === theirs && state.amountCents === payout.amountCents) continue
    await transact(deps.database, (transaction) => scheduleAdvance(transaction, deps, payout.id))
    differences.push({
      kind: 'status_differs',
      reference: state.id,
      ours_usd: usdFromCents(payout.amountCents),
      provider_usd: usdFromCents(state.amountCents),
      detail: `We have it as ${ours}, the provider as ${theirs}`,
    })
  }
  return { compared: all.length, differences }
}

function brokenLedger(problem: string): ReconciliationDifference {
  return { kind: 'ledger_broken', reference: 'ledger', ours_usd: null, provider_usd: null, detail: problem }
}

/**
 * Compares our books with the provider's from some days before the last report until an hour ago, and the ledger with
 * itself, and keeps what it found (decisions §6). Admins are told when there is a difference.
 * @returns the report's id and how many differences there are
 */
export async function reconcile(deps: Deps): Promise<{ reportId: number; differenceCount: number }> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() - SETTLING_MS)
  const last = await lastReportAt(deps.database)
  const from = new Date(last ? last.getTime() - OVERLAP_MS : until.getTime() - FIRST_SPAN_MS)
  const span = { from, until }
  // The provider is asked for more on both sides, so that its clock and ours need not agree to the second.
  const wide = { from: new Date(from.getTime() - DAY_MS), until: new Date(now.getTime() + HOUR_MS) }
  const { sides: theirs, outside } = await providerSides(deps, wide, span)
  const references = theirs.map(({ reference }) => reference)
  const ours = await bookedSides(deps.database, deps.payments.name, span, references)
  const isInside = ({ reference }: Side) => !outside.has(reference)
  const theirsInside = theirs.filter(isInside)
  const payouts = await payoutDifferences(deps, span)
  const differences = [
    ...differencesBetween(ours.filter(isInside), theirsInside),
    ...payouts.differences,
    ...(await moneyProblemsNow(deps)).map(brokenLedger),
  ]
  const report = {
    provider: deps.payments.name,
    fromAt: from,
    untilAt: until,
    compared: theirsInside.length + payouts.compared,
    differenceCount: differences.length,
    differences: differences.slice(0, KEPT_DIFFERENCES),
    createdAt: now,
  }
  return transact(deps.database, async (transaction) => {
    const reportId = await insertReport(transaction, report)
    const differenceCount = differences.length
    if (differenceCount > 0) {
      const event: ReconciliationEvent = { type: 'reconciliation.differs', reportId, differenceCount }
      await deps.jobs.publish(transaction, event)
    }
    return { reportId, differenceCount }
  })
}

/** Once a day, whoever asks how often. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const last = await lastReportAt(deps.database)
  if (!last || deps.clock.now().getTime() - last.getTime() >= DAY_MS + SETTLING_MS) await reconcile(deps)
}

/** One moment of the database, so that what is posted meanwhile does not look like a fault. */
function moneyProblemsNow(deps: Deps): Promise<string[]> {
  return deps.database.transaction((transaction) => moneyProblems(transaction), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}
