import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/reconciliation'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { scheduleRefund } from '../payments/index.ts'
import { differencesBetween, type Side } from './compare.ts'
import { comparePayouts } from './compare-payouts.ts'
import { bookedSides, comparedUntil, refundsThatSeemDone } from './queries.ts'
import { insertReport } from './store.ts'
import { verifyLedgerAt } from './verify.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What is younger may still be on its way between the two. */
const SETTLING_MS = HOUR_MS
/** Banks send payouts back within days; what was compared is compared again for so long. */
const OVERLAP_MS = 7 * DAY_MS
const FIRST_SPAN_MS = 30 * DAY_MS
const KEPT_DIFFERENCES = 100
/** A job must not take longer than five minutes. */
const VERIFYING_MS = 2 * 60_000

type Span = { from: Date; until: Date }

/**
 * The provider's movements of our balance in a span, and which of them lie outside of an inner one. The two of a refund
 * that failed cancel each other out: those are named apart, with those of them whose failure has had time to arrive here.
 */
async function providerSides(
  deps: Deps,
  wide: Span,
  inner: Span,
): Promise<{ sides: Side[]; outside: Set<string>; failed: Set<string>; knownToHaveFailed: string[] }> {
  const failed = new Set<string>()
  const knownToHaveFailed: string[] = []
  const outside = new Set<string>()
  const sides: Side[] = []
  for await (const { kind, reference, amountCents, createdAt } of deps.payments.movements(wide)) {
    if (kind === 'refund_failure') {
      failed.add(reference)
      if (createdAt < inner.until) knownToHaveFailed.push(reference)
    } else if (kind !== 'own') sides.push({ reference, amountCents })
    if (createdAt < inner.from || createdAt >= inner.until) outside.add(reference)
  }
  return {
    sides: sides.filter(({ reference }) => !failed.has(reference)),
    outside,
    failed,
    knownToHaveFailed,
  }
}

/** Refunds that we have as done, and that have failed at the provider since; each is then taken up again. */
async function refundDifferences(deps: Deps, failed: string[]): Promise<ReconciliationDifference[]> {
  const missed = await refundsThatSeemDone(deps.database, deps.payments.name, failed)
  await withTransaction(deps.database, async (transaction) => {
    for (const { id } of missed) await scheduleRefund(transaction, deps, id)
  })
  return missed.map(({ reference, amountCents }) => ({
    kind: 'status_differs',
    reference,
    ours_usd: usdFromCents(-amountCents),
    provider_usd: null,
    detail: 'We have it as succeeded, the provider as failed',
  }))
}

/** What is wrong with our own books; that they could not be looked through is told in the same way. */
async function ledgerDifferences(deps: Deps): Promise<ReconciliationDifference[]> {
  const broken = (detail: string): ReconciliationDifference => ({
    kind: 'ledger_broken',
    reference: 'ledger',
    ours_usd: null,
    provider_usd: null,
    detail,
  })
  try {
    const url = deps.database.$client.options.connectionString ?? ''
    const { problems } = await verifyLedgerAt(url, deps.log, VERIFYING_MS)
    return problems.map(broken)
  } catch (error) {
    deps.log.error({ err: error }, 'the daily reconciliation could not check the ledger')
    return [broken('The ledger could not be checked: see the server’s log, and npm run ledger:verify')]
  }
}

/**
 * Compares our books with the provider's from some days before the last report until an hour ago, and the ledger with
 * itself, and keeps what it found (decisions §6). Admins are told when there is a difference.
 * @returns the report's id and how many differences there are
 */
export async function reconcile(deps: Deps): Promise<{ reportId: number; differenceCount: number }> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() - SETTLING_MS)
  const last = await comparedUntil(deps.database)
  const from = new Date(last ? last.getTime() - OVERLAP_MS : until.getTime() - FIRST_SPAN_MS)
  const span = { from, until }
  // The provider is asked for more on both sides, so that its clock and ours need not agree to the second.
  const wide = { from: new Date(from.getTime() - DAY_MS), until: new Date(now.getTime() + HOUR_MS) }
  const { sides: theirs, outside, failed, knownToHaveFailed } = await providerSides(deps, wide, span)
  const references = theirs.map(({ reference }) => reference)
  const ours = await bookedSides(deps.database, deps.payments.name, span, references)
  const isInside = ({ reference }: Side) => !outside.has(reference)
  const theirsInside = theirs.filter(isInside)
  const oursInside = ours.filter((side) => isInside(side) && !failed.has(side.reference))
  const payouts = await comparePayouts(deps, span)
  const differences = [
    ...differencesBetween(oursInside, theirsInside),
    ...(await refundDifferences(deps, knownToHaveFailed)),
    ...payouts.differences,
    ...(await ledgerDifferences(deps)),
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
  return withTransaction(deps.database, async (transaction) => {
    const reportId = await insertReport(transaction, report)
    const differenceCount = differences.length
    if (differenceCount > 0) {
      await deps.jobs.publish(transaction, 'reconciliation.differences-found', { reportId, differenceCount })
    }
    return { reportId, differenceCount }
  })
}

/** Once a day, whoever asks how often. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const last = await comparedUntil(deps.database)
  if (!last || deps.clock.now().getTime() - last.getTime() >= DAY_MS + SETTLING_MS) await reconcile(deps)
}
