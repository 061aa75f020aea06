import { formatUsd } from '@tendwell/contract/money'
import { DISPUTE_LABEL_PREFIX } from '@tendwell/contract/reference'
import type { DisputeSummary } from '../disputes/index.ts'
import type { Notice } from './texts.ts'

/** How a dispute can have moved on. */
export type DisputeStep = 'created' | 'escalated' | 'rejected' | 'closed'
export type DisputeReader = 'caretaker' | 'caregiver' | 'admin'

/** What has happened, and by whom; an admin's name where it was one. Amounts are US cents. */
export type DisputeNews = { step: DisputeStep; adminName: string | null; refundCents: number }

const PATHS: Record<DisputeReader, string> = {
  caretaker: '/caretaker/disputes',
  caregiver: '/caregiver/disputes',
  admin: '/admin/disputes',
}

/** To a party of a dispute, or to an admin: what has happened to it. */
export function disputeMoved(dispute: DisputeSummary, news: DisputeNews, to: DisputeReader): Notice {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  return {
    type: `dispute_${news.step}`,
    subject: subjectOf(label, news.step),
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.caretakerName,
      caregiver_name: dispute.caregiverName,
      type: dispute.type,
      status: news.step === 'created' ? 'submitted' : news.step,
      ...(news.adminName !== null && { admin_name: news.adminName }),
      message: messageOf(dispute, label, news, to),
      action_url: `${PATHS[to]}/${dispute.disputeId}`,
      action_text: 'See the dispute',
    },
  }
}

function subjectOf(label: string, step: DisputeStep): string {
  return {
    created: `A dispute was opened: ${label}`,
    escalated: `Dispute ${label} is under priority review`,
    rejected: `Dispute ${label} was rejected`,
    closed: `Dispute ${label} is closed`,
  }[step]
}

function messageOf(dispute: DisputeSummary, label: string, news: DisputeNews, to: DisputeReader): string {
  const { caretakerName, caregiverName } = dispute
  switch (news.step) {
    case 'created': {
      const about = to === 'caregiver' ? 'your booking with them' : `a booking with ${caregiverName}`
      return `${caretakerName} has opened the dispute ${label} about ${about}.${heldText(dispute, to)}`
    }
    case 'escalated':
      return `The dispute ${label} has been escalated: our team gives it priority.`
    case 'rejected':
      return `The dispute ${label} was rejected and the case is closed.${releasedText(dispute, to)}`
    case 'closed':
      if (news.adminName === null) {
        return `${caretakerName} has closed the dispute ${label}.${releasedText(dispute, to)}`
      }
      return `The dispute ${label} was closed as resolved.${refundText(dispute, news.refundCents, to)}`
  }
}

function heldText({ heldCents }: DisputeSummary, to: DisputeReader): string {
  if (to !== 'caregiver' || heldCents === 0) return ''
  return ` ${formatUsd(heldCents)} of the booking is held until it is settled.`
}

function releasedText({ heldCents, isReleased }: DisputeSummary, to: DisputeReader): string {
  if (to !== 'caregiver' || heldCents === 0) return ''
  const where = isReleased
    ? 'is in your wallet again'
    : 'will reach your wallet in its usual time after the booking'
  return ` The ${formatUsd(heldCents)} that was held ${where}.`
}

function refundText(dispute: DisputeSummary, refundCents: number, to: DisputeReader): string {
  if (refundCents === 0) return releasedText(dispute, to)
  const amount = formatUsd(refundCents)
  if (to === 'caretaker') return ` ${amount} is on its way back to your card.`
  return ` ${amount} of the booking goes back to ${dispute.caretakerName}.`
}

/** To a caregiver: a family has reviewed a booking. */
export function reviewReceived(review: {
  bookingId: number
  caregiverId: number
  caretakerName: string
  rating: number
}): Notice {
  return {
    type: 'review_received',
    subject: `${review.caretakerName} has reviewed you`,
    payload: {
      booking_id: review.bookingId,
      caretaker_name: review.caretakerName,
      rating: review.rating,
      message: `${review.caretakerName} rated your care ${review.rating}/5.`,
      action_url: `/caregivers/${review.caregiverId}`,
      action_text: 'See your reviews',
    },
  }
}
