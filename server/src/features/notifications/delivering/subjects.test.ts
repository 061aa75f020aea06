/** The subjects of mails about visits. @see docs/rules/chat-and-notifications.md#emails */
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { renderCanceledToCaregiver, renderCanceledToFamily } from '../../bookings/canceling/notice-texts.ts'
import type { RequestDetails } from '../../bookings/index.ts'
import { renderMoveEnded, renderMoveProposed } from '../../bookings/moving/notice-texts.ts'
import {
  renderBookingConfirmed,
  renderChargeback,
  renderChargebackAlert,
} from '../../bookings/paying/notice-texts.ts'
import { renderRefundMade, renderRefundWaiting } from '../../bookings/refunds/notice-texts.ts'
import { renderReminder } from '../../bookings/reminders/notice-texts.ts'
import {
  renderAccepted,
  renderAutoRejected,
  renderOthersOffered,
  renderRejected,
  renderRequestCreated,
  renderRequestWithdrawn,
} from '../../bookings/requests/notice-texts.ts'
import { renderCaregiverUnderReview } from '../../bookings/visits/notice-texts.ts'
import { renderDisputeChanged, renderQuestion } from '../../disputes/notice-texts.ts'
import { fillNames, fillVisitDay, type NoticeContent } from '../../notices/index.ts'
import { renderReviewReceived, renderReviewRequest } from '../../reviews/notice-texts.ts'

const names = new Map([
  [3, 'Sofia Reyes'],
  [4, 'Nora and Tom Fields'],
])
const startMs = Date.parse('2026-12-15T14:00:00Z')
const visit = { startMs, endMs: startMs + 2 * HOUR_MS }
const noDetails = { children: [], note: '', address: null, emergency_contact: null }

const request: RequestDetails = {
  requestId: 12,
  caregiverId: 3,
  caregiverName: '⟦3⟧',
  familyId: 4,
  familyName: '⟦4⟧',
  timezone: 'America/New_York',
  windows: [],
  visits: [visit],
  totalHours: 2,
  priceCents: 6_200,
  cancellationPolicy: 'moderate',
  submittedAt: new Date('2026-11-20T14:00:00Z'),
  heldUntil: null,
  isAnswered: false,
  rejectionCause: null,
  rejectReason: null,
  visitDetailsFor: { caretaker: noDetails, caregiver: noDetails },
}
const weekly = {
  ...request,
  visits: [0, 7, 14].map((days) => ({
    startMs: visit.startMs + days * DAY_MS,
    endMs: visit.endMs + days * DAY_MS,
  })),
}

function read({ subject, facts = [] }: NoticeContent, zone: string | null = null) {
  return fillNames(fillVisitDay(subject ?? '', facts, zone), names)
}

const canceled = {
  bookingIds: [4],
  canceledFor: null,
  reason: 'illness',
  refundCents: 0,
  waitingCents: 0,
  takenBackCents: 0,
  keptCents: 0,
  askedCents: 0,
  left: 0,
} as const
const dispute = {
  disputeId: 5,
  requestId: 12,
  familyId: 4,
  familyName: '⟦4⟧',
  caregiverId: 3,
  caregiverName: '⟦3⟧',
  type: 'schedule' as const,
  heldCents: 0,
  resolution: null,
  assigneeId: null,
  isReleased: false,
  hasOpenChargeback: false,
}
const offer = { requestId: 12, substitutes: [], requested: [], searchPath: '/caregivers' }
const refund = {
  requestId: 12,
  staffRefundId: 1,
  amountCents: 2_000,
  fromCaregiverCents: 0,
  reason: 'It was cut short',
  reference: null,
}
const step = { adminName: null, refundCents: 0 }
const later = { ...request, visits: [{ startMs: startMs + DAY_MS, endMs: visit.endMs + DAY_MS }] }
const moveOf = (proposedBy: 'caretaker' | 'caregiver') =>
  ({
    move: { requestId: 12, proposedBy, expiresAt: new Date('2026-12-01T15:00:00Z') },
    before: request,
    after: later,
  }) as unknown as Parameters<typeof renderMoveProposed>[0]

it.each<[string, NoticeContent]>([
  ['Nora and Tom would like to book you for Dec 15', renderRequestCreated(request)],
  ['Nora and Tom would like to book you for 3 visits from Dec 15', renderRequestCreated(weekly)],
  ['Sofia accepted your request for Dec 15', renderAccepted(request)],
  ['Sofia declined your request for Dec 15', renderRejected(request, null)],
  ['Sofia is no longer free for Dec 15', renderAutoRejected(request, true, null)],
  [
    'Your request to Sofia for Dec 15 has expired',
    renderAutoRejected({ ...request, rejectionCause: 'expired', isAnswered: true }, false, null),
  ],
  [
    'Sofia didn’t answer your request for Dec 15 in time',
    renderAutoRejected({ ...request, rejectionCause: 'expired' }, false, null),
  ],
  ['No answer from Sofia yet for Dec 15', renderOthersOffered(request, offer)],
  [
    'No answer from Sofia yet: who else is free for Dec 15',
    renderOthersOffered(request, { ...offer, substitutes: [{ id: 7, about: '' }] }),
  ],
  ['Your refund of $20.00 for your Dec 15 visit with Sofia', renderRefundMade(request, refund, 'caretaker')],
  ['Refund of $20.00 to Nora and Tom for your Dec 15 visit', renderRefundMade(request, refund, 'caregiver')],
  ['A refund of booking #12 waits for approval', renderRefundWaiting(refund)],
  [
    'Chargeback #3: a bank disputes the payment of booking #12',
    renderChargebackAlert({ id: 3, requestId: 12 }, null),
  ],
  ['Nora and Tom’s request for Dec 15 was withdrawn', renderRequestWithdrawn(request)],
  ['Your Dec 15 visit with Sofia is confirmed', renderBookingConfirmed(request, 'caretaker')],
  ['Your 3 visits from Dec 15 with Nora and Tom are confirmed', renderBookingConfirmed(weekly, 'caregiver')],
  ['Coming up: your Dec 15 visit with Sofia', renderReminder(request, 'caretaker', 'day')],
  ['Starting soon: your Dec 15 visit with Nora and Tom', renderReminder(request, 'caregiver', 'hours')],
  [
    'You canceled your Dec 15 visit with Sofia',
    renderCanceledToFamily(request, { ...canceled, cause: 'family' }),
  ],
  [
    'Nora and Tom canceled your Dec 15 visit',
    renderCanceledToCaregiver(request, { ...canceled, cause: 'family' }),
  ],
  [
    'Sofia canceled your 3 visits from Dec 15',
    renderCanceledToFamily(weekly, { ...canceled, cause: 'caregiver' }),
  ],
  [
    'You canceled your Dec 15 visit with Nora and Tom',
    renderCanceledToCaregiver(request, { ...canceled, cause: 'caregiver' }),
  ],
  [
    'Your Dec 15 visit with Sofia was canceled',
    renderCanceledToFamily(request, { ...canceled, cause: 'caregiver_removed' }),
  ],
  [
    'Your 3 visits from Dec 15 with Nora and Tom were canceled',
    renderCanceledToCaregiver(weekly, { ...canceled, cause: 'admin' }),
  ],
  ['Nora and Tom would like another time for your Dec 15 visit', renderMoveProposed(moveOf('caretaker'))],
  ['New time with Sofia: Dec 16', renderMoveEnded(moveOf('caretaker'), 'accepted')],
  ['New time with Nora and Tom: Dec 16', renderMoveEnded(moveOf('caretaker'), 'accepted', 'caregiver')],
  ['Your Dec 15 visit with Sofia stays as planned', renderMoveEnded(moveOf('caretaker'), 'declined')],
  ['We’re reviewing Sofia’s profile. Your Dec 15 visit is still on', renderCaregiverUnderReview(request)],
  ['How was your Dec 15 visit with Sofia?', renderReviewRequest(request, 9)],
  [
    'Nora and Tom reviewed your Dec 15 visit',
    renderReviewReceived({ bookingId: 9, rating: 4, comment: '' }, request),
  ],
  [
    'Nora and Tom opened dispute DPT-5 about your Dec 15 visit',
    renderDisputeChanged(dispute, request, { ...step, step: 'created' }, 'caregiver'),
  ],
  [
    'Dispute DPT-5 about your Dec 15 visit with Sofia is closed',
    renderDisputeChanged(dispute, request, { ...step, step: 'closed' }, 'caretaker'),
  ],
  ['Dispute DPT-5 was opened', renderDisputeChanged(dispute, request, { ...step, step: 'created' }, 'admin')],
  [
    'We have a question about dispute DPT-5 with Sofia',
    renderQuestion(dispute, request, { side: 'caretaker', text: 'When did they leave?' }),
  ],
  [
    'Your bank disputes the payment for your Dec 15 visit with Sofia',
    renderChargeback(request, { step: 'opened', amountCents: 6_200 }, 'caretaker'),
  ],
])('%s', (subject, content) => {
  expect(read(content)).toBe(subject)
})

it('gives the day in the reader’s zone, as the mail does', () => {
  const confirmed = renderBookingConfirmed(
    {
      ...request,
      visits: [{ startMs: Date.parse('2026-12-16T02:00:00Z'), endMs: Date.parse('2026-12-16T04:00:00Z') }],
    },
    'caretaker',
  )
  expect(read(confirmed)).toBe('Your Dec 15 visit with Sofia is confirmed')
  expect(read(confirmed, 'Europe/London')).toBe('Your Dec 16 visit with Sofia is confirmed')
})

it('says no name of a person who was erased', () => {
  const { subject } = renderReviewReceived({ bookingId: 9, rating: 4, comment: '' }, request)
  expect(fillNames(subject ?? '', new Map([[4, 'Former member']]))).toMatch(/^A former member reviewed your/)
})
