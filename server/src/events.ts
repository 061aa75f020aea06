import type { BackgroundCheckDecision } from '@tendwell/contract/background-checks/background-checks'
import type { MeetingStatus } from '@tendwell/contract/bookings/meetings'
import type { VisitPart } from '@tendwell/contract/bookings/visits'
import type { CancelReason } from '@tendwell/contract/cancellation/calls'
import type { RenewalDecision } from '@tendwell/contract/console/documents'
import type { ChangeDecision } from '@tendwell/contract/console/users'
import type { RefundDecision } from '@tendwell/contract/payments/staff-refunds'
import type { DocumentField, VerificationStatus } from '@tendwell/contract/profiles/profiles'
import type { Role, Side } from '@tendwell/contract/sign-in/accounts'
import type { LocalDate } from '@tendwell/contract/time'

type RequestEvent = { requestId: number }
/** `checkIds` are the checks that gave the documents their expiry date. */
type ExpiryEvent = { userId: number; documents: DocumentField[]; checkIds: number[]; expiresOn: string }
type ChargebackEvent = RequestEvent & { chargebackId: number; paymentId: number; payeeId: number }
/** `refundCents` is what the family gets back. */
type DisputeEvent = { disputeId: number; actorId: number; refundCents: number }

/** Every event of the product and its payload. Times are ISO 8601 in UTC, amounts are in cents. */
export type EventMap = {
  /** Published again when another sign-up replaces an unverified account's name and role. */
  'account.created': { userId: number; role: Role; timezone: string | null }
  /** The owner said that a change of their account wasn't them. */
  'account.change-disowned': {
    userId: number
    kind: 'two_step' | 'recovery_codes' | 'password' | 'email' | 'bank'
  }
  /**
   * All of a person's sessions ended, or those of a device that wasn't theirs. Secret links that work without
   * a session are then replaced, because others may know them.
   */
  'account.sessions-ended': { userId: number }
  'email.verified': { userId: number; role: Role }

  /** Staff or an upload changed a caregiver's verification. `changeId` is new for each change. */
  'caregiver.verification-changed': {
    userId: number
    status: VerificationStatus
    rejectionReason: string | null
    actorId: number
    changeId: string
  }
  /** A caregiver's profile has another time zone than before. */
  'caregiver.zone-changed': { userId: number }
  /** A person has a new browser, phone number or ID, which a banned person may have had. */
  'person.trait-added': { userId: number }
  /** A caregiver's new name, photo or description waits for staff. */
  'caregiver.changes-submitted': { userId: number; submittedAt: string }
  /** Staff approved or declined a caregiver's new name, photo or description. */
  'caregiver.changes-decided': {
    userId: number
    changeId: string
    decision: ChangeDecision
    changed: { name: boolean; photo: boolean; description: boolean }
    reason: string
  }
  /**
   * A background check has a result, or staff decided on it. `validUntil`: the last day of the badge, if
   * there is one. `helpUrl`: the provider's page where people get a copy and have mistakes corrected.
   */
  'background-check.ended': {
    userId: number
    checkId: number
    /**
     * `mismatch`: the check isn't of the person on the ID. `reopened`: a clear check needs a review after
     * all.
     */
    outcome:
      | 'clear'
      | 'needs_review'
      | 'canceled'
      | 'expired'
      | 'mismatch'
      | 'reopened'
      | BackgroundCheckDecision
    provider: string
    validUntil: LocalDate | null
    helpUrl: string
  }
  /** The badge of a background check ends soon. */
  'background-check.ending': { userId: number; checkId: number; validUntil: LocalDate }
  /** Staff want a new file of a document. */
  'document.requested': { userId: number; checkId: number; document: DocumentField; reason: string }
  /** A caregiver uploaded new files of documents. `checkIds`: the checks of the files on file until then, ascending. */
  'document.uploaded': { userId: number; checkIds: number[] }
  /** Documents will expire on one day. `notice`: which reminder, 60, 30 or 7 days before. */
  'document.expiring': ExpiryEvent & { notice: number; daysLeft: number }
  /** Documents expired on one day. `isRenewing`: whether new files of all of them wait for a decision. */
  'document.expired': ExpiryEvent & { isRenewing: boolean }
  /** A new file of a document waits for a decision beside the old one. */
  'document.renewal-submitted': { userId: number; submittedAt: string }
  /**
   * Staff accepted or declined a new file of a document. `expiresOn`: the expiry of the accepted file, if it
   * has one. `isListedAgain`: whether families find the caregiver again, because no document is expired any
   * more.
   */
  'document.renewal-decided': {
    userId: number
    document: DocumentField
    fileId: string
    decision: RenewalDecision
    reason: string
    expiresOn: string | null
    isListedAgain: boolean
  }

  /** A profile that wasn't complete is complete now. */
  'profile.completed': { userId: number }
  /** A referee confirmed a caregiver's reference. */
  'reference.confirmed': { referenceId: number }

  /** Hours became free for which families wait. `waitIds` are those to notify, in the order they asked. */
  'hours.freed': { waitIds: number[]; at: string }
  /** Saved searches of a family found somebody new. `at`: when they were run. */
  'saved-searches.matched': { familyId: number; at: string; found: { searchId: number; count: number }[] }

  'person.blocked': { blockerId: number; blockedId: number; blockedAt: string }
  'person.unblocked': { blockerId: number; blockedId: number }

  'request.submitted': RequestEvent
  'request.answered': RequestEvent & { status: 'accepted' | 'rejected' }
  /**
   * The product rejected a request by itself. `paid`: its payment was captured and is refunded.
   * `isBookedElsewhere`: its family has booked someone else for its hours.
   */
  'request.auto-rejected': RequestEvent & { paid: boolean; isBookedElsewhere?: boolean }
  'request.booked': RequestEvent
  /**
   * Visits that had not begun were canceled. `keptCents`: what the caregiver is still paid for them. `left`:
   * how many visits of the booking are still ahead. `canceledFor`: the side for which Tendwell canceled.
   */
  'booking.canceled': RequestEvent & {
    bookingIds: number[]
    cause:
      | 'family'
      | 'caregiver'
      | 'admin'
      | 'caregiver_removed'
      | 'family_removed'
      | 'caregiver_suspended'
      | 'family_suspended'
      | 'payment_taken_back'
    canceledFor: Side | null
    reason: CancelReason | null
    /**
     * What the family gets back for these visits: refunded now, waiting for its bank, given back by its bank.
     */
    refundCents: number
    waitingCents: number
    takenBackCents: number
    keptCents: number
    /** What support asked finance or an admin to refund besides. */
    askedCents: number
    left: number
  }

  /** A family changed the children, the note, the address or the emergency contact of a paid booking. */
  'booking.visit-changed': RequestEvent & { changedAt: string; changed: VisitPart[] }

  /** A family asked for a meeting, or one was accepted or ended. */
  'meeting.changed': { meetingId: number; status: MeetingStatus }

  /** A visit begins soon. A visit that follows directly belongs to the same reminder. */
  'booking.reminder': RequestEvent & { bookingId: number; reminder: 'day' | 'hours'; startsAt: string }
  /** A visit ended a day ago and has no review. */
  'review.requested': { bookingId: number }
  /** One side proposed other hours for visits. */
  'move.proposed': { moveId: number }
  /** A proposed move ended; its row says how. */
  'move.ended': { moveId: number }
  /** An outside calendar has not been readable for so long that its busy times were dropped. */
  'outside-calendar.lost': { userId: number; calendarId: number; name: string; failingSince: string }

  'payment.captured': { paymentId: number; requestId: number }
  /** The provider keeps refusing the refund. */
  'refund.stuck': { refundId: number; paymentId: number; amountCents: number }
  /**
   * Staff refunded an amount of a booking. `fromCaregiverCents`: how much of it the caregiver pays.
   * `reference`: how it was paid if not to the card.
   */
  'refund.made': RequestEvent & {
    staffRefundId: number
    amountCents: number
    fromCaregiverCents: number
    reason: string
    reference: string | null
  }
  /** A refund waits for the approval of finance or an admin. */
  'refund.waiting': RequestEvent & { staffRefundId: number; amountCents: number }
  /** A refund that waited was approved or declined. */
  'refund.decided': RequestEvent & {
    staffRefundId: number
    amountCents: number
    askedBy: number
    /** The member of staff, or the family that closed the dispute which the refund was to end. */
    decidedBy: number
    decision: RefundDecision
    /** Why it was declined; null if it was approved, or ended with its dispute. */
    reason: string | null
  }
  /** A refund that the card didn't take was paid another way. */
  'refund.paid-another-way': RequestEvent & { refundId: number; amountCents: number; reference: string }
  /**
   * A refund was about to be sent, but the payer's bank has already given the payment's money back itself.
   */
  'refund.double': RequestEvent & { paymentId: number; payeeId: number }
  /** A refund ended because the payer's bank has given the money back itself. */
  'refund.taken-back': RequestEvent & { refundId: number; amountCents: number }
  /** The payer's bank takes a payment back or asks about it (`opened`), and has decided (`closed`). */
  'chargeback.opened': ChargebackEvent
  'chargeback.closed': ChargebackEvent & { status: 'won' | 'lost' }
  /** Visits were canceled while the bank decided; what the family gets back for them is refunded now. */
  'chargeback.refunded': RequestEvent & { chargebackId: number; refundCents: number }
  /**
   * A caregiver withdraws money. `last4`: the bank account's last four digits, if the provider gives them.
   */
  'payout.requested': { userId: number; payoutId: number; amountCents: number; last4: string | null }
  /** A payout arrived at the caregiver's bank. */
  'payout.paid': { payoutId: number }
  /** A payout failed or was canceled, and its money is available again. */
  'payout.returned': { payoutId: number }
  /** A payout makes no progress. */
  'payout.stuck': { payoutId: number }
  /**
   * A caregiver's payouts go to another bank account. `isFirst`: there was none before. `isInReview`:
   * somebody else has the account too, and staff decide on it. `payableFrom`: when money can be withdrawn
   * again; null if no wait begins. `changeId` is new for each change.
   */
  'bank-details.changed': {
    userId: number
    last4: string
    isFirst: boolean
    isInReview: boolean
    payableFrom: string | null
    changeId: string
    changedAt: string
  }
  /** A bank account is somebody else's too, and waits for staff. */
  'bank-review.opened': { userId: number; at: string }
  'bank-review.decided': {
    userId: number
    last4: string
    decision: 'approved' | 'refused'
    reason: string
    at: string
  }
  /** A webhook arrived; `eventType` is the provider's own name, such as `payout.paid`. */
  'provider.object-changed': { eventType: string; accountId: string | null; objectId: string | null }
  /**
   * A reconciliation found differences from the provider's figures. `differenceId`: set if there is only one.
   */
  'reconciliation.differences-found': {
    reportId: number
    differenceCount: number
    differenceId: number | null
  }

  /** The sweep of stored files stopped because something is wrong. `problem`: a sentence for admins. */
  'files.sweep-stopped': { day: string; problem: string }

  'dispute.created': DisputeEvent
  'dispute.escalated': DisputeEvent
  'dispute.rejected': DisputeEvent
  'dispute.closed': DisputeEvent
  /** Someone on the staff was made responsible for a dispute. */
  'dispute.assigned': { disputeId: number; assigneeId: number; actorId: number; at: string }
  'dispute.question-asked': { disputeId: number; questionId: number }
  /** The caregiver wrote, or changed, their answer to a dispute. */
  'dispute.responded': { disputeId: number; at: string }
  'dispute.answered': { disputeId: number; answerId: number; side: Side }

  'review.written': { reviewId: number }
  /** The caregiver answered a review of them. */
  'review.answered': { reviewId: number }
  /** Someone reported that something is wrong about a booking. */
  'report.urgent': {
    reportId: number
    reporterId: number
    requestId: number
    isUnderWay: boolean
    at: string
  }
  /** Staff decided on reports of one thing. */
  'report.decided': { decisionId: number }
  'message.sent': {
    conversationId: number
    messageId: number
    senderId: number
    sentAt: string
    /** The first message of its conversation. */
    isFirst: boolean
  }
  'conversation.read': { conversationId: number; readerId: number; readAt: string }
}

export type EventName = keyof EventMap
