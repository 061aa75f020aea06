/** Disputes about paid bookings: families open them, admins decide them. @see docs/rules/disputes.md */
export { closeDispute, escalateDispute, openDispute, rejectDispute } from './commands.ts'
export { parseDisputeNumber } from './dispute.ts'
export { addEvidence } from './evidence.ts'
export { type DisputeSummary, getDispute, getDisputeSummary } from './queries.ts'
export { disputesRoutes } from './routes.ts'
export { disputes } from './tables.ts'
