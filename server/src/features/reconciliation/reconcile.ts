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

/** More recent movements may not be recorded on both sides yet. */
const SETTLING_MS = HOUR_MS
/** Banks return payouts within days, so the last days are compared again. */
const OVERLAP_MS = 7 * DAY_MS
const FIRST_SPAN_MS = 30 * DAY_MS
const KEPT_DIFFERENCES = 100
/** A job may take five minutes, and this is only a part of it. */
const VERIFY_LIMIT_MS = 2 * MINUTE_MS

type Span = { from: Date; until: Date }

/**
 * Lists the movements of our balance at the provider, without failed refunds, whose two movements cancel out.
 * @returns `movements` in the wide span; `outside`, the references of movements outside of the inner span;
 *   `failed`, the references of failed refunds; and `failedInside`, those that failed before the inner span
 *   ends
 */
async function listProviderMovements(
  deps: Deps,
  wide: Span,
  inner: Span,
): Promise<{ movements: Movement[]; outside: Set<string>; failed: Set<string>; failedInside: string[] }> {
  const failed = new Set<string>()
  const failedInside: string[] = []
  const outside = new Set<string>()
  const movements: Movement[] = []
  for await (const { kind, reference, amountCents, createdAt } of deps.payments.movements(wide)) {
    if (kind === 'refund_failure') {
      failed.add(reference)
      if (createdAt < inner.until) failedInside.push(reference)
    } else if (kind !== 'own') movements.push({ reference, amountCents })
    if (createdAt < inner.from || createdAt >= inner.until) outside.add(reference)
  }
  return {
    movements: movements.filter(({ reference }) => !failed.has(reference)),
    outside,
    failed,
    failedInside,
  }
}

/** Finds refunds that we recorded as succeeded but that failed at the provider, and schedules them again. */
async function compareRefunds(deps: Deps, failed: string[]): Promise<ReconciliationDifference[]> {
  const missed = await listSucceededRefunds(deps.database, deps.payments.name, failed)
  await withTransaction(deps.database, async (transaction) => {
    for (const { id } of missed) await scheduleRefund(transaction, deps, id)
  })
  return missed.map(({ reference, amountCents }) => ({
    kind: 'status_differs',
    reference,
    ours_usd: usdFromCents(-amountCents),
    provider_usd: null,
    detail: 'Our status is succeeded; the provider’s is failed',
  }))
}

/** Verifies the ledger and lists its problems. A failed verification counts as a problem. */
async function listLedgerDifferences(deps: Deps): Promise<ReconciliationDifference[]> {
  const broken = (detail: string): ReconciliationDifference => ({
    kind: 'ledger_broken',
    reference: 'ledger',
    ours_usd: null,
    provider_usd: null,
    detail,
  })
  try {
    const url = deps.database.$client.options.connectionString ?? ''
    const { problems } = await verifyLedgerAt(url, deps.log, VERIFY_LIMIT_MS)
    return problems.map(broken)
  } catch (error) {
    deps.log.error({ err: error }, 'reconciliation could not verify the ledger')
    return [broken('The ledger could not be checked. See the server log, and run npm run ledger:verify')]
  }
}

/**
 * Compares our payments, refunds and payouts with the provider's, from 7 days before the last report until an
 * hour ago, verifies the ledger, and stores a report. Admins are notified of open differences.
 * @returns the report's id and the number of differences
 * @see docs/rules/money.md#reconciliation
 */
export async function reconcile(deps: Deps): Promise<{ reportId: number; differenceCount: number }> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() - SETTLING_MS)
  const last = await findComparedUntil(deps.database)
  const from = new Date(last ? last.getTime() - OVERLAP_MS : until.getTime() - FIRST_SPAN_MS)
  const span = { from, until }
  // A wider span, because the provider's clock may differ from ours.
  const wide = { from: new Date(from.getTime() - DAY_MS), until: new Date(now.getTime() + HOUR_MS) }
  const { movements: theirs, outside, failed, failedInside } = await listProviderMovements(deps, wide, span)
  const references = theirs.map(({ reference }) => reference)
  const ours = await listRecordedMovements(deps.database, deps.payments.name, span, references)
  const isInside = ({ reference }: Movement) => !outside.has(reference)
  const theirsInside = theirs.filter(isInside)
  const oursInside = ours.filter((movement) => isInside(movement) && !failed.has(movement.reference))
  const payouts = await comparePayouts(deps, span)
  const differences = [
    ...compareMovements(oursInside, theirsInside),
    ...(await compareRefunds(deps, failedInside)),
    ...payouts.differences,
    ...(await listLedgerDifferences(deps)),
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
    const open = await insertDifferences(transaction, reportId, report.differences)
    // Those that were resolved are found again as long as they are compared.
    const openCount = open.length + differenceCount - report.differences.length
    if (openCount > 0) {
      const [only] = openCount === 1 ? open : []
      const found = { reportId, differenceCount: openCount, differenceId: only?.id ?? null }
      await deps.jobs.publish(transaction, 'reconciliation.differences-found', found)
    }
    return { reportId, differenceCount }
  })
}

/** Reconciles if the last report is a day old. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const last = await findComparedUntil(deps.database)
  if (!last || deps.clock.now().getTime() - last.getTime() >= DAY_MS + SETTLING_MS) await reconcile(deps)
}
