/** What each email lists, in the reader's zone, and where its button leads. */
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { greet, renderEmail } from '../../../ports/mailer/email.ts'
import { renderCanceledToCaregiver, renderCanceledToFamily } from '../../bookings/canceling/notice-texts.ts'
import type { RequestDetails } from '../../bookings/index.ts'
import { renderMoveProposed } from '../../bookings/moving/notice-texts.ts'
import { renderBookingConfirmed } from '../../bookings/paying/notice-texts.ts'
import {
  renderAccepted,
  renderAutoRejected,
  renderOthersOffered,
  renderRejected,
  renderRequestCreated,
  renderRequestWithdrawn,
} from '../../bookings/requests/notice-texts.ts'
import type { Offer } from '../../bookings/substitutes/offer.ts'
import { renderCaregiverUnderReview } from '../../bookings/visits/notice-texts.ts'
import { renderDisputeChanged } from '../../disputes/notice-texts.ts'
import { renderDecisionForReported, renderUrgentReport } from '../../moderation/notice-texts.ts'
import {
  type Fact,
  firstNamePlaceholder,
  type NoticeContent,
  namePlaceholder,
  renderFacts,
} from '../../notices/index.ts'
import { renderRefundStuck } from '../../payments/notice-texts.ts'
import {
  renderBankDetailsChanged,
  renderBankReviewDecided,
  renderPayoutPaid,
  renderPayoutRequested,
  renderPayoutReturned,
  renderPayoutStuck,
} from '../../payouts/notice-texts.ts'
import {
  renderChangesDecided,
  renderChangesSubmitted,
  renderVerificationChanged,
} from '../../profiles/notice-texts.ts'
import { renderReconciliationDifferences } from '../../reconciliation/notice-texts.ts'
import { renderReviewReceived } from '../../reviews/notice-texts.ts'
import { renderUnreadMessagesEmail } from '../unread/texts.ts'

const at = (instant: string) => Date.parse(instant)
const visit = (start: string, end: string) => ({ startMs: at(start), endMs: at(end) })
const morning = visit('2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z')

const noVisit = { children: [], note: '', address: null, emergency_contact: null }
const request: RequestDetails = {
  requestId: 12,
  caregiverId: 3,
  caregiverName: 'Amara Diallo',
  familyId: 4,
  familyName: 'Nora Family',
  timezone: 'America/New_York',
  windows: [{ date: '2026-12-01', start: '09:00', end: '10:00', hours: 1 }],
  visits: [morning],
  totalHours: 1,
  priceCents: 6_200,
  cancellationPolicy: 'moderate',
  submittedAt: new Date('2026-11-20T14:00:00Z'),
  heldUntil: null,
  isAnswered: false,
  rejectionCause: null,
  rejectReason: null,
  visitDetailsFor: { caretaker: noVisit, caregiver: noVisit },
}

const toEmailFacts = (facts: readonly Fact[], zone: string | null = null) =>
  renderFacts(facts, zone).map(({ link, ...fact }) => ({
    ...fact,
    ...(link && { link: { label: link.label, url: `https://tendwell.test${link.path}` } }),
  }))

/** The text of an email, as its reader in Chicago gets it. */
function toText(
  { subject, mailMessage, mailMore, payload, facts = [] }: NoticeContent,
  zone: string | null = 'America/Chicago',
) {
  const { message, action_url: path, action_text: label } = payload
  return renderEmail({
    to: 'ada@example.test',
    subject: subject ?? '',
    greeting: 'Hi Ada,',
    paragraphs: [mailMessage ?? message, ...(mailMore ? [mailMore] : [])],
    facts: toEmailFacts(facts, zone),
    action: { label: label ?? '', url: `https://tendwell.test${path}` },
  }).text
}

const BANK_DAYS = 'It can take your bank 5 to 10 days to show it.'
const IN_CHICAGO = 'When: Tue, Dec 1, 2026, 8:00 AM – 9:00 AM\n  Times are in Chicago time.\nLength: 1 hour'

it('asks a caregiver about a request', () => {
  expect(toText(renderRequestCreated(request))).toBe(`Hi Ada,

Nora Family sent you a booking request for 1 hour ($62.00).

Family: Nora Family
${IN_CHICAGO}
Total: $62.00
Answer by: Tuesday, December 1, 2026 at 8:00 AM, Chicago time

View request:
https://tendwell.test/requests/incoming?request=12

With care,
Tendwell`)
})

it('gives the times in the zone they were booked in where the reader has none', () => {
  expect(toText(renderRequestCreated(request), null)).toContain(
    'When: Tue, Dec 1, 2026, 9:00 AM – 10:00 AM\n  Times are in New York time.',
  )
})

it('joins hours that follow each other and shortens long lists', () => {
  const next = visit('2026-12-01T15:00:00Z', '2026-12-01T17:00:00Z')
  const joined = toText(renderRequestCreated({ ...request, visits: [next, morning], totalHours: 3 }))
  expect(joined).toContain('When: Tue, Dec 1, 2026, 8:00 AM – 11:00 AM\n  Times')
  expect(joined).toContain('for 3 hours')
  const eachDays = (days: number) =>
    Array.from({ length: 12 }, (_, index) => {
      const startMs = morning.startMs + index * days * DAY_MS
      return { startMs, endMs: startMs + HOUR_MS }
    })
  const long = toText(renderRequestCreated({ ...request, visits: eachDays(8) }))
  expect(long).toContain('Sun, Jan 10, 2027, 8:00 AM – 9:00 AM\n  and 6 more\n  Times are in Chicago time.')
  expect(long).not.toContain('Jan 18')
  const weekly = toText(renderRequestCreated({ ...request, visits: eachDays(7) }))
  expect(weekly).toContain(
    'When: Every Tuesday, 8:00 AM – 9:00 AM, 12 times, Dec 1, 2026 to Feb 16, 2027\n  Times are in Chicago time.',
  )
  expect(weekly).toContain('sent you a booking request for 12 weekly visits, 1 hour in all ($62.00).')
  expect(long).toContain('for 12 visits, 1 hour in all')
})

it.each([
  [
    'accepted',
    'accepted your request.',
    '/checkout/12',
    'To pay: $62.00\nPay by: Tuesday, December 1, 2026 at 8:00 AM, Chicago time',
  ],
  ['rejected', 'can’t take this request.', '/requests', `Caregiver: Amara Diallo\n${IN_CHICAGO}\n\n`],
] as const)('informs a family that its request was %s', (status, sentence, path, line) => {
  const content = status === 'accepted' ? renderAccepted(request) : renderRejected(request, null)
  // The bell says the status as it is specified.
  expect(content.payload.message).toContain(`Amara Diallo ${status} your request.`)
  const text = toText(content)
  expect(text).toContain(`Amara Diallo ${sentence}`)
  expect(text).toContain(IN_CHICAGO)
  expect(text).toContain(line)
  expect(text).toContain(`https://tendwell.test${path}\n`)
})

it('says why a caregiver declined, in the bell and by mail', () => {
  const content = renderRejected({ ...request, rejectReason: 'hours' }, null)
  const message = 'Amara Diallo declined: these hours don’t suit. You weren’t charged.'
  expect(content.payload.message).toBe(message)
  expect(toText(content)).toContain(message)
  expect(toText(content)).not.toContain('can’t take this request')
})

const nobody = { requestId: 12, substitutes: [], requested: [], searchPath: '/caregivers?except=3' }

it.each([
  ['declined', (offer: Offer) => renderRejected(request, offer)],
  ['closed', (offer: Offer) => renderAutoRejected({ ...request, rejectionCause: 'expired' }, false, offer)],
  ['not answered', (offer: Offer) => renderOthersOffered(request, offer)],
])('offers others for a request that was %s, or a search without its caregiver', (_, render) => {
  const text = toText(
    render({ ...nobody, substitutes: [7, 8].map((id) => ({ id, about: `${id}.00 an hour` })) }),
  )
  expect(text).toContain('Other caregivers near you are free at these times.')
  for (const id of [7, 8]) {
    expect(text).toContain(
      `Also free: ${namePlaceholder(id)}\n  ${id}.00 an hour\n  Ask ${firstNamePlaceholder(id)}: https://tendwell.test/caregiver/${id}/book?instead=12`,
    )
  }
  expect(text).toContain('See who is free:\nhttps://tendwell.test/bookings/12\n')
  const search = toText(render(nobody))
  expect(search).toContain('You can look for someone else who is free at these times.')
  expect(search).toContain('Find another caregiver:\nhttps://tendwell.test/caregivers?except=3\n')
  expect(search).not.toContain('Also free')
  expect(search).not.toContain('is still open')
  expect(toText(render({ ...nobody, requested: [7] }))).toContain(
    `Your request to ${namePlaceholder(7)} is still open. You can look for`,
  )
})

it('confirms a booking to both sides', () => {
  const forFamily = toText(renderBookingConfirmed(request, 'caretaker'))
  expect(forFamily).toContain(`Caregiver: Amara Diallo\n${IN_CHICAGO}\nPaid: $62.00`)
  expect(forFamily).toContain('https://tendwell.test/bookings/12\n')
  const policy = 'If you cancel: Full refund until 72 hours before the start, half until 24 hours before'
  expect(forFamily).toContain(policy)
  const forCaregiver = toText(renderBookingConfirmed(request, 'caregiver'))
  expect(forCaregiver).toContain('Nora Family paid $62.00. Your 1-hour booking is confirmed.')
  expect(forCaregiver).toContain(`Family: Nora Family\n${IN_CHICAGO}\nPrice: $62.00\nYou receive: $62.00`)
  expect(forCaregiver).toContain('https://tendwell.test/caregiver/bookings/12\n')
  expect(forCaregiver).not.toContain('If you cancel')
  const visits = ['02', '09', '11'].map((day) =>
    visit(`2026-12-${day}T02:00:00Z`, `2026-12-${day}T11:00:00Z`),
  )
  const nights = renderBookingConfirmed({ ...request, visits, totalHours: 27 }, 'caregiver', 5_890)
  expect(nights.payload.message).toContain(
    'Your 3 nights are confirmed, 27 hours in all. You receive $58.90.',
  )
})

it('says what a closed request costs: nothing, or a refund', () => {
  const closed = { ...request, rejectionCause: 'conflict' as const }
  expect(toText(renderAutoRejected(closed, true, null))).toContain(
    `${IN_CHICAGO}\nRefund on its way: $62.00\n  ${BANK_DAYS}`,
  )
  const unpaid = toText(renderAutoRejected(closed, false, null))
  expect(unpaid).toContain(`Caregiver: Amara Diallo\n${IN_CHICAGO}`)
  expect(unpaid.match(/\$/g)).toBeNull()
  expect(toText(renderRequestWithdrawn(request))).toContain(`Family: Nora Family\n${IN_CHICAGO}`)
})

it('lists the canceled hours and the money of each side', () => {
  const event = {
    bookingIds: [4],
    cause: 'family',
    canceledFor: null,
    reason: 'illness',
    refundCents: 3_100,
    waitingCents: 0,
    takenBackCents: 0,
    keptCents: 3_100,
    askedCents: 0,
    left: 0,
  } as const
  expect(toText(renderCanceledToFamily(request, event))).toContain(
    `${IN_CHICAGO}\nRefund on its way: $31.00\n  ${BANK_DAYS}\nReason: Illness`,
  )
  expect(toText(renderCanceledToCaregiver(request, event))).toContain(
    `Family: Nora Family\n${IN_CHICAGO}\nYou receive: $31.00\nReason: Illness`,
  )
  const removed = { ...event, cause: 'caregiver_removed', refundCents: 6_200, keptCents: 0 } as const
  const text = toText(renderCanceledToFamily(request, removed))
  expect(text).toContain('View booking:\nhttps://tendwell.test/bookings/12\n')
  expect(toText(renderCanceledToCaregiver(request, removed))).not.toContain('You receive')
  expect(toText(renderCanceledToCaregiver(request, removed))).not.toContain('hours are free')
  const nothingKept = { ...event, refundCents: 6_200, keptCents: 0 }
  expect(toText(renderCanceledToCaregiver(request, nothingKept))).toContain(
    'Nora Family canceled their visit with you. Your hours are free again, and nothing is paid for them.',
  )
  expect(toText(renderCaregiverUnderReview(request))).toContain(`Caregiver: Amara Diallo\n${IN_CHICAGO}`)
})

it('says which visit was reviewed, and in which words', () => {
  const review = { bookingId: 9, rating: 4, comment: 'Calm and kind.\nWe slept!' }
  const text = toText(renderReviewReceived(review, request))
  expect(text).toContain(
    `Rating: 4/5\nReview: Calm and kind.\n  We slept!\nFamily: Nora Family\n${IN_CHICAGO}`,
  )
  expect(toText(renderReviewReceived({ ...review, comment: '' }, request))).not.toContain('Review:')
  expect(text).toContain('Read and answer:\nhttps://tendwell.test/caregivers/3#reviews')
})

it('says whom a dispute is about, which visits and what is refunded', () => {
  const dispute = {
    disputeId: 5,
    requestId: 12,
    familyId: 4,
    familyName: 'Nora Family',
    caregiverId: 3,
    caregiverName: 'Amara Diallo',
    type: 'schedule' as const,
    heldCents: 6_200,
    resolution: null,
    assigneeId: null,
    isReleased: false,
    hasOpenChargeback: false,
  }
  const created = { step: 'created' as const, adminName: null, refundCents: 0 }
  const text = toText(renderDisputeChanged(dispute, request, created, 'caregiver'))
  expect(text).toContain(`Family: Nora Family\n${IN_CHICAGO}\nTotal: $62.00\nReason: Schedule Problems`)
  expect(text).toContain('You can say how you see it, and add files, while it’s open.')
  expect(text).toContain('Read and answer:\nhttps://tendwell.test/caregiver/disputes/5')
  const forAdmin = toText(renderDisputeChanged(dispute, request, created, 'admin'))
  expect(forAdmin).toContain('Family: Nora Family\nCaregiver: Amara Diallo\n')
  const closed = { step: 'closed' as const, adminName: 'Staff', refundCents: 2_500 }
  const resolved = { ...dispute, resolution: 'It was cut short.\nA part is fair.' }
  expect(toText(renderDisputeChanged(resolved, request, closed, 'caretaker'))).toContain(
    `\nRefund on its way: $25.00\n  ${BANK_DAYS}\nWhat we decided: It was cut short.\n  A part is fair.`,
  )
  expect(toText(renderDisputeChanged(resolved, request, closed, 'caretaker'))).toContain(
    'We’re refunding $25.00 to your card. The rest of what we held goes to Amara Diallo.',
  )
  const released = toText(
    renderDisputeChanged({ ...resolved, isReleased: true }, request, closed, 'caregiver'),
  )
  expect(released).toContain(
    '$25.00 of the booking is being refunded to Nora Family. The other $37.00 we held is back in your wallet.',
  )
  expect(released).toContain(`\nRefund to ${firstNamePlaceholder(4)}: $25.00\nWhat we decided`)
  const whole = { ...closed, refundCents: 6_200 }
  expect(toText(renderDisputeChanged(resolved, request, whole, 'caregiver'))).not.toContain('we held')
  const late = renderDisputeChanged(resolved, request, created, 'caretaker')
  expect(toText(late)).not.toContain('It was cut short')
  expect(late.payload).not.toHaveProperty('quote')
})

it('says where, for whom and what to know, and gives a caregiver no more than the part of town before payment', () => {
  const child = { name: 'Mia', age: 3, age_months: null, due_date: null }
  const baby = { name: 'Leo', age: 0, age_months: 8, due_date: null }
  const full = {
    children: [child, baby],
    note: 'Mia naps at one.',
    address: {
      street: '12 Elm Street',
      apartment: '4B',
      neighborhood: 'Park Slope',
      postal_code: '11215',
      city: 'New York',
      country: 'United States',
    },
    emergency_contact: null,
  }
  const limited = {
    ...full,
    children: [child, baby].map(({ name: _, ...age }) => age),
    address: { neighborhood: 'Park Slope', city: 'New York', country: 'United States' },
  }
  const before = toText(
    renderRequestCreated({ ...request, visitDetailsFor: { caretaker: full, caregiver: limited } }),
  )
  expect(before).toContain('Where: Park Slope, New York, United States\n')
  expect(before).toContain('Children: 3 years, 8 months\nNote: Mia naps at one.')
  expect(before).not.toMatch(/Elm|11215|Mia \(/)
  const noTown = { ...limited, address: { neighborhood: '', city: '', country: '' } }
  const unknownPlace = renderRequestCreated({
    ...request,
    visitDetailsFor: { caretaker: full, caregiver: noTown },
  })
  expect(toText(unknownPlace)).not.toContain('Where')
  const paid = { ...request, visitDetailsFor: { caretaker: full, caregiver: full } }
  const after = toText(renderBookingConfirmed(paid, 'caregiver'))
  expect(after).toContain('Where: 12 Elm Street, 4B, Park Slope, New York 11215, United States\n')
  expect(after).toContain('Children: Mia (3 years), Leo (8 months)')
  const dispute = {
    disputeId: 5,
    requestId: 12,
    familyId: 4,
    familyName: 'Nora Family',
    caregiverId: 3,
    caregiverName: 'Amara Diallo',
    type: 'schedule' as const,
    heldCents: 0,
    resolution: null,
    assigneeId: null,
    isReleased: false,
    hasOpenChargeback: false,
  }
  const created = { step: 'created' as const, adminName: null, refundCents: 0 }
  expect(toText(renderDisputeChanged(dispute, paid, created, 'admin'))).not.toContain('Elm')
})

it('counts new messages as people say it', () => {
  const sender = {
    conversationId: 8,
    senderSide: 'caregiver' as const,
    senderId: 7,
    recipientId: 8,
    senderName: 'Amara Diallo',
  }
  const path = '/chat?conversationId=8'
  expect(renderUnreadMessagesEmail(sender, 1, 'See you\nat nine!')).toEqual({
    subject: 'New message from Amara (Caregiver)',
    text: 'You have a new message from Amara Diallo (Caregiver).',
    facts: [{ label: 'Message', lines: ['See you', 'at nine!'] }],
    action: { label: 'Reply', path },
  })
  expect(renderUnreadMessagesEmail(sender, 2, 'a'.repeat(400))).toEqual({
    subject: '2 new messages from Amara (Caregiver)',
    text: 'You have 2 new messages from Amara Diallo (Caregiver).',
    facts: [{ label: 'Latest message', lines: [`${'a'.repeat(300)}…`] }],
    action: { label: 'Read and reply', path },
  })
  expect(renderUnreadMessagesEmail(sender, 1, null)).toMatchObject({
    facts: [],
    action: { label: 'Read and reply', path },
  })
  const named = { ...sender, senderName: `Amara ${'x'.repeat(100)}` }
  expect(renderUnreadMessagesEmail(named, 1, null).text).toBe(
    `You have a new message from Amara ${'x'.repeat(73)}… (Caregiver).`,
  )
})

it('names the amount and the bank account of a payout, and when the next one is possible', () => {
  const payout = toText(renderPayoutRequested({ amountCents: 12_000, last4: '6789' }))
  expect(payout).toContain('Amount: $120.00\nTo: Bank account ending in 6789')
  expect(payout).toContain('It usually arrives within a few business days')
  const changedAt = '2026-11-29T14:00:00Z'
  const changed = {
    last4: '6789',
    isFirst: false,
    isInReview: false,
    payableFrom: '2026-12-01T14:00:00Z',
    changedAt,
  }
  expect(toText(renderBankDetailsChanged(changed, 'America/Chicago'))).toContain(
    'you can withdraw again from Tuesday, December 1, 2026 at 8:00 AM, Chicago time.',
  )
  expect(toText(renderBankDetailsChanged(changed, 'UTC'))).not.toContain('review')
})

it('says that a payout arrived, or why its money is in the wallet again and what to do', () => {
  expect(toText(renderPayoutPaid({ amountCents: 12_000 }, '6789'))).toContain(
    'Your payout of $120.00 has arrived in your bank account ending in 6789.',
  )
  const returned = { amountCents: 12_000, outcome: 'failed' as const, failureReason: 'The account is closed' }
  const failed = toText(renderPayoutReturned(returned, null))
  expect(failed).toContain(
    'Your payout of $120.00 to your bank account didn’t go through, so the money is in your wallet again. Check your bank details there',
  )
  expect(failed).toContain('Reason: The account is closed')
  const canceled = renderPayoutReturned({ ...returned, outcome: 'canceled', failureReason: null }, '6789')
  expect(canceled.subject).toBe('Your payout of $120.00 was canceled')
  expect(toText(canceled)).not.toContain('Reason')
})

it('says that a bank account is reviewed, and what was decided, with the reason', () => {
  const added = {
    last4: '2227',
    isFirst: true,
    isInReview: true,
    payableFrom: null,
    changedAt: '2026-11-29T14:00:00Z',
  }
  const content = renderBankDetailsChanged(added, 'UTC')
  expect(content.subject).toBe('Your bank details were added')
  expect(content.payload.message).toContain('press “This wasn’t me” in our email within')
  expect(content.mailMessage).toContain('\n\nIf this wasn’t you, press “This wasn’t me” below within')
  expect(toText(content)).toContain('We review this account before we pay anything out to it')
  const refused = toText(
    renderBankReviewDecided({ last4: '2227', decision: 'refused', reason: 'Not your name' }),
  )
  expect(refused).toContain('we can’t pay out to it')
  expect(refused).toContain('Reason: Not your name')
  expect(
    toText(renderBankReviewDecided({ last4: '2227', decision: 'approved', reason: 'A couple' })),
  ).toContain('We can pay out to it.')
})

it('leads from a money alert, which names it in its subject, to the very record', () => {
  const alerts = [
    renderReconciliationDifferences({ reportId: 7, differenceCount: 1, differenceId: 9 }),
    renderReconciliationDifferences({ reportId: 7, differenceCount: 2, differenceId: null }),
    renderRefundStuck({ refundId: 4, paymentId: 3, amountCents: 500 }),
    renderPayoutStuck(5),
  ]
  expect(alerts.map(({ subject }) => subject)).toEqual([
    'Reconciliation #7 found 1 difference',
    'Reconciliation #7 found 2 differences',
    'Refund #4 is stuck',
    'Payout #5 is stuck',
  ])
  expect(alerts.map((alert) => toText(alert))).toEqual([
    expect.stringContaining('https://tendwell.test/admin/reconciliation?difference=9'),
    expect.stringContaining('https://tendwell.test/admin/reconciliation'),
    expect.stringContaining('https://tendwell.test/admin/payments?tab=refunds&q=%234'),
    expect.stringContaining('https://tendwell.test/admin/payouts?q=%235'),
  ])
})

it('leads staff to a safety report, without a name', () => {
  expect(toText(renderUrgentReport({ reportId: 7, requestId: 12, isUnderWay: true }))).toBe(`Hi Ada,

Someone reported that something is wrong about booking #12. A visit is under way right now. Please look at it first.

Open report:
https://tendwell.test/admin/reports/7

With care,
Tendwell`)
})

it.each([
  ['Bulk rejection', /Reason: Your profile or your documents .* Contact support to learn what to change\./],
  ['The card is blurred', /Reason: The card is blurred$/],
  [null, /Reason: not given$/],
])('gives a rejected caregiver the reason %j in a sentence', (reason, text) => {
  const { message } = renderVerificationChanged('rejected', reason, []).payload
  expect(message).toMatch(text)
  expect(message).not.toContain('Bulk')
})

it('says what a caregiver can do after a rejection, and what a review of their profile means', () => {
  expect(toText(renderVerificationChanged('rejected', null, []))).toContain(
    '\n\nTo be checked again, upload new papers on your profile.',
  )
  expect(toText(renderVerificationChanged('flagged', null, []))).toContain(
    '\n\nMeanwhile families can’t find or book you, and payouts are on hold.',
  )
  expect(renderVerificationChanged('verified', null, [])).not.toHaveProperty('mailMore')
})

it('leads a caregiver whose profile was hidden to the profile, and others to support', () => {
  const decision = {
    reportedId: 3,
    reportedText: 'Call me',
    reporters: [],
    measures: ['hide' as const],
    message: '',
    suspendedUntil: null,
  }
  const read = (kind: 'profile' | 'message') => {
    const content = renderDecisionForReported({ ...decision, kind }, 'caregiver')
    return [content?.payload.action_url, content?.secondAction?.path]
  }
  expect(read('profile')).toEqual(['/caregiver/profile', '/contact'])
  expect(read('message')).toEqual(['/contact', undefined])
})

it.each([
  ['Your new name is approved', { name: true, photo: false, description: false }],
  ['Your new photo is approved', { name: false, photo: true, description: false }],
  ['Your new description is approved', { name: false, photo: false, description: true }],
  ['Your new name and photo are approved', { name: true, photo: true, description: false }],
  ['Your new name and description are approved', { name: true, photo: false, description: true }],
  ['Your new photo and description are approved', { name: false, photo: true, description: true }],
  ['Your new name, photo, and description are approved', { name: true, photo: true, description: true }],
])('says what was decided: %s', (subject, changed) => {
  const [, parts = '', verb] = /^Your new (.+) (is|are) approved$/.exec(subject) ?? []
  const approved = renderChangesDecided('approve', changed, '')
  expect(approved.subject).toBe(subject)
  expect(approved.payload.message).toBe(
    `We approved your new ${parts}. Families see ${verb === 'is' ? 'it' : 'them'} from now on.`,
  )
  const declined = renderChangesDecided('decline', changed, 'Blurred')
  expect(declined.subject).toBe(
    subject.replace('is approved', 'wasn’t approved').replace('are approved', 'weren’t approved'),
  )
  expect(declined.payload.message).toBe(
    `We couldn’t approve your new ${parts}, so nothing has changed for families. Reason: Blurred`,
  )
})

it('tells staff what families see once they approve a change', () => {
  expect(renderChangesSubmitted(7).payload.message).toMatch(
    /Families see the new name, photo or description once you approve it\.$/,
  )
})

it('names the moment until which other times can be accepted', () => {
  const move = { requestId: 12, proposedBy: 'caretaker', expiresAt: new Date('2026-11-30T15:30:00Z') }
  const details = { move, before: request, after: request } as unknown as Parameters<
    typeof renderMoveProposed
  >[0]
  const propose = (zone: string | null) => renderMoveProposed(details, zone)
  expect(propose(null).payload.message).toContain(
    'Accept or decline by Monday, November 30, 2026 at 10:30 AM, New York time.',
  )
  expect(propose('America/Chicago').payload.message).toContain('2026 at 9:30 AM, Chicago time.')
  expect(toText(propose(null))).toMatch(/\nNow: .+\n .+\nProposed: .+\n .+\nFamily: Nora Family\n/)
  const held = { ...request, heldUntil: new Date('2026-11-30T15:30:00Z') }
  const accepted = toText(renderAccepted(held, 'America/Chicago'))
  expect(accepted).toContain('holds these hours for you until Nov 30, 2026, 9:30 AM, Chicago time.')
  expect(accepted).toContain('Held until: Monday, November 30, 2026 at 9:30 AM, Chicago time')
  expect(accepted).not.toContain('Pay by:')
})

it('keeps the times of a visit on one line, where a line may break before them', () => {
  const { html } = renderEmail({
    to: 'nora@example.test',
    subject: 'Your booking is confirmed',
    greeting: 'Hi Nora,',
    paragraphs: [],
    facts: toEmailFacts([{ label: 'When', visits: [morning], zone: 'America/New_York' }]),
  })
  expect(html).toContain('Tue, Dec 1, 2026, <span style="white-space:nowrap">9:00 AM – 10:00 AM</span>')
  expect(html).not.toContain('–&nbsp;')
})

it('links phone numbers and the https addresses of paragraphs, puts the code first, and each offer into a box with a button', () => {
  const { html } = renderEmail({
    to: 'nora@example.test',
    subject: 'News',
    greeting: 'Hi Nora,',
    paragraphs: ['Reset it at https://tendwell.test/reset?a=1&b=2. Or <b>not</b>.'],
    code: '681513',
    facts: [
      { label: 'Amara’s phone', lines: ['+1 212 555 0142'], href: 'tel:+12125550142' },
      {
        label: 'Also free',
        lines: ['Sofia, https://c.test'],
        link: { label: 'Ask Sofia', url: 'https://a.test' },
        isApart: true,
      },
      {
        label: 'Also free',
        lines: ['Mia'],
        link: { label: 'Ask Mia', url: 'https://b.test' },
        isApart: true,
      },
    ],
  })
  expect(html).toContain('href="https://tendwell.test/reset?a=1&#38;b=2"')
  expect(html).not.toContain('href="https://c.test"')
  expect(html).toContain('</a>. Or &#60;b&#62;not&#60;/b&#62;.')
  expect(html).toMatch(/href="tel:\+12125550142"[^>]*>\+1 212 555 0142</)
  expect(html).toContain('hidden">Your code: 681513</div>')
  expect(html.indexOf('>681513<')).toBeLessThan(html.indexOf('Reset it'))
  expect(html.match(/class="facts"/g)).toHaveLength(4)
  expect(html.match(/class="quiet"/g)).toHaveLength(2)
})

it.each([
  ['Fay Hart', 'Hi Fay,'],
  ['The Okoro family', 'Hi Okoro family,'],
  ['李 明', 'Hi 李 明,'],
  ['x'.repeat(100), `Hi ${'x'.repeat(79)}…,`],
])('greets %s', (fullName, greeting) => {
  expect(greet(fullName)).toBe(greeting)
})
