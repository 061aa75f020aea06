export { wouldBlockCancelVisits } from './canceling/blocking.ts'
export { getCancellationKey, RECEIPT_TEXTS } from './canceling/canceled-refunds.ts'
export { cancelForSide } from './canceling/commands.ts'
export { requirePreviewedRefund } from './canceling/previewed-refund.ts'
export { previewAdminCancellation } from './canceling/queries.ts'
export { closeOpenRequests, removeCaregiverBookings, removeFamilyBookings } from './canceling/removal.ts'
export { previewRemoval } from './canceling/removal-preview.ts'
export { calculateSupportLeftCents, needsApproval, spendSupportLimit } from './canceling/support-limit.ts'
export { countUnfinishedVisits, hasWaitingRefund } from './closing.ts'
export { countRequestsOf, listFamilyIdsOf, listRequestIdsOf } from './console/person.ts'
export { requestList } from './console/request-list.ts'
export { bookingsJobs } from './jobs.ts'
export { answerMeeting } from './meetings/answering.ts'
export { askMeeting, listTimesToMeet } from './meetings/asking.ts'
export { listMeetingsOf } from './meetings/console.ts'
export { toWayFacts } from './meetings/notice-texts.ts'
export {
  type CalendarMeeting,
  findMeetingsForHome,
  getMeeting,
  listCalendarMeetings,
} from './meetings/queries.ts'
export { endOpenMove } from './moving/end.ts'
export { listMoves, toMoveResponse } from './moving/store.ts'
export {
  toAmountFact,
  toComingRefund,
  toRefundOfFamily,
  toRequestPayload,
  toSubjectWords,
  toVisitFacts,
} from './notice-parts.ts'
export { bookingNotices } from './notices.ts'
export { endRefundsPaidByBank, settleAfterChargeback } from './paying/chargeback-end.ts'
export { startCheckout } from './paying/checkout.ts'
export { confirmRequest } from './paying/confirmation.ts'
export { releaseHeldRequest, releaseRequest } from './paying/release.ts'
export { bookingsData } from './personal-data.ts'
export {
  findRequest,
  findRequestIdOfBooking,
  getBookingDetails,
  getLiveRequestDetails,
  listBookedWindows,
  listBookingIds,
  listRequestWindows,
} from './queries.ts'
export { sumCentsAhead } from './refunds/ahead.ts'
export { sumRefunds } from './refunds/responses.ts'
export {
  type ActingStaff,
  countWaitingRefunds,
  decideOnStaffRefund,
  declineRefundOfDispute,
  findStaffRefund,
  insertStaffRefund,
  listGivenAwayRefunds,
  listWaitingRefunds,
  type StaffRefund,
} from './refunds/staff-refunds.ts'
export { REVIEW_UNTIL_MS, takeBookingsToReview } from './reminders/reminders.ts'
export { acceptRequest, rejectRequest } from './requests/acceptance.ts'
export { toHours } from './requests/price.ts'
export { sendRequest } from './requests/submission.ts'
export { type BookedWindow, getBookingState, type RequestDetails } from './responses.ts'
export { bookingsRoutes } from './routes.ts'
export { lockRequest, type RequestRow } from './store.ts'
export { bookings, requests, requestWindows } from './tables.ts'
export { type CalendarBooking, listCalendarBookings } from './visits/calendar-bookings.ts'
export { getFamilyAccess } from './visits/family-access.ts'
export { findFamilyHabits } from './visits/habits.ts'
export { countOwnRequests, findMoveToAnswer, findNextVisit } from './visits/home-queries.ts'
export { findOpenBooking, selectOpenBooking, toConversationBooking } from './visits/open-booking.ts'
export { findOtherPhone } from './visits/other-phone.ts'
export {
  canMessageSql,
  canPairMessage,
  countVisitsAhead,
  hasPaidRequestBetween,
  hasRequestBetween,
  listLiveBookings,
  listRequestSpans,
  listUnpaidRequests,
  type RequestSpan,
} from './visits/person-queries.ts'
export { findSafetyCase } from './visits/safety-cases.ts'
