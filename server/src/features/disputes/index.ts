/** Disputes about paid bookings: families open them, admins end them; meanwhile the booking's money is held. */
export { closeDispute, escalateDispute, openDispute, rejectDispute } from './commands.ts'
export { numberIn as disputeNumberIn } from './dispute.ts'
export { addEvidence } from './evidence.ts'
export { type DisputeFacts, disputeFacts, disputeOf } from './queries.ts'
export { disputesRoutes } from './routes.ts'
export { disputes } from './tables.ts'
