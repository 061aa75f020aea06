import { auditQuery } from '@tendwell/contract/console/audit'
import { waitingBackgroundChecksQuery } from '@tendwell/contract/console/background-checks'
import { adminPaymentsQuery, adminPayoutsQuery, adminRefundsQuery } from '@tendwell/contract/console/money'
import { adminReportsQuery } from '@tendwell/contract/console/reports'
import {
  adminDisputesQuery,
  adminRequestsQuery,
  adminUsersQuery,
  pendingChangesQuery,
  verificationListQuery,
} from '@tendwell/contract/console/users'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { SortedList } from '../../../platform/database/sorted-list.ts'
import type { App } from '../../../platform/http/http.ts'
import { requestList } from '../../bookings/index.ts'
import { disputeList } from '../../disputes/index.ts'
import { reportList } from '../../moderation/index.ts'
import { verificationList } from '../../profiles/index.ts'
import { ADMIN_ONLY, FINANCE, STAFF, SUPPORT } from '../access.ts'
import { auditList } from '../audit/queries.ts'
import { waitingCheckList } from '../background-checks/queries.ts'
import { pendingChangeList } from '../changes/queries.ts'
import { paymentList, payoutList, refundList } from '../money/lists.ts'
import { userList } from '../users/queries.ts'
import {
  AUDIT_COLUMNS,
  BACKGROUND_CHECK_COLUMNS,
  CHANGE_COLUMNS,
  type CsvColumn,
  DISPUTE_COLUMNS,
  PAYMENT_COLUMNS,
  PAYOUT_COLUMNS,
  REFUND_COLUMNS,
  REPORT_COLUMNS,
  REQUEST_COLUMNS,
  USER_COLUMNS,
  VERIFICATION_COLUMNS,
} from './csv-columns.ts'
import { addCsvRoute, type CsvRoute } from './csv-route.ts'
import { exportList } from './export.ts'
import { addShortExports } from './short-exports.ts'

/** An export of a list that is read batch by batch. */
type ExportRoute<
  Filters extends z.ZodType<{ sort?: string | undefined }>,
  Result extends { id: number },
> = CsvRoute<Filters> & {
  list: SortedList<z.output<Filters>, Result>
  columns: readonly CsvColumn<Result>[]
}

/** The fields of a list's query that an export doesn't have. */
const PAGE_FIELDS = { page: true, page_size: true } as const

/**
 * Adds the exports of the console's lists, but for those that later slices add.
 * @see docs/rules/console.md#export
 */
export function exportRoutes(app: App, deps: Deps): void {
  addSupportExports(app, deps)
  addFinanceExports(app, deps)
  addShortExports(app, deps)
  addExport(app, deps, {
    path: 'audit',
    summary: 'Export the audit log',
    config: ADMIN_ONLY,
    filters: auditQuery.omit(PAGE_FIELDS),
    list: auditList,
    columns: AUDIT_COLUMNS,
  })
}

function addSupportExports(app: App, deps: Deps): void {
  addExport(app, deps, {
    path: 'users',
    summary: 'Export users',
    config: SUPPORT,
    filters: adminUsersQuery.omit(PAGE_FIELDS),
    list: userList,
    columns: USER_COLUMNS,
  })
  addExport(app, deps, {
    path: 'caregivers/verification',
    summary: 'Export caregivers to verify',
    config: SUPPORT,
    filters: verificationListQuery.omit(PAGE_FIELDS),
    list: verificationList,
    columns: VERIFICATION_COLUMNS,
  })
  addExport(app, deps, {
    path: 'caregivers/changes',
    summary: 'Export profile changes',
    config: SUPPORT,
    filters: pendingChangesQuery.omit(PAGE_FIELDS),
    list: pendingChangeList,
    columns: CHANGE_COLUMNS,
  })
  addExport(app, deps, {
    path: 'caregivers/background-checks',
    summary: 'Export background checks to decide on',
    config: SUPPORT,
    filters: waitingBackgroundChecksQuery.omit(PAGE_FIELDS),
    list: waitingCheckList,
    columns: BACKGROUND_CHECK_COLUMNS,
  })
  addExport(app, deps, {
    path: 'requests',
    summary: 'Export booking requests',
    config: STAFF,
    filters: adminRequestsQuery.omit(PAGE_FIELDS),
    list: requestList,
    columns: REQUEST_COLUMNS,
  })
  addExport(app, deps, {
    path: 'disputes',
    summary: 'Export disputes',
    config: SUPPORT,
    filters: adminDisputesQuery.omit(PAGE_FIELDS),
    list: disputeList,
    columns: DISPUTE_COLUMNS,
  })
  addExport(app, deps, {
    path: 'reports',
    summary: 'Export reports',
    config: SUPPORT,
    filters: adminReportsQuery.omit(PAGE_FIELDS),
    list: reportList,
    columns: REPORT_COLUMNS,
  })
}

function addFinanceExports(app: App, deps: Deps): void {
  addExport(app, deps, {
    path: 'payments',
    summary: 'Export payments',
    config: FINANCE,
    filters: adminPaymentsQuery.omit(PAGE_FIELDS),
    list: paymentList,
    columns: PAYMENT_COLUMNS,
  })
  addExport(app, deps, {
    path: 'refunds',
    summary: 'Export refunds',
    config: FINANCE,
    filters: adminRefundsQuery.omit(PAGE_FIELDS),
    list: refundList,
    columns: REFUND_COLUMNS,
  })
  addExport(app, deps, {
    path: 'payouts',
    summary: 'Export payouts',
    config: FINANCE,
    filters: adminPayoutsQuery.omit(PAGE_FIELDS),
    list: payoutList,
    columns: PAYOUT_COLUMNS,
  })
}

function addExport<Filters extends z.ZodType<{ sort?: string | undefined }>, Result extends { id: number }>(
  app: App,
  deps: Deps,
  { list, columns, ...route }: ExportRoute<Filters, Result>,
): void {
  addCsvRoute(app, deps, route, (staffActor, name, query) =>
    exportList(deps, staffActor, { name, list, columns, query }),
  )
}
