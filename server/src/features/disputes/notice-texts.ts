import { formatUsd } from '@tendwell/contract/money'
import { DISPUTE_LABEL_PREFIX, DISPUTE_TYPES } from '@tendwell/contract/safety/dispute-types'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { ON_ITS_WAY, type RequestDetails, toVisitFacts } from '../bookings/index.ts'
import { type Fact, markName, type NoticeContent } from '../notices/index.ts'
import type { DisputeSummary } from './queries.ts'

export type DisputeStep = 'created' | 'escalated' | 'rejected' | 'closed'
export type DisputeReader = 'caretaker' | 'caregiver' | 'admin'

/** `adminName` is a mark, and null unless an admin took the step. */
export type DisputeChange = { step: DisputeStep; adminName: string | null; refundCents: number }

const PATHS: Record<DisputeReader, string> = {
  caretaker: '/caretaker/disputes',
  caregiver: '/caregiver/disputes',
  admin: '/admin/disputes',
}

/** To both sides of a dispute, and to admins when it is opened. */
export function renderDisputeChanged(
  dispute: DisputeSummary,
  request: RequestDetails,
  change: DisputeChange,
  to: DisputeReader,
): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  const resolution = findResolution(dispute, change)
  return {
    type: `dispute_${change.step}`,
    subject: renderSubject(label, change.step),
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      type: dispute.type,
      status: change.step === 'created' ? 'submitted' : change.step,
      ...(change.adminName !== null && { admin_name: change.adminName }),
      message: renderMessage(dispute, label, change, to),
      ...(resolution !== null && { quote: resolution }),
      action_url: `${PATHS[to]}/${dispute.disputeId}`,
      action_text: 'View dispute',
    },
    facts: renderFacts(dispute, request, change, to),
  }
}

/** What was decided belongs to the last step: a mail about an earlier one may be late. */
function findResolution({ resolution }: DisputeSummary, { step }: DisputeChange): string | null {
  return step === 'rejected' || step === 'closed' ? resolution : null
}

/** Whom and which visits it is about, and what moves. Admins see both people, and no address. */
function renderFacts(
  dispute: DisputeSummary,
  request: RequestDetails,
  change: DisputeChange,
  to: DisputeReader,
): Fact[] {
  const { refundCents } = change
  const resolution = findResolution(dispute, change)
  const visits = toVisitFacts(request, to === 'caregiver' ? 'caregiver' : 'caretaker')
  return [
    ...(to === 'admin' ? [{ label: 'Family', text: request.familyName }] : []),
    ...visits.filter(({ label }) => to !== 'admin' || label !== 'Where'),
    { label: 'Reason', text: DISPUTE_TYPES.find(({ value }) => value === dispute.type)?.label ?? 'Other' },
    ...(refundCents > 0 ? [{ label: ON_ITS_WAY, text: formatUsd(refundCents) }] : []),
    ...(resolution === null ? [] : [{ label: 'What we decided', text: resolution }]),
  ]
}

/** To the side that staff asked. */
export function renderQuestion(
  dispute: DisputeSummary,
  request: RequestDetails,
  { side, text }: { side: Side; text: string },
): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  return {
    type: 'dispute_question',
    subject: `We have a question about dispute ${label}`,
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      message: `Our team has a question for you about dispute ${label}. Only our team reads your answer.`,
      quote: text,
      action_url: `${PATHS[side]}/${dispute.disputeId}`,
      action_text: 'Answer',
    },
    facts: [{ label: 'Question', text }, ...toVisitFacts(request, side, null)],
  }
}

/** To staff. */
export function renderAnswer(dispute: DisputeSummary, side: Side): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  const name = side === 'caregiver' ? dispute.caregiverName : dispute.familyName
  return {
    type: 'dispute_answer',
    subject: `Dispute ${label} has an answer`,
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      message: `${name} answered a question about dispute ${label}.`,
      action_url: `${PATHS.admin}/${dispute.disputeId}`,
      action_text: 'View dispute',
    },
  }
}

/** For the new assignee of a dispute. @param assignerId who did it */
export function renderAssignment(dispute: DisputeSummary, assignerId: number): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  return {
    type: 'dispute_assigned',
    subject: `Dispute ${label} was assigned to you`,
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      message: `${markName(assignerId)} assigned dispute ${label} between ${dispute.familyName} and ${dispute.caregiverName} to you.`,
      action_url: `${PATHS.admin}/${dispute.disputeId}`,
      action_text: 'View dispute',
    },
    alsoNamed: [assignerId],
  }
}

function renderSubject(label: string, step: DisputeStep): string {
  return {
    created: `Dispute ${label} was opened`,
    escalated: `Dispute ${label} is under priority review`,
    rejected: `Dispute ${label} was rejected`,
    closed: `Dispute ${label} is closed`,
  }[step]
}

function renderMessage(
  dispute: DisputeSummary,
  label: string,
  change: DisputeChange,
  to: DisputeReader,
): string {
  const { familyName, caregiverName } = dispute
  switch (change.step) {
    case 'created': {
      const booking = to === 'caregiver' ? 'your booking with them' : `a booking with ${caregiverName}`
      return `${familyName} opened dispute ${label} about ${booking}.${renderHold(dispute, to)}`
    }
    case 'escalated':
      return `Dispute ${label} was escalated. Our team is giving it priority.`
    case 'rejected':
      return `Dispute ${label} was rejected, and the case is closed.${renderRelease(dispute, to)}`
    case 'closed':
      if (change.adminName === null) {
        return `${familyName} closed dispute ${label}.${renderRelease(dispute, to)}`
      }
      return `Dispute ${label} was closed as resolved.${renderRefund(dispute, change.refundCents, to)}`
  }
}

function renderHold({ heldCents }: DisputeSummary, to: DisputeReader): string {
  if (to !== 'caregiver' || heldCents === 0) return ''
  return ` We're holding ${formatUsd(heldCents)} of the booking until it's resolved.`
}

function renderRelease({ heldCents, isReleased, isChargedBack }: DisputeSummary, to: DisputeReader): string {
  if (to !== 'caregiver' || heldCents === 0 || isChargedBack) return ''
  const destination = isReleased
    ? 'is back in your wallet'
    : 'will reach your wallet after the booking, as usual'
  return ` The ${formatUsd(heldCents)} we held ${destination}.`
}

function renderRefund(dispute: DisputeSummary, refundCents: number, to: DisputeReader): string {
  if (refundCents === 0) return renderRelease(dispute, to)
  const amount = formatUsd(refundCents)
  if (to === 'caretaker') return ` We're refunding ${amount} to your card.`
  return ` ${amount} of the booking is being refunded to ${dispute.familyName}.`
}
