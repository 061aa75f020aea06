/** Disputes about paid bookings: families open them, admins decide them. @see docs/rules/disputes.md */
export {
  isInOpenDispute,
  listDisputeEvidence,
  listDisputeIdsOf,
  listEvidenceFiles,
} from './closing.ts'
export { closeAsApproved, closeDispute, escalateDispute, openDispute, rejectDispute } from './commands.ts'
export { assignDispute, listDisputeStaff } from './console/assignees.ts'
export { countOpenDisputes, disputeList } from './console/dispute-list.ts'
export { countDisputesOf } from './console/person.ts'
export { addEvidence } from './evidence.ts'
export { disputesJobs } from './jobs.ts'
export { disputeNotices } from './notices.ts'
export { disputesData } from './personal-data.ts'
export {
  findDispute,
  getDispute,
  listDisputeRefunds,
  listOpenDisputesOf,
  listRequestDisputes,
} from './queries.ts'
export { listQuestionAuthors } from './question-queries.ts'
export { answerQuestion, askSide } from './questions.ts'
export { disputesRoutes } from './routes.ts'
export { hasOpenDispute } from './store.ts'
