import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { HomeResponse } from '@tendwell/contract/bookings/home'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import {
  backupsOf,
  booking,
  bookingRequest,
  cancellation,
  homeOf,
  monday,
  openRequests,
  reviewableBooking,
} from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { meeting } from '../../../../test/meetings.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, listOf, sentWrites, server } from '../../../../test/server.ts'
import { BookingsPage } from './bookings-page.tsx'
import { CaregiverBookingsPage } from './caregiver-bookings-page.tsx'

const [window] = booking.windows
const canceledWindow = {
  ...window,
  state: 'canceled',
  canceled_by: 'admin',
  canceled_at: '2026-06-01T10:00:00Z',
  canceled_for: null,
  cancel_reason: null,
  refund_usd: 126,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  answer('get /api/home/', homeOf({ next_visit: null }))
})

it('says to a family that there are no bookings', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText('No bookings yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find a Caregiver' })).toBeInTheDocument()
})

it('asks for what is ahead, and for what is over once its tab is chosen', async () => {
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  const asked: string[] = []
  const past = { ...booking, request_id: 5, windows: [{ ...window, state: 'completed' }] }
  const withdrawn = { ...bookingRequest, id: 4, status: 'rejected', rejection_cause: 'withdrawn' }
  server.use(
    http.get('/api/requests/bookings/caretaker/', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('when') ?? '')
      return HttpResponse.json(listOf([booking]))
    }),
    http.get('/api/requests/past/', () => {
      asked.push('past')
      const rows = [
        { booking: past, request: null },
        { booking: null, request: withdrawn },
      ]
      return HttpResponse.json(listOf(rows))
    }),
  )
  const { user, address } = renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(within(await screen.findByRole('article')).getByText('Booking #12')).toBeInTheDocument()
  expect(asked).toEqual(['upcoming'])
  expect(screen.queryByRole('link', { name: /^Book .+ again$/ })).not.toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Past' }))
  expect(await screen.findByText('Booking #5')).toBeInTheDocument()
  expect(screen.getByText('Request #4, sent 1 hour ago')).toBeInTheDocument()
  expect(screen.getByText('Withdrawn')).toBeInTheDocument()
  expect(asked).toEqual(['upcoming', 'past'])
  expect(screen.queryByText('Booking #12')).not.toBeInTheDocument()
  expect(address()).toBe('/bookings?when=past')
  const again = screen.getByRole('link', { name: `Book ${caregiver.full_name} again` })
  expect(again).toHaveAttribute('href', `/caregiver/${caregiver.id}/book?again=5`)
})

/** Opens the page with one request in each list of open ones. */
function openWithRequests(home: Partial<HomeResponse>, route = '/bookings') {
  answer('get /api/home/', homeOf(home))
  answer('get /api/requests/bookings/caretaker/', listOf([booking]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  server.use(
    http.get('/api/requests/mine/', ({ request }) => {
      const open = new URL(request.url).searchParams.get('open')
      const isToPay = open === 'to_pay'
      const results = [{ ...bookingRequest, id: isToPay ? 8 : 7, status: isToPay ? 'accepted' : 'submitted' }]
      return HttpResponse.json(listOf(open ? results : []))
    }),
  )
  return renderPage(<BookingsPage />, { route, session: sessionOf(family) })
}

const nextVisit = {
  request_id: 12,
  booking_id: 31,
  person_name: 'Nora Lind',
  person_avatar: null,
  start_utc: '2026-06-02T13:00:00Z',
  end_utc: '2026-06-02T16:00:00Z',
  timezone: 'America/New_York',
}
const toPay = openRequests(1, { oldest_id: 8 })

it.each<[string, Partial<HomeResponse>, string]>([
  ['what is to pay', { open_requests: toPay, waiting_requests: 1, next_visit: nextVisit }, 'To pay 1'],
  ['what is ahead', { waiting_requests: 1, next_visit: nextVisit }, 'Upcoming'],
  ['what waits for an answer', { waiting_requests: 1, waiting_meetings: 2, lost_requests: 1 }, 'Waiting 4'],
  ['what is ahead, without any', {}, 'Upcoming'],
])('opens with what needs a family most: %s', async (_, home, name) => {
  openWithRequests(home)
  expect(await screen.findByRole('tab', { selected: true })).toHaveAccessibleName(name)
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/\d/, ''))).toEqual([
    'Waiting',
    'To pay',
    'Upcoming',
    'Past',
  ])
})

it('shows a declined request where it waits, with who else is free', async () => {
  answer('get /api/home/', homeOf({ lost_requests: 1 }))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  const declined = { ...bookingRequest, status: 'rejected', rejection_cause: 'caregiver' }
  answer('get /api/requests/mine/', listOf([declined]))
  answer('get /api/requests/12/backup-caregivers/', backupsOf([listedCaregiver(5)]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByRole('region', { name: 'Also free at these times' })).toBeVisible()
  expect(screen.getByText('Declined')).toBeVisible()
})

it('separates what waits from what didn’t work out, and says once who else is free for the same hours', async () => {
  answer('get /api/home/', homeOf({ waiting_requests: 1, lost_requests: 3 }))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  const declined = { ...bookingRequest, status: 'rejected', rejection_cause: 'caregiver' }
  const [hours] = bookingRequest.windows
  const later = { ...hours, start_utc: '2026-06-09T13:00:00Z', end_utc: '2026-06-09T16:00:00Z' }
  const pair = [
    { ...declined, id: 14 },
    { ...declined, id: 13 },
  ]
  const rows = [bookingRequest, ...pair, { ...declined, id: 11, windows: [later] }]
  answer('get /api/requests/mine/', listOf(rows))
  for (const id of [14, 11]) answer(`get /api/requests/${id}/backup-caregivers/`, backupsOf([]))
  renderPage(<BookingsPage />, { route: '/bookings?when=waiting', session: sessionOf(family) })
  const failed = within(await screen.findByRole('list', { name: 'Didn’t work out' }))
  expect(
    within(screen.getByRole('list', { name: 'Waiting for an answer' })).getAllByRole('article'),
  ).toHaveLength(1)
  expect(failed.getAllByRole('article')).toHaveLength(3)
  await waitFor(() => expect(failed.getAllByText(/^No one else who does the same care/)).toHaveLength(2))
})

it('separates meetings from visits, each in its own order', async () => {
  answer('get /api/requests/meetings/', listOf([{ ...meeting, status: 'accepted' }]))
  answer('get /api/requests/bookings/caretaker/', listOf([booking]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  await screen.findByText('Booking #12')
  await screen.findByRole('list', { name: 'Meetings' })
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(headings.filter((text) => text === 'Meetings' || text === 'Visits')).toEqual(['Meetings', 'Visits'])
})

it('lists what waits for an answer, until when, and what is to pay', async () => {
  const { user, address } = openWithRequests(
    { open_requests: toPay, waiting_requests: 1 },
    '/bookings?when=waiting',
  )
  const waiting = within(await screen.findByRole('article'))
  expect(waiting.getByText('Request #7, sent 1 hour ago')).toBeInTheDocument()
  expect(waiting.getByText(/They can answer until Jun 2, 2026, 9:00 AM/)).toBeInTheDocument()
  expect(waiting.getByRole('button', { name: 'Withdraw' })).toBeInTheDocument()
  expect(waiting.queryByRole('link', { name: 'Complete Payment' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: /^To pay/ }))
  expect(await screen.findByRole('link', { name: 'Complete Payment' })).toHaveAttribute('href', '/checkout/8')
  expect(screen.queryByText(/Request #7/)).not.toBeInTheDocument()
  expect(address()).toBe('/bookings?when=to_pay')
})

it('stays on its tab when the last request there is withdrawn', async () => {
  const { press } = openWithRequests({ open_requests: toPay, next_visit: nextVisit })
  await press('Withdraw')
  answer('post /api/requests/8/withdraw/', {
    ...bookingRequest,
    status: 'rejected',
    rejection_cause: 'withdrawn',
  })
  answer('get /api/requests/mine/', listOf([]))
  answer('get /api/home/', homeOf({ next_visit: nextVisit }))
  await press('Withdraw request')
  expect(await screen.findByText('Nothing to pay')).toBeInTheDocument()
  expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('To pay')
  expect(screen.getByRole('link', { name: 'See all requests' })).toHaveAttribute('href', '/requests')
})

it('shows the bookings when what is open can’t be counted', async () => {
  answer('get /api/home/', {}, 500)
  answer('get /api/requests/bookings/caretaker/', listOf([booking]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText('Booking #12')).toBeInTheDocument()
})

it('shows what is left of a booking of which a visit was canceled', async () => {
  const windows = [canceledWindow, { ...window, booking_id: 32 }]
  const partly = { ...booking, windows, total_price_usd: 252, total_hours: 6, refunding_usd: 126 }
  answer('get /api/requests/bookings/caretaker/', listOf([partly]))
  answer('get /api/requests/12/backup-caregivers/', backupsOf([], { windows: [] }))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('$126.00').parentElement).toHaveTextContent('$126.00 after refund')
  expect(card.getByText('3 hours, 3 hours canceled')).toBeInTheDocument()
})

it('marks the visit that is in progress, apart from those ahead', async () => {
  const running = {
    ...window,
    booking_id: 30,
    state: 'in_progress',
    start_utc: '2026-06-01T11:00:00Z',
    end_utc: '2026-06-01T14:00:00Z',
  }
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, windows: [running, window] }]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  const now = within(await screen.findByRole('region', { name: 'Visit in progress' }))
  expect(now.getByText('7:00 AM – 10:00 AM')).toBeInTheDocument()
  expect(now.queryByText('9:00 AM – 12:00 PM')).not.toBeInTheDocument()
  expect(screen.getAllByText('In progress')).toHaveLength(2)
})

it('says that only past bookings are left', async () => {
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  server.use(
    http.get('/api/requests/bookings/caretaker/', ({ request }) =>
      HttpResponse.json(listOf(request.url.includes('when=past') ? [booking] : [])),
    ),
  )
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText('No upcoming bookings')).toBeInTheDocument()
  expect(screen.queryByText('No bookings yet')).not.toBeInTheDocument()
})

it('offers no messages where neither side may write, and leads to the booking’s page', async () => {
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, can_message: false }]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  const card = within(await screen.findByRole('article'))
  expect(card.queryByRole('link', { name: 'Message Nora Lind' })).not.toBeInTheDocument()
  expect(card.getByRole('link', { name: 'Nora Lind' })).toHaveAttribute('href', '/bookings/12')
})

it('offers a review of a booking that has ended, and of no other', async () => {
  const ended = {
    ...booking,
    request_id: 11,
    windows: [{ ...window, booking_id: reviewableBooking.id, state: 'completed' }],
  }
  answer('get /api/requests/bookings/caretaker/', listOf([booking, ended]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([reviewableBooking]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  const [first, second] = (await screen.findAllByRole('article')).map((card) => within(card))
  expect(first?.getByText('Confirmed')).toBeInTheDocument()
  expect(second?.getByText('Completed')).toBeInTheDocument()
  expect(await second?.findByRole('link', { name: 'Write a review' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/my-reviews\?booking=\d+$/),
  )
  expect(first?.queryByRole('link', { name: 'Write a review' })).not.toBeInTheDocument()
})

it('offers other caregivers for times that we canceled', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, windows: [canceledWindow] }]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/requests/12/backup-caregivers/', backupsOf([listedCaregiver(5)]))
  const { press } = renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Canceled')).toBeInTheDocument()
  expect(card.getByText('Tendwell canceled this visit, refund of $126.00')).toBeInTheDocument()
  const others = within(await card.findByRole('region', { name: 'Also free at these times' }))
  expect(others.getAllByRole('link')[0]).toHaveAttribute('href', '/caregivers/5')
  expect(others.getByRole('link', { name: 'Find another caregiver' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/caregivers\?.*&except=2$/),
  )
  answer('post /api/requests/12/backup-requests/', bookingRequest, 201)
  await press(/^Send request to/)
  await expectToast(`Request sent to ${listedCaregiver(5).full_name}`)
  expect(sentWrites()).toEqual(['POST /api/requests/12/backup-requests/'])
})

it('names a caregiver who has a request for these times, and leads to a search for another', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, windows: [canceledWindow] }]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  const requested = [{ id: 5, full_name: 'Sofia Marin' }]
  answer('get /api/requests/12/backup-caregivers/', backupsOf([], { requested, excluded: [2, 5] }))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText('Sofia Marin already has your request.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Send request/ })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find another caregiver' })).toHaveAttribute(
    'href',
    expect.stringMatching(/&except=2%2C5$/),
  )
})

it('leads to the search when no one else is free at the canceled times', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, windows: [canceledWindow] }]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/requests/12/backup-caregivers/', backupsOf([]))
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText(/^No one else who does the same care is free then/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find another caregiver' })).toHaveAttribute(
    'href',
    '/caregivers?q=newborn%20specialist&country=United%20States&city=Brooklyn&available_on=2026-06-02&start=09%3A00&end=12%3A00&except=2',
  )
})

it('cancels for a full refund while the caregiver is under review', async () => {
  const underReview: Booking = { ...booking, free_cancellation: 'caregiver_under_review' }
  answer('get /api/requests/bookings/caretaker/', listOf([underReview]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/requests/12/cancellation/', cancellation())
  const { press, choose } = renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText(/^We’re reviewing/)).toBeInTheDocument()
  await press('Cancel for a full refund')
  expect(await screen.findByText(/^All of it comes back/)).toBeInTheDocument()
  await press('Keep booking')
  expect(sentWrites()).toEqual([])

  await press('Cancel for a full refund')
  await screen.findByText(/^All of it comes back/)
  await press('Cancel visit')
  await waitFor(() => expect(screen.getByRole('button', { name: /Reason/ })).toHaveFocus())
  expect(screen.getByText('Choose a reason')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await choose('Reason', 'Illness')
  answer('post /api/requests/12/cancel/', bookingRequest)
  answer(
    'get /api/requests/bookings/caretaker/',
    listOf([{ ...booking, windows: [{ ...canceledWindow, canceled_by: 'caretaker' }] }]),
  )
  await press('Cancel visit')
  await expectToast('Canceled. $126.00 is on its way to your card')
  expect(sentWrites()).toEqual(['POST /api/requests/12/cancel/'])
  expect(await screen.findByText('You canceled this visit, refund of $126.00')).toBeInTheDocument()
  expect(screen.queryByText(/Fay Hart canceled/)).not.toBeInTheDocument()
  expect(screen.queryByText(/^We’re reviewing/)).not.toBeInTheDocument()
})

it('shows a caregiver the family, the hours and the price', async () => {
  answer('get /api/requests/bookings/caregiver/', listOf([booking]))
  renderPage(<CaregiverBookingsPage />, { route: '/caregiver/bookings', session: sessionOf(caregiver) })
  const card = within(await screen.findByRole('article'))
  for (const name of ['Fay Hart', 'View booking with Fay Hart']) {
    expect(card.getByRole('link', { name })).toHaveAttribute('href', '/caregiver/bookings/12')
  }
  expect(card.getByText('Booking #12')).toBeInTheDocument()
  expect(card.getByText('$126.00')).toBeInTheDocument()
  expect(card.queryByRole('link', { name: 'Write a review' })).not.toBeInTheDocument()
})

it('says to a caregiver who canceled', async () => {
  const byFamily = { ...canceledWindow, canceled_by: 'caretaker' } as const
  const byCaregiver = { ...canceledWindow, booking_id: 32, canceled_by: 'caregiver' } as const
  answer('get /api/requests/bookings/caregiver/', listOf([{ ...booking, windows: [byFamily, byCaregiver] }]))
  renderPage(<CaregiverBookingsPage />, { route: '/caregiver/bookings', session: sessionOf(caregiver) })
  expect(await screen.findByText('Fay Hart canceled this visit, refund of $126.00')).toBeInTheDocument()
  expect(screen.getByText('You canceled this visit, refund of $126.00')).toBeInTheDocument()
  expect(screen.queryByText(/Nora Lind canceled/)).not.toBeInTheDocument()
})

it('says to a caregiver that there are no bookings', async () => {
  answer('get /api/requests/bookings/caregiver/', listOf([]))
  renderPage(<CaregiverBookingsPage />, { route: '/caregiver/bookings', session: sessionOf(caregiver) })
  expect(await screen.findByText('No bookings yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View requests' })).toHaveAttribute('href', '/requests/incoming')
})

it.each([
  ['family', BookingsPage, 'caretaker', family],
  ['caregiver', CaregiverBookingsPage, 'caregiver', caregiver],
] as const)('offers to retry when the bookings of a %s fail to load', async (_, Page, side, user) => {
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer(`get /api/requests/bookings/${side}/`, {}, 500)
  const { press } = renderPage(<Page />, { route: '/bookings', session: sessionOf(user) })
  expect(await screen.findByText('Failed to load bookings')).toBeInTheDocument()
  answer(`get /api/requests/bookings/${side}/`, listOf([booking]))
  await press('Retry')
  expect(await screen.findByRole('article')).toBeInTheDocument()
})
