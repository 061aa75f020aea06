import type { ExpiringDocument, HomeResponse, NextVisit } from '@tendwell/contract/bookings/home'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { homeOf, monday, openRequests } from '../../../../test/data.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater } from '../../../../test/server.ts'
import { MemberHome } from './member-home.tsx'

const overview = 'get /api/home/'
const noSetup = {
  wallet: {
    balance: 120,
    withdrawable: 120,
    waiting: [],
    pending: 80.5,
    held: 0,
    currency: 'usd',
    details_submitted: true,
    payouts_held: false,
  },
} satisfies Partial<HomeResponse>
const visit: NextVisit = {
  request_id: 12,
  booking_id: 3,
  person_name: 'Clara Lindqvist',
  person_avatar: null,
  start_utc: '2026-06-02T13:00:00Z',
  end_utc: '2026-06-02T16:00:00Z',
  timezone: 'America/New_York',
}

const only = {
  person_name: 'Clara Lindqvist',
  windows: [{ start_utc: visit.start_utc, end_utc: visit.end_utc }],
  price_usd: 126,
}

const expiring: ExpiringDocument = {
  document: 'certificate',
  expires_on: '2026-06-20',
  is_expired: false,
  has_renewal: false,
}
const requested = {
  document: 'gov_id_front',
  reason: 'It is blurred',
  requested_at: '2026-05-31T13:00:00Z',
} as const
const toReview = { booking_id: 30, caregiver_name: 'Nora Lind', start_utc: '2026-05-31T13:00:00Z' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

function openHome(user: User, home: Partial<HomeResponse>) {
  answer(overview, homeOf(home))
  return renderPage(<MemberHome user={user} />, { session: sessionOf(user) })
}

/** What matters most: its title, and where its links lead. */
async function findTask() {
  const title = await screen.findByRole('heading', { level: 2 })
  const card = within(title.parentElement as HTMLElement)
  const links = card.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  return [title.textContent, ...links]
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it.each([
  [
    'something to pay',
    { open_requests: openRequests(1, { only }), next_visit: visit },
    ['Clara Lindqvist accepted tomorrow, 9:00 AM – 12:00 PM', ['Complete Payment', '/checkout/7']],
  ],
  [
    'several to pay',
    { open_requests: openRequests(2) },
    ['2 requests were accepted', ['See what to pay', '/bookings?when=to_pay']],
  ],
  [
    'one to pay of several',
    { open_requests: openRequests(2, { are_alternatives: true }) },
    ['2 caregivers accepted the same times', ['Choose whom to pay', '/bookings?when=to_pay']],
  ],
  [
    'a request that came to nothing',
    {
      lost_requests: 1,
      only_lost_request: only,
      visit_to_review: toReview,
      next_visit: visit,
      waiting_requests: 1,
    },
    [
      'Your request to Clara Lindqvist for tomorrow, 9:00 AM – 12:00 PM didn’t work out',
      ['See who is free', '/bookings?when=waiting'],
    ],
  ],
  [
    'several requests that came to nothing',
    { lost_requests: 2 },
    ['2 requests didn’t work out', ['See who is free', '/bookings?when=waiting']],
  ],
  [
    'a visit within a day, before a request that came to nothing',
    { lost_requests: 1, next_visit: { ...visit, start_utc: '2026-06-01T20:00:00Z' } },
    ['Today, 4:00 PM', ['See the booking', '/bookings/12']],
  ],
  [
    'a visit to review',
    { visit_to_review: toReview, next_visit: visit },
    ['How was your visit with Nora Lind?', ['Write a review', '/my-reviews?booking=30']],
  ],
  [
    'a proposal to answer',
    {
      move_to_answer: {
        request_id: 12,
        person_name: 'Nora Lind',
        expires_at: '2026-06-02T14:00:00Z',
        count: 1,
      },
      visit_to_review: toReview,
    },
    ['Nora Lind proposes another time', ['See the proposal', '/bookings/12']],
  ],
  [
    'a visit within a day',
    { visit_to_review: toReview, next_visit: { ...visit, start_utc: '2026-06-01T20:00:00Z' } },
    ['Today, 4:00 PM', ['See the booking', '/bookings/12']],
  ],
  [
    'a visit',
    { next_visit: visit, waiting_requests: 1 },
    ['Tomorrow, 9:00 AM', ['See the booking', '/bookings/12']],
  ],
  [
    'a visit in progress',
    { next_visit: { ...visit, start_utc: '2026-06-01T11:00:00Z', end_utc: '2026-06-01T15:00:00Z' } },
    ['In progress until 11:00 AM', ['See the booking', '/bookings/12']],
  ],
  [
    'a meeting',
    { next_meeting: { person_name: 'Nora Lind', start_utc: visit.start_utc }, waiting_requests: 1 },
    ['Tomorrow, 9:00 AM', ['See the meeting', '/bookings?when=upcoming']],
  ],
  [
    'a meeting before the next visit',
    { next_meeting: { person_name: 'Nora Lind', start_utc: '2026-06-01T14:00:00Z' }, next_visit: visit },
    ['Today, 10:00 AM', ['See the meeting', '/bookings?when=upcoming']],
  ],
  [
    'a visit before the next meeting',
    { next_meeting: { person_name: 'Nora Lind', start_utc: '2026-06-03T14:00:00Z' }, next_visit: visit },
    ['Tomorrow, 9:00 AM', ['See the booking', '/bookings/12']],
  ],
  [
    'a request without an answer',
    { waiting_requests: 1 },
    ['Your request was sent', ['See the request', '/bookings?when=waiting']],
  ],
  [
    'a meeting without an answer',
    { waiting_meetings: 1 },
    ['You asked to meet a caregiver', ['See the meeting', '/bookings?when=waiting']],
  ],
  [
    'a question about a dispute, before what to pay',
    {
      open_dispute_id: 7,
      open_disputes: { count: 2, to_answer: 1 },
      open_requests: openRequests(1, { only }),
    },
    ['We have a question about your dispute', ['Answer', '/caretaker/disputes/7']],
  ],
  [
    'questions about several disputes',
    { open_dispute_id: 7, open_disputes: { count: 2, to_answer: 2 } },
    ['2 disputes wait for your answer', ['Answer', '/caretaker/disputes']],
  ],
  ['nothing yet', { missing: ['profile'] }, ['Find your caregiver', ['Find a Caregiver', '/caregivers']]],
] satisfies [string, Partial<HomeResponse>, unknown][])(
  'begins with what matters most to a family: %s',
  async (_, home, task) => {
    openHome(family, home)
    expect(await findTask()).toEqual(task)
  },
)

it.each([
  [
    'a dispute to answer, before requests and a visit',
    {
      open_dispute_id: 7,
      open_disputes: { count: 2, to_answer: 1 },
      open_requests: openRequests(1, { only }),
      next_visit: visit,
    },
    ['A family disputes a booking', ['Answer the dispute', '/caregiver/disputes/7']],
  ],
  [
    'several disputes to answer',
    { open_dispute_id: 7, open_disputes: { count: 2, to_answer: 2 } },
    ['Families dispute 2 bookings', ['Answer the dispute', '/caregiver/disputes']],
  ],
  [
    'a request to answer, before a dispute that is answered',
    {
      open_requests: openRequests(1, { only }),
      open_dispute_id: 7,
      open_disputes: { count: 1, to_answer: 0 },
    },
    ['Clara Lindqvist is waiting for your answer', ['Answer the request', '/requests/incoming']],
  ],
  [
    'a request to answer',
    { open_requests: openRequests(1, { only }), missing: ['availability'] },
    ['Clara Lindqvist is waiting for your answer', ['Answer the request', '/requests/incoming']],
  ],
  ['a visit', { next_visit: visit }, ['Tomorrow, 9:00 AM', ['See the booking', '/caregiver/bookings/12']]],
  [
    'meetings to answer',
    { meetings_to_answer: 2, next_visit: visit },
    ['2 families would like to meet you', ['Answer', '/requests/incoming']],
  ],
  [
    'requests and meetings to answer, counted as in the row',
    { open_requests: openRequests(2), meetings_to_answer: 1 },
    ['3 requests are waiting for your answer', ['Answer the requests', '/requests/incoming']],
  ],
  [
    'a document that staff want a new copy of, before the steps to be booked',
    { verification_status: 'pending', missing: ['verification'], requested_documents: [requested] },
    [
      'We need a new copy of the front of your government ID',
      ['Upload a new copy', '/caregiver/profile#documents'],
    ],
  ],
  [
    'an expired document, before requests to answer',
    {
      expiring_documents: [{ ...expiring, is_expired: true }],
      open_requests: openRequests(1, { only }),
    },
    ['Your certificate expired on Jun 20, 2026', ['Upload a new one', '/caregiver/profile#documents']],
  ],
  [
    'an expired document whose renewal waits',
    { expiring_documents: [{ ...expiring, is_expired: true, has_renewal: true }] },
    ['Your certificate expired on Jun 20, 2026', ['See your documents', '/caregiver/profile#documents']],
  ],
  [
    'both sides of an ID that expire soon',
    {
      expiring_documents: [
        { ...expiring, document: 'gov_id_front' },
        { ...expiring, document: 'gov_id_back' },
      ],
    },
    ['Your government ID expires on Jun 20, 2026', ['Upload a new one', '/caregiver/profile#documents']],
  ],
  [
    'nothing about a document that expires soon while its renewal waits',
    { expiring_documents: [{ ...expiring, has_renewal: true }] },
    ['You’re listed', ['Add hours', '/caregiver/availability']],
  ],
  ['nothing booked', {}, ['You’re listed', ['Add hours', '/caregiver/availability']]],
] satisfies [string, Partial<HomeResponse>, unknown][])(
  'begins with what matters most to a caregiver: %s',
  async (_, home, task) => {
    openHome(caregiver, { ...noSetup, verification_status: 'verified', ...home })
    expect(await findTask()).toEqual(task)
  },
)

const profile = '/caregiver/profile'
it.each([
  [
    'pending',
    ['profile', 'documents', 'verification', 'availability'],
    [
      '4 steps left to be booked',
      ['Complete your profile', profile],
      ['Upload your ID', `${profile}#documents`],
    ],
  ],
  [
    'pending',
    ['verification', 'availability'],
    ['2 steps left to be booked', ['We’re checking your ID: what to do meanwhile', profile]],
  ],
  [
    'rejected',
    ['verification', 'availability'],
    ['2 steps left to be booked', ['Not verified: see why', profile]],
  ],
  ['flagged', ['verification'], ['One step left to be booked']],
  [
    'verified',
    ['availability'],
    ['One step left to be booked', ['Set your hours', '/caregiver/availability']],
  ],
] satisfies [string, HomeResponse['missing'], unknown][])(
  'says what a %s caregiver needs to be booked: %j',
  async (status, missing, task) => {
    openHome(caregiver, { ...noSetup, verification_status: status as 'pending', missing })
    expect(await findTask()).toEqual(task)
  },
)

it('sums up a family’s visits, requests, messages and profile', async () => {
  openHome(family, { next_visit: visit, waiting_requests: 2, unread_messages: 1, missing: ['profile'] })
  await findTask()
  expect(rows()).toEqual([
    'Next visitTomorrow, 9:00 AM',
    'Requests2 waiting',
    'Messages1 new message',
    'ProfileComplete your profile',
  ])
})

it('counts meetings to answer as requests, and shows the next meeting', async () => {
  const meeting = { person_name: 'Fay Hart', start_utc: visit.start_utc }
  openHome(caregiver, {
    ...noSetup,
    open_requests: openRequests(1),
    meetings_to_answer: 2,
    next_meeting: meeting,
  })
  await findTask()
  expect(rows().slice(1, 3)).toEqual(['Next meetingTomorrow, 9:00 AM', 'Requests3 to answer'])
})

it.each([
  [caregiver, 1, 1, 'DisputeDPT-7 is open, to answer', '/caregiver/disputes/7'],
  [caregiver, 1, 0, 'DisputeDPT-7 is open, nothing to answer', '/caregiver/disputes/7'],
  [caregiver, 2, 1, 'Disputes2 open, 1 to answer', '/caregiver/disputes'],
  [family, 1, 0, 'DisputeDPT-7 is open, nothing to answer', '/caretaker/disputes/7'],
  [family, 2, 0, 'Disputes2 open, nothing to answer', '/caretaker/disputes'],
])('counts open disputes, and those to answer: $0.role, %s, %s', async (user, count, toAnswer, row, path) => {
  openHome(user, { ...noSetup, open_dispute_id: 7, open_disputes: { count, to_answer: toAnswer } })
  await findTask()
  expect(rows()).toContain(row)
  expect(screen.getByRole('link', { name: /^Dispute/ })).toHaveAttribute('href', path)
})

it('says until when a proposal can be answered', async () => {
  const expires_at = '2026-06-02T14:00:00Z'
  const move = { request_id: 12, person_name: 'Nora Lind', expires_at, count: 1 }
  openHome(family, { ...noSetup, move_to_answer: move })
  expect(
    await screen.findByText(/^Answer by tomorrow, 10:00 AM\. Until you accept, nothing changes\.$/),
  ).toBeVisible()
})

it.each([
  [1, 'ProposalClara Lindqvist proposes another time', '/caregiver/bookings/12'],
  [2, 'Proposals2 to answer', '/caregiver/bookings'],
])('shows proposals to move a visit, also while something else leads: %s', async (count, row, path) => {
  const move = { request_id: 12, person_name: 'Clara Lindqvist', expires_at: '2026-06-02T14:00:00Z', count }
  openHome(caregiver, { ...noSetup, open_requests: openRequests(1), move_to_answer: move })
  await findTask()
  expect(rows()).toContain(row)
  expect(screen.getByRole('link', { name: /^Proposal/ })).toHaveAttribute('href', path)
})

it('calls a visit that runs now in progress, and not the next one', async () => {
  const runningVisit = { ...visit, start_utc: '2026-06-01T11:00:00Z', end_utc: '2026-06-01T15:00:00Z' }
  openHome(caregiver, { ...noSetup, next_visit: runningVisit })
  expect(await findTask()).toEqual([
    'In progress until 11:00 AM',
    ['See the booking', '/caregiver/bookings/12'],
  ])
  expect(rows()[0]).toBe('VisitIn progress until 11:00 AM')
})

it('leads a family’s requests to those to pay first', async () => {
  openHome(family, { open_requests: openRequests(1), waiting_requests: 2 })
  await findTask()
  expect(screen.getByRole('link', { name: /^Requests/ })).toHaveAttribute('href', '/bookings?when=to_pay')
})

it('sums up a caregiver’s visits, requests, messages and money', async () => {
  openHome(caregiver, { ...noSetup, open_requests: openRequests(2) })
  await findTask()
  expect(rows()).toEqual([
    'Next visitNone booked',
    'Requests2 to answer',
    'MessagesNo new messages',
    'Wallet$120.00 now, $80.50 to come',
  ])
})

it('says what of a caregiver’s money is on hold', async () => {
  openHome(caregiver, { ...noSetup, wallet: { ...noSetup.wallet, held: 1026 } })
  await findTask()
  expect(rows()).toContain('Wallet$120.00 now, $80.50 to come, $1,026.00 on hold')
})

it('offers to retry when the overview fails to load', async () => {
  const release = answerLater(overview, {}, 500)
  const { press } = renderPage(<MemberHome user={family} />, { session: sessionOf(family) })
  release()
  expect(await screen.findByText('Failed to load your overview')).toBeInTheDocument()
  answer(overview, homeOf({}))
  await press('Retry')
  expect(await findTask()).toContain('Find your caregiver')
})

it.each([
  ['is listed', [], true],
  ['has no hours', ['availability'], true],
  ['has an incomplete profile', ['profile'], false],
] satisfies [string, HomeResponse['missing'], boolean][])(
  'leads a caregiver who %s to their public page and reviews: %j, %s',
  async (_who, missing, isShown) => {
    openHome(caregiver, { ...noSetup, verification_status: 'verified', missing })
    await findTask()
    const page = screen.queryByRole('link', { name: 'See your public page' })
    const reviews = screen.queryByRole('link', { name: 'Your reviews' })
    expect([page !== null, reviews !== null]).toEqual([isShown, isShown])
  },
)
