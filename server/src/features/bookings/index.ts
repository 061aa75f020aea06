export { acceptRequest, rejectRequest } from './acceptance.ts'
export { listBackups } from './backups.ts'
export { cancelsOnBlock } from './blocking.ts'
export { type CalendarBooking, listCalendarBookings } from './calendar-bookings.ts'
export { getCancellationKey, RECEIPT_TEXTS } from './canceled-refunds.ts'
export { cancelForSide } from './cancellation-commands.ts'
export { previewAdminCancellation } from './cancellation-queries.ts'
export { endRefundsOfBank, settleAfterChargeback } from './chargeback-end.ts'
export { startCheckout } from './checkout.ts'
export { confirmRequest } from './confirmation.ts'
export { getFamilyAccess } from './family-access.ts'
export { bookingsJobs } from './jobs.ts'
export { getMoveDetails, type MoveDetails } from './move-details.ts'
export { endOpenMove } from './move-end.ts'
export { listMoves, toMoveResponse } from './move-store.ts'
export {
  canMessage,
  canPairMessage,
  countVisitsAhead,
  hasPaidRequestBetween,
  hasRequestBetween,
  listLiveBookings,
  listUnpaidRequests,
  listUpcomingRequests,
  listVisits,
} from './person-queries.ts'
export { bookingsData } from './personal-data.ts'
export { requirePreviewedRefund } from './previewed-refund.ts'
export { toHours } from './price.ts'
export {
  getBookingDetails,
  getRequestDetails,
  isCanceled,
  listBookedWindows,
  listBookingIds,
  listRequestWindows,
} from './queries.ts'
export { sumRefunds } from './refund-responses.ts'
export { releaseHeldRequest, releaseRequest } from './release.ts'
export { findRemindedVisit, REVIEW_UNTIL_MS, takeBookingsToReview } from './reminders.ts'
export { closeOpenRequests, removeCaregiverBookings, removeFamilyBookings } from './removal.ts'
export { previewRemoval } from './removal-preview.ts'
export { getBookingState, type RequestDetails } from './responses.ts'
export { bookingsRoutes } from './routes.ts'
export { findSafetyCase } from './safety-queries.ts'
export {
  type AskingStaff,
  declineRefundOfDispute,
  insertStaffRefund,
  isWaitingRefund,
  type StaffRefund,
} from './staff-refunds.ts'
export { lockRequest, type RequestRow } from './store.ts'
export { sendRequest } from './submission.ts'
export { calculateSupportLeft, needsApproval, requireSupportLimit } from './support-limit.ts'
export { bookings, moves, requests, requestWindows, staffRefunds } from './tables.ts'
