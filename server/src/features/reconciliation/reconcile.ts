import { usdFromCents } from '@tendwell/contract/money'
import type { ReconciliationDifference } from '@tendwell/contract/payments/reconciliation'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { listSucceededRefunds, scheduleRefund } from '../payments/index.ts'
import { compareMovements, type Movement } from './compare.ts'
import { comparePayouts } from './compare-payouts.ts'
import { findComparedUntil, listRecordedMovements } from './queries.ts'
import { insertDifferences, insertReport } from './store.ts'
import { verifyLedgerAt } from './verify.ts'

/** The last hour is not compared, because its movements may not be recorded on both sides yet. */
const SETTLING_MS = HOUR_MS
/** Banks return payouts within days, so the last days of the previous report are compared again. */
const OVERLAP_MS = 7 * DAY_MS
/** How far the first report goes back. */
const FIRST_SPAN_MS = 30 * DAY_MS
/** How many differences of a report are stored. */
const KEPT_DIFFERENCES = 100
/** A job may take five minutes, and verifying the ledger is only a part of this one. */
const VERIFY_LIMIT_MS = 2 * MINUTE_MS

type Span = { from: Date; until: Date }

/**
 * Lists the movements of our balance at the provider, which the provider reports. Refunds that failed there
 * are left out, because the refund and its failure cancel out.
 * @param wideSpan the span that the provider is asked for; it contains `span`
 * @returns `movements` of the wide span; and the provider's ids of what moved outside of the span
 *   (`referencesOutsideSpan`), of failed refunds (`failedRefunds`), and of those that failed before the span
 *   ends (`failedRefundsUntilEnd`)
 */
async function listProviderMovements(
  deps: Deps,
  wideSpan: Span,
  span: Span,
): Promise<{
  movements: Movement[]
  referencesOutsideSpan: Set<string>
  failedRefunds: Set<string>
  failedRefundsUntilEnd: string[]
}> {
  const failedRefunds = new Set<string>()
  const failedRefundsUntilEnd: string[] = []
  const referencesOutsideSpan = new Set<string>()
  const movements: Movement[] = []
  for await (const { kind, reference, amountCents, createdAt } of deps.payments.movements(wideSpan)) {
    if (kind === 'refund_failure') {
      failedRefunds.add(reference)
      if (createdAt < span.until) failedRefundsUntilEnd.push(reference)
    } else if (kind !== 'own') {
      // We don't record `own` movements, such as the provider's fees.
      movements.push({ reference, amountCents })
    }
    if (createdAt < span.from || createdAt >= span.until) referencesOutsideSpan.add(reference)
  }
  return {
    movements: movements.filter(({ reference }) => !failedRefunds.has(reference)),
    referencesOutsideSpan,
    failedRefunds,
    failedRefundsUntilEnd,
  }
}

/**
 * Finds refunds that we recorded as succeeded but that failed at the provider, schedules them again, and
 * returns them as differences.
 * @param failedRefunds the provider's ids of refunds that failed
 */
async function compareRefunds(deps: Deps, failedRefunds: string[]): Promise<ReconciliationDifference[]> {
  const failedSinceRecorded = await listSucceededRefunds(deps.database, deps.payments.name, failedRefunds)
  await withTransaction(deps.database, async (transaction) => {
    for (const { id } of failedSinceRecorded) await scheduleRefund(transaction, deps, id)
  })
  return failedSinceRecorded.map(({ reference, amountCents }) => ({
    kind: 'status_differs',
    reference,
    ours_usd: usdFromCents(-amountCents),
    provider_usd: null,
    detail: 'Our status is succeeded; the provider’s is failed',
  }))
}

/** Verifies the ledger and lists its problems as differences. A failed verification counts as one. */
async function listLedgerDifferences(deps: Deps): Promise<ReconciliationDifference[]> {
  const toDifference = (detail: string): ReconciliationDifference => ({
    kind: 'ledger_broken',
    reference: 'ledger',
    ours_usd: null,
    provider_usd: null,
    detail,
  })
  try {
    const url = deps.database.$client.options.connectionString ?? ''
    const { problems } = await verifyLedgerAt(url, deps.log, VERIFY_LIMIT_MS)
    return problems.map(toDifference)
  } catch (error) {
    deps.log.error({ err: error }, 'reconciliation could not verify the ledger')
    return [
      toDifference('The ledger could not be checked. See the server log, and run npm run ledger:verify'),
    ]
  }
}

/**
 * Compares our payments, refunds and payouts with the provider's, from 7 days before the last report until an
 * hour ago, verifies the ledger, and stores a report. Finance is notified of open differences.
 * @returns the report's id and the number of differences
 * @see docs/rules/money.md#reconciliation
 */
export async function reconcile(deps: Deps): Promise<{ reportId: number; differenceCount: number }> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() - SETTLING_MS)
  const comparedUntil = await findComparedUntil(deps.database)
  const from = new Date(
    comparedUntil ? comparedUntil.getTime() - OVERLAP_MS : until.getTime() - FIRST_SPAN_MS,
  )
  const span = { from, until }
  // The provider is asked for a wider span, because its clock may differ from ours.
  const wideSpan = { from: new Date(from.getTime() - DAY_MS), until: new Date(now.getTime() + HOUR_MS) }
  const {
    movements: providerMovements,
    referencesOutsideSpan,
    failedRefunds,
    failedRefundsUntilEnd,
  } = await listProviderMovements(deps, wideSpan, span)
  const references = providerMovements.map(({ reference }) => reference)
  const recordedMovements = await listRecordedMovements(deps.database, deps.payments.name, span, references)
  const isInSpan = ({ reference }: Movement) => !referencesOutsideSpan.has(reference)
  const providerMovementsInSpan = providerMovements.filter(isInSpan)
  const recordedMovementsInSpan = recordedMovements.filter(
    (movement) => isInSpan(movement) && !failedRefunds.has(movement.reference),
  )
  const payouts = await comparePayouts(deps, span)
  const differences = [
    ...compareMovements(recordedMovementsInSpan, providerMovementsInSpan),
    ...(await compareRefunds(deps, failedRefundsUntilEnd)),
    ...payouts.differences,
    ...(await listLedgerDifferences(deps)),
  ]
  const report = {
    provider: deps.payments.name,
    fromAt: from,
    untilAt: until,
    compared: providerMovementsInSpan.length + payouts.compared,
    differenceCount: differences.length,
    differences: differences.slice(0, KEPT_DIFFERENCES),
    createdAt: now,
  }
  return withTransaction(deps.database, async (transaction) => {
    const reportId = await insertReport(transaction, report)
    const differenceCount = differences.length
    const openDifferences = await insertDifferences(transaction, reportId, report.differences)
    // Resolved differences are found again as long as their days are compared, so only open ones are
    // reported. Differences beyond `KEPT_DIFFERENCES` are not stored and count as open.
    const openCount = openDifferences.length + differenceCount - report.differences.length
    if (openCount > 0) {
      const [onlyDifference] = openCount === 1 ? openDifferences : []
      const event = { reportId, differenceCount: openCount, differenceId: onlyDifference?.id ?? null }
      await deps.jobs.publish(transaction, 'reconciliation.differences-found', event)
    }
    return { reportId, differenceCount }
  })
}

/** Reconciles if the newest report is a day old, or if there is none. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const comparedUntil = await findComparedUntil(deps.database)
  if (!comparedUntil || deps.clock.now().getTime() - comparedUntil.getTime() >= DAY_MS + SETTLING_MS)
    await reconcile(deps)
}
