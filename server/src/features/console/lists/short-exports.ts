/** The exports of lists that are never long. They are read by pages, and can't be sorted. */
import { adminJobsQuery } from '@tendwell/contract/console/jobs'
import { differencesQuery, reconciliationsQuery } from '@tendwell/contract/payments/reconciliation'
import { recoveriesQuery } from '@tendwell/contract/sign-in/two-step'
import { staffQuery } from '@tendwell/contract/staff/staff'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import type { PageRequest } from '../../../platform/database/paging.ts'
import type { Actor } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { listJobs } from '../../../platform/jobs/list.ts'
import { listOpenChargebacks } from '../../payments/index.ts'
import { listBankReviews } from '../../payouts/index.ts'
import { listDifferences, listReports } from '../../reconciliation/index.ts'
import { listRecoveries } from '../../sign-in/index.ts'
import { listInvitations, listStaff, listStaffChanges } from '../../staff/index.ts'
import { ADMIN_ONLY, FINANCE, SUPPORT } from '../access.ts'
import { listRefundsToApprove } from '../refunds/queries.ts'
import type { CsvColumn } from './csv-columns.ts'
import { addCsvRoute, type CsvRoute } from './csv-route.ts'
import { exportRows, readPages } from './export.ts'
import {
  BANK_REVIEW_COLUMNS,
  CHARGEBACK_COLUMNS,
  DIFFERENCE_COLUMNS,
  INVITATION_COLUMNS,
  JOB_COLUMNS,
  RECONCILIATION_COLUMNS,
  RECOVERY_COLUMNS,
  STAFF_CHANGE_COLUMNS,
  STAFF_COLUMNS,
  WAITING_REFUND_COLUMNS,
} from './short-csv-columns.ts'

/** The fields of a list's query that an export doesn't have. */
const PAGE_FIELDS = { page: true, page_size: true } as const
const noFilters = z.strictObject({})

/** Makes a function that reads pages from one that reads a list without pages: all is on the first page. */
const wholeList =
  <Result>(list: () => Promise<Result[]>) =>
  async ({ page: pageNumber }: PageRequest) => {
    const results = await list()
    return { count: results.length, results: pageNumber === 1 ? results : [] }
  }

type ShortExport<Filters extends z.ZodType<object>, Result> = CsvRoute<Filters> & {
  columns: readonly CsvColumn<Result>[]
  read: (
    query: z.output<Filters> & PageRequest,
    actor: Actor,
  ) => Promise<{ count: number; results: Result[] }>
}

/** @see docs/rules/console.md#export */
export function addShortExports(app: App, deps: Deps): void {
  addShortExport(app, deps, {
    path: 'staff',
    summary: 'Export the staff',
    config: ADMIN_ONLY,
    filters: staffQuery.omit(PAGE_FIELDS),
    columns: STAFF_COLUMNS,
    read: (query) => listStaff(deps.database, query),
  })
  addShortExport(app, deps, {
    path: 'staff/invitations',
    summary: 'Export the open invitations to the staff',
    config: ADMIN_ONLY,
    filters: staffQuery.omit(PAGE_FIELDS),
    columns: INVITATION_COLUMNS,
    read: (query) => listInvitations(deps, query),
  })
  addShortExport(app, deps, {
    path: 'staff/changes',
    summary: 'Export the changes of the staff that wait',
    config: ADMIN_ONLY,
    filters: staffQuery.omit(PAGE_FIELDS),
    columns: STAFF_CHANGE_COLUMNS,
    read: (query, actor) => listStaffChanges(deps, actor, query),
  })
  addShortExport(app, deps, {
    path: 'two-step-recoveries',
    summary: 'Export the requests to end two-step sign-in',
    config: SUPPORT,
    filters: recoveriesQuery.omit(PAGE_FIELDS),
    columns: RECOVERY_COLUMNS,
    read: (query, actor) => listRecoveries(deps, actor, query),
  })
  addShortExport(app, deps, {
    path: 'reconciliation',
    summary: 'Export reconciliation reports',
    config: FINANCE,
    filters: reconciliationsQuery.omit(PAGE_FIELDS),
    columns: RECONCILIATION_COLUMNS,
    read: (query) => listReports(deps.database, query),
  })
  addShortExport(app, deps, {
    path: 'reconciliation/differences',
    summary: 'Export reconciliation differences',
    config: FINANCE,
    filters: differencesQuery.omit(PAGE_FIELDS),
    columns: DIFFERENCE_COLUMNS,
    read: (query) => listDifferences(deps.database, query),
  })
  addShortExport(app, deps, {
    path: 'chargebacks',
    summary: 'Export open chargebacks',
    config: FINANCE,
    filters: noFilters,
    columns: CHARGEBACK_COLUMNS,
    read: wholeList(() => listOpenChargebacks(deps.database)),
  })
  addShortExport(app, deps, {
    path: 'bank-reviews',
    summary: 'Export bank accounts to review',
    config: FINANCE,
    filters: noFilters,
    columns: BANK_REVIEW_COLUMNS,
    read: wholeList(() => listBankReviews(deps)),
  })
  addShortExport(app, deps, {
    path: 'waiting-refunds',
    summary: 'Export refunds that wait for approval',
    config: FINANCE,
    filters: noFilters,
    columns: WAITING_REFUND_COLUMNS,
    read: wholeList(() => listRefundsToApprove(deps)),
  })
  addShortExport(app, deps, {
    path: 'jobs',
    summary: 'Export jobs',
    config: ADMIN_ONLY,
    filters: adminJobsQuery.omit(PAGE_FIELDS),
    columns: JOB_COLUMNS,
    read: (query) => listJobs(deps.database, deps.clock, query),
  })
}

/** Adds the export of a short list. Later slices add theirs with it too. @see docs/rules/console.md#export */
export function addShortExport<Filters extends z.ZodType<object>, Result>(
  app: App,
  deps: Deps,
  { columns, read, ...route }: ShortExport<Filters, Result>,
): void {
  addCsvRoute(app, deps, route, (staffActor, name, query) => {
    const batches = readPages((page) => read({ ...query, ...page }, staffActor.actor))
    return exportRows(deps, staffActor, { name, columns, query, batches })
  })
}
