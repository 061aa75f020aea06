import type { QueueItem, QueueKind } from '@tendwell/contract/console/queue'
import { plural } from '../../lib/format/format.ts'
import { paths } from '../../shared/routes/paths.ts'

interface QueueText {
  /** The screen where it is dealt with. */
  to: string
  /** The screen's link in the sidebar. */
  section: string
  describe: (count: number) => string
}

const texts: Record<QueueKind, QueueText> = {
  safety_reports: {
    to: `${paths.adminReports}?kind=booking`,
    section: paths.adminReports,
    describe: (count) => plural(count, 'urgent safety report'),
  },
  verifications: {
    to: paths.admin,
    section: paths.admin,
    describe: (count) => `${plural(count, 'caregiver')} to verify`,
  },
  changes: {
    to: `${paths.admin}?verification=changes`,
    section: paths.admin,
    describe: (count) => `${plural(count, 'change')} of a name, photo or description to check`,
  },
  renewals: {
    to: `${paths.admin}?verification=renewals`,
    section: paths.admin,
    describe: (count) => `${plural(count, 'renewal')} to check`,
  },
  documents: {
    to: `${paths.admin}?verification=expiring`,
    section: paths.admin,
    describe: (count) => `${plural(count, 'document')} expired or expiring soon`,
  },
  background_checks: {
    to: `${paths.admin}?verification=background`,
    section: paths.admin,
    describe: (count) => `${plural(count, 'background check')} to decide on`,
  },
  reports: {
    to: paths.adminReports,
    section: paths.adminReports,
    describe: (count) => `${plural(count, 'report')} to review`,
  },
  family_patterns: {
    to: paths.adminReports,
    section: paths.adminReports,
    describe: (count) => `${plural(count, 'family', 'families')} that several caregivers had problems with`,
  },
  ban_matches: {
    to: paths.adminReports,
    section: paths.adminReports,
    describe: (count) =>
      `${plural(count, 'person', 'people')} who ${count === 1 ? 'shares' : 'share'} something with banned ones`,
  },
  overdue_disputes: {
    to: paths.adminDisputes,
    section: paths.adminDisputes,
    describe: (count) => `${plural(count, 'dispute')} open for more than 3 days`,
  },
  disputes: {
    to: paths.adminDisputes,
    section: paths.adminDisputes,
    describe: (count) => plural(count, 'open dispute'),
  },
  two_step_recoveries: {
    to: paths.adminRecoveries,
    section: paths.adminRecoveries,
    describe: (count) => `${plural(count, 'request')} to turn off two-step sign-in`,
  },
  staff_changes: {
    to: paths.adminStaff,
    section: paths.adminStaff,
    describe: (count) => `${plural(count, 'change')} of the admins to approve`,
  },
  waiting_refunds: {
    to: `${paths.adminPayments}?tab=refunds`,
    section: paths.adminPayments,
    describe: (count) => `${plural(count, 'refund')} to approve`,
  },
  stuck_payments: {
    to: `${paths.adminPayments}?state=stuck`,
    section: paths.adminPayments,
    describe: (count) => plural(count, 'stuck payment'),
  },
  stuck_refunds: {
    to: `${paths.adminPayments}?tab=refunds&state=stuck`,
    section: paths.adminPayments,
    describe: (count) => plural(count, 'stuck refund'),
  },
  stuck_payouts: {
    to: `${paths.adminPayouts}?state=stuck`,
    section: paths.adminPayouts,
    describe: (count) => plural(count, 'stuck payout'),
  },
  bank_reviews: {
    to: paths.adminPayouts,
    section: paths.adminPayouts,
    describe: (count) => `${plural(count, 'bank account')} to review`,
  },
  chargebacks: {
    to: paths.adminPayments,
    section: paths.adminPayments,
    describe: (count) => plural(count, 'open chargeback'),
  },
  open_differences: {
    to: paths.reconciliation,
    section: paths.reconciliation,
    describe: (count) => `${plural(count, 'open difference')} with the payment provider`,
  },
  failed_jobs: {
    to: paths.adminJobs,
    section: paths.adminJobs,
    describe: (count) => plural(count, 'failed job'),
  },
  retried_jobs: {
    to: `${paths.adminJobs}?state=waiting`,
    section: paths.adminJobs,
    describe: (count) => `${plural(count, 'job')} waiting for the next try`,
  },
  unsealed_audit: {
    to: paths.adminAudit,
    section: paths.adminAudit,
    describe: (count) => `${plural(count, 'audit entry', 'audit entries')} not sealed for more than an hour`,
  },
}

/** What waits, in words, and where it is dealt with. */
export function describeItem({ kind, count }: QueueItem): { to: string; text: string } {
  return { to: texts[kind].to, text: texts[kind].describe(count) }
}

/** How much waits on a screen of the sidebar. Overdue disputes are among the open ones. */
export function countOf(items: readonly QueueItem[], section: string): number {
  return items
    .filter(({ kind }) => kind !== 'overdue_disputes' && texts[kind].section === section)
    .reduce((sum, { count }) => sum + count, 0)
}
