/** Disputes about paid bookings: families open them, admins decide them. @see docs/rules/disputes.md */
export {
  isInOpenDispute,
  listDisputeEvidence,
  listDisputesOf,
  listEvidenceFiles,
} from './closing.ts'
export { closeAsApproved, closeDispute, escalateDispute, openDispute, rejectDispute } from './commands.ts'
export { countDisputesOf } from './console/person.ts'
export { isOpenStatus, parseDisputeNumber } from './dispute.ts'
export { addEvidence } from './evidence.ts'
export { disputesJobs } from './jobs.ts'
export { disputesData } from './personal-data.ts'
export {
  type DisputeSummary,
  findDispute,
  getDispute,
  getDisputeSummary,
  listDisputeRefunds,
} from './queries.ts'
export { getQuestion } from './question-queries.ts'
export { answerQuestion, askSide } from './questions.ts'
export { disputesRoutes } from './routes.ts'
export { hasOpenDispute, lockDispute, setAssignee } from './store.ts'
export { disputeQuestions, disputes } from './tables.ts'
