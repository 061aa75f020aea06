/** Reports, and what staff decide on them. @see docs/rules/safety.md#moderation */

export { listWaitingBanMatches } from './bans/ban-matches.ts'
export { banForChargeback, findBanMatches } from './bans/bans.ts'
export { countReportsOf, findHidingReport, hasOpenReport } from './console/person.ts'
export {
  countOpenReports,
  countUrgentReports,
  reportList,
} from './console/report-list.ts'
export { getReportRecord, openReportMessages } from './console/report-record.ts'
export { moderationJobs } from './jobs.ts'
export { moderationNotices } from './notices.ts'
export { moderationData } from './personal-data.ts'
export { decideReport, showContentAgain } from './reports/decisions.ts'
export { isReportedBefore, listReportEvidence, listReportIdsBy } from './reports/evidence.ts'
export { moderationRoutes } from './routes.ts'
export { activate, deactivate } from './suspensions/account-status.ts'
export { toSuspensionEnd } from './suspensions/suspension.ts'
