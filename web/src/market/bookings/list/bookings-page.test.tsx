import type { Booking } from '@tendwell/contract/bookings/bookings'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import { booking, bookingRequest, cancellation, monday, reviewableBooking } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

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
  server.use(
    http.get('/api/requests/bookings/caretaker/', ({ request }) => {
      const when = new URL(request.url).searchParams.get('when') ?? ''
      asked.push(when)
      const past = { ...booking, request_id: 5, windows: [{ ...window, state: 'completed' }] }
      return HttpResponse.json(listOf([when === 'past' ? past : booking]))
    }),
  )
  const { user, address } = renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(within(await screen.findByRole('article')).getByText('Booking #12')).toBeInTheDocument()
  expect(asked).toEqual(['upcoming'])
  await user.click(screen.getByRole('tab', { name: 'Past' }))
  expect(await screen.findByText('Booking #5')).toBeInTheDocument()
  expect(screen.queryByText('Booking #12')).not.toBeInTheDocument()
  expect(address()).toBe('/bookings?when=past')
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
  answer('get /api/requests/12/backup-caregivers/', { ...listOf([listedCaregiver(5)]), requested: [] })
  const { press } = renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Canceled')).toBeInTheDocument()
  expect(card.getByText('Tendwell canceled this visit, refund of $126.00')).toBeInTheDocument()
  const others = within(await card.findByRole('region', { name: 'Also free at these times' }))
  expect(others.getByRole('link')).toHaveAttribute('href', '/caregivers/5')
  answer('post /api/requests/12/backup-requests/', bookingRequest, 201)
  await press(/^Send request to/)
  await expectToast(`Request sent to ${listedCaregiver(5).full_name}`)
  expect(sentWrites()).toEqual(['POST /api/requests/12/backup-requests/'])
})

it('offers no second request to a caregiver who has one for these times', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, windows: [canceledWindow] }]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/requests/12/backup-caregivers/', { ...listOf([listedCaregiver(5)]), requested: [5] })
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByRole('link', { name: 'Request sent' })).toHaveAttribute('href', '/requests')
  expect(screen.queryByRole('button', { name: /^Send request/ })).not.toBeInTheDocument()
})

it('leads to the search when no one else is free at the canceled times', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, windows: [canceledWindow] }]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer('get /api/requests/12/backup-caregivers/', { ...listOf([]), requested: [] })
  renderPage(<BookingsPage />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText(/^No one else nearby is free/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find a caregiver' })).toHaveAttribute('href', '/caregivers')
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
