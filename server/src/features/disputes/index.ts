/** Disputes about paid bookings: families open them, admins decide them. @see docs/rules/disputes.md */
export { closeDispute, escalateDispute, openDispute, rejectDispute } from './commands.ts'
export { isOpenStatus, parseDisputeNumber } from './dispute.ts'
export { addEvidence } from './evidence.ts'
export { type DisputeSummary, getDispute, getDisputeSummary, getQuestion } from './queries.ts'
export { answerQuestion, askSide } from './questions.ts'
export { disputesRoutes } from './routes.ts'
export { lockDispute, setAssignee } from './store.ts'
export { disputeQuestions, disputes } from './tables.ts'
