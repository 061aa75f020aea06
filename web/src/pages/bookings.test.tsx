import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { booking, monday, reviewableBooking } from '../../test/data.ts'
import { caregiver, family, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, listOf } from '../../test/server.ts'
import { Component as Bookings } from './bookings.tsx'
import { Component as CaregiverBookings } from './caregiver-bookings.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

it('says to a family that there are no bookings', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  renderPage(<Bookings />, { route: '/bookings', session: sessionOf(family) })
  expect(await screen.findByText('No bookings yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find a Caregiver' })).toBeInTheDocument()
})

it('offers a review of a booking that has ended, and of no other', async () => {
  const [window] = booking.windows
  const ended = {
    ...booking,
    request_id: 11,
    windows: [{ ...window, booking_id: reviewableBooking.id, end_utc: '2026-05-31T16:00:00Z' }],
  }
  answer('get /api/requests/bookings/caretaker/', listOf([booking, ended]))
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([reviewableBooking]))
  renderPage(<Bookings />, { route: '/bookings', session: sessionOf(family) })
  const [first, second] = (await screen.findAllByRole('article')).map((card) => within(card))
  expect(first?.getByText('Confirmed')).toBeInTheDocument()
  expect(second?.getByText('Completed')).toBeInTheDocument()
  expect(await second?.findByRole('link', { name: 'Write a review' })).toHaveAttribute('href', '/my-reviews')
  expect(first?.queryByRole('link', { name: 'Write a review' })).not.toBeInTheDocument()
})

it('shows a caregiver the family, the hours and the price', async () => {
  answer('get /api/requests/bookings/caregiver/', listOf([booking]))
  renderPage(<CaregiverBookings />, { route: '/caregiver/bookings', session: sessionOf(caregiver) })
  const card = within(await screen.findByRole('article'))
  expect(card.getByRole('link', { name: 'Fay Hart' })).toHaveAttribute('href', '/caretakers/1')
  expect(card.getByText('Booking #12')).toBeInTheDocument()
  expect(card.getByText('$126.00')).toBeInTheDocument()
  expect(card.queryByRole('link', { name: 'Write a review' })).not.toBeInTheDocument()
})

it('says to a caregiver that there are no bookings', async () => {
  answer('get /api/requests/bookings/caregiver/', listOf([]))
  renderPage(<CaregiverBookings />, { route: '/caregiver/bookings', session: sessionOf(caregiver) })
  expect(await screen.findByText('No bookings yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View requests' })).toHaveAttribute('href', '/requests/incoming')
})

it.each([
  ['family', Bookings, 'caretaker', family],
  ['caregiver', CaregiverBookings, 'caregiver', caregiver],
] as const)('offers to retry when the bookings of a %s fail to load', async (_, Page, side, user) => {
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([]))
  answer(`get /api/requests/bookings/${side}/`, {}, 500)
  const { press } = renderPage(<Page />, { route: '/bookings', session: sessionOf(user) })
  expect(await screen.findByText('Failed to load bookings')).toBeInTheDocument()
  answer(`get /api/requests/bookings/${side}/`, listOf([booking]))
  await press('Retry')
  expect(await screen.findByRole('article')).toBeInTheDocument()
})
