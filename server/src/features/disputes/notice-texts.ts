import { formatUsd } from '@tendwell/contract/money'
import { paths } from '@tendwell/contract/routes'
import { DISPUTE_LABEL_PREFIX, DISPUTE_TYPES } from '@tendwell/contract/safety/dispute-types'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import {
  type RequestDetails,
  toAmountFact,
  toComingRefund,
  toRefundOfFamily,
  toSubjectWords,
  toVisitFacts,
} from '../bookings/index.ts'
import { type Fact, type NoticeContent, namePlaceholder } from '../notices/index.ts'
import type { DisputeSummary } from './queries.ts'

export type DisputeStep = 'created' | 'escalated' | 'rejected' | 'closed'
export type DisputeReader = 'caretaker' | 'caregiver' | 'admin'

/** What happened to a dispute. `adminName` is a `namePlaceholder`, and null unless staff took the step. */
export type DisputeChange = { step: DisputeStep; adminName: string | null; refundCents: number }

/** The page of disputes that each reader can open. */
const PATHS: Record<DisputeReader, string> = {
  caretaker: paths.caretakerDisputes,
  caregiver: paths.caregiverDisputes,
  admin: paths.adminDisputes,
}

/** Tells a side of a dispute about a step, or staff about its opening. */
export function renderDisputeChanged(
  dispute: DisputeSummary,
  request: RequestDetails,
  change: DisputeChange,
  reader: DisputeReader,
): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  const resolution = findResolution(dispute, change)
  return {
    type: `dispute_${change.step}`,
    subject: renderSubject(request, label, change.step, reader),
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      type: dispute.type,
      status: change.step === 'created' ? 'submitted' : change.step,
      ...(change.adminName !== null && { admin_name: change.adminName }),
      message: renderStepMessage(dispute, label, change, reader),
      ...(resolution !== null && { quote: resolution }),
      action_url: `${PATHS[reader]}/${dispute.disputeId}`,
      action_text: change.step === 'created' && reader === 'caregiver' ? 'Read and answer' : 'View dispute',
    },
    facts: renderFacts(dispute, request, change, reader),
  }
}

/**
 * The resolution if the step ends the dispute, otherwise null: a mail about an earlier step that is sent late
 * must not say it.
 */
function findResolution({ resolution }: DisputeSummary, { step }: DisputeChange): string | null {
  return step === 'rejected' || step === 'closed' ? resolution : null
}

/**
 * The facts of a notice: the people, the visits, the refund and the resolution. Staff see both people, and no
 * address.
 */
function renderFacts(
  dispute: DisputeSummary,
  request: RequestDetails,
  change: DisputeChange,
  reader: DisputeReader,
): Fact[] {
  const { refundCents } = change
  const resolution = findResolution(dispute, change)
  const visits = toVisitFacts(request, reader === 'caregiver' ? 'caregiver' : 'caretaker')
  return [
    ...(reader === 'admin' ? [{ label: 'Family', text: request.familyName }] : []),
    ...visits.filter(({ label }) => reader !== 'admin' || label !== 'Where'),
    { label: 'Reason', text: DISPUTE_TYPES.find(({ value }) => value === dispute.type)?.label ?? 'Other' },
    ...(refundCents > 0
      ? [
          toAmountFact(
            reader === 'caregiver' ? toRefundOfFamily(request, refundCents) : toComingRefund(refundCents),
          ),
        ]
      : []),
    ...(resolution === null ? [] : [{ label: 'What we decided', text: resolution }]),
  ]
}

/** Tells one side that staff have a question. */
export function renderQuestion(
  dispute: DisputeSummary,
  request: RequestDetails,
  { side, text }: { side: Side; text: string },
): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  return {
    type: 'dispute_question',
    subject: `We have a question about dispute ${label} with ${toSubjectWords(request, side).name}`,
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

/** Tells the family that the caregiver has answered its dispute. The mail doesn't have the answer, which may change. */
export function renderResponse(dispute: DisputeSummary, request: RequestDetails): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  return {
    type: 'dispute_response',
    subject: `${toSubjectWords(request, 'caretaker').name} answered your dispute ${label}`,
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      message: `${dispute.caregiverName} answered dispute ${label}. Our team reads it too, and decides.`,
      action_url: `${PATHS.caretaker}/${dispute.disputeId}`,
      action_text: 'Read the answer',
    },
    facts: toVisitFacts(request, 'caretaker', null),
  }
}

/** Tells staff that a side has answered. */
export function renderAnswer(
  dispute: DisputeSummary,
  side: Side,
  did: 'answered' | 'answered a question about',
): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  const name = side === 'caregiver' ? dispute.caregiverName : dispute.familyName
  return {
    type: 'dispute_answer',
    subject: `Dispute ${label} has an answer`,
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      message: `${name} ${did} dispute ${label}.`,
      action_url: `${PATHS.admin}/${dispute.disputeId}`,
      action_text: 'View dispute',
    },
  }
}

/** Tells a member of staff that a dispute was assigned to them. @param assignerId who assigned it */
export function renderAssignment(dispute: DisputeSummary, assignerId: number): NoticeContent {
  const label = `${DISPUTE_LABEL_PREFIX}${dispute.disputeId}`
  return {
    type: 'dispute_assigned',
    subject: `Dispute ${label} was assigned to you`,
    payload: {
      dispute_id: dispute.disputeId,
      caretaker_name: dispute.familyName,
      caregiver_name: dispute.caregiverName,
      message: `${namePlaceholder(assignerId)} assigned dispute ${label} between ${dispute.familyName} and ${dispute.caregiverName} to you.`,
      action_url: `${PATHS.admin}/${dispute.disputeId}`,
      action_text: 'View dispute',
    },
    alsoNamed: [assignerId],
  }
}

/** The subject of the mail about a step. The sides also read which visits it is about; staff read no name. */
function renderSubject(
  request: RequestDetails,
  label: string,
  step: DisputeStep,
  reader: DisputeReader,
): string {
  if (reader === 'admin') return `Dispute ${label} was opened`
  const { name, visit } = toSubjectWords(request, reader)
  const about = `your ${visit} with ${name}`
  return {
    created: `${name} opened dispute ${label} about your ${visit}`,
    escalated: `Dispute ${label} about ${about} is under priority review`,
    rejected: `Dispute ${label} about ${about} was rejected`,
    closed: `Dispute ${label} about ${about} is closed`,
  }[step]
}

/** The message that a reader gets about a step. */
function renderStepMessage(
  dispute: DisputeSummary,
  label: string,
  change: DisputeChange,
  reader: DisputeReader,
): string {
  const { familyName, caregiverName } = dispute
  switch (change.step) {
    case 'created': {
      const booking = reader === 'caregiver' ? 'your booking with them' : `a booking with ${caregiverName}`
      const answer =
        reader === 'caregiver' ? ' You can say how you see it, and add files, while it’s open.' : ''
      return `${familyName} opened dispute ${label} about ${booking}.${describeHold(dispute, reader)}${answer}`
    }
    case 'escalated':
      return `Dispute ${label} was escalated. Our team is giving it priority.`
    case 'rejected':
      return `Dispute ${label} was rejected, and the case is closed.${describeRelease(dispute, reader)}`
    case 'closed':
      if (change.adminName === null) {
        return `${familyName} closed dispute ${label}.${describeRelease(dispute, reader)}`
      }
      return `Dispute ${label} was closed as resolved.${describeRefund(dispute, change.refundCents, reader)}`
  }
}

/** A sentence for the caregiver about the money on hold, with a space before it; otherwise empty. */
function describeHold({ heldCents }: DisputeSummary, reader: DisputeReader): string {
  if (reader !== 'caregiver' || heldCents === 0) return ''
  return ` We’re holding ${formatUsd(heldCents)} of the booking until it’s resolved.`
}

/** A sentence for the caregiver about what becomes of the money that was held; otherwise empty. */
function describeRelease(
  { heldCents, isReleased, hasOpenChargeback }: DisputeSummary,
  reader: DisputeReader,
  which = '',
): string {
  if (reader !== 'caregiver' || heldCents === 0 || hasOpenChargeback) return ''
  const destination = isReleased
    ? 'is back in your wallet'
    : 'will reach your wallet after the booking, as usual'
  return ` The ${which}${formatUsd(heldCents)} we held ${destination}.`
}

/** A sentence about the refund with which a dispute was closed, or about the release of the held money. */
function describeRefund(dispute: DisputeSummary, refundCents: number, reader: DisputeReader): string {
  if (refundCents === 0) return describeRelease(dispute, reader)
  const amount = formatUsd(refundCents)
  const isPart = refundCents < dispute.heldCents && !dispute.hasOpenChargeback
  if (reader === 'caretaker') {
    const rest = isPart ? ` The rest of what we held goes to ${dispute.caregiverName}.` : ''
    return ` We’re refunding ${amount} to your card.${rest}`
  }
  const rest = isPart
    ? describeRelease({ ...dispute, heldCents: dispute.heldCents - refundCents }, reader, 'other ')
    : ''
  return ` ${amount} of the booking is being refunded to ${dispute.familyName}.${rest}`
}
