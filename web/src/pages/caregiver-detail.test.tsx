import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { monday, publicCaregiver } from '../../test/data.ts'
import { caregiver, family, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, listOf } from '../../test/server.ts'
import { Component as CaregiverDetail } from './caregiver-detail.tsx'

/** Enough of them, so that the next month isn't loaded. */
const freeDays = { '2026-06-02': 2, '2026-06-03': 2, '2026-06-04': 2, '2026-06-05': 2 }

function openCaregiver(options: Parameters<typeof renderPage>[1] = {}) {
  answer('get /api/auth/caregivers/2/', publicCaregiver)
  answer('get /api/availability/month/', { days: {}, full: [] })
  answer('get /api/reviews/caregivers/2/reviews/', listOf([]))
  answer('get /api/reviews/caregivers/2/rating-summary/', { average_rating: null, total_reviews: 0 })
  return renderPage(<CaregiverDetail />, {
    route: '/caregivers/2',
    path: '/caregivers/:caregiverId',
    ...options,
  })
}

const link = (name: string | RegExp) => screen.findAllByRole('link', { name }).then(([first]) => first)

it('shows a caregiver’s sections to a visitor, who logs in on the way to book or to write', async () => {
  openCaregiver({ state: { search: '?country=France' } })
  expect(await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })).toBeInTheDocument()
  for (const name of ['About me', 'Availability Snapshot', 'Specialties & Certificates', 'Family Reviews']) {
    expect(screen.getByRole('heading', { level: 2, name })).toBeInTheDocument()
  }
  expect(await link('Send Message')).toHaveAttribute('href', '/login?next=%2Fchat%3FcaregiverId%3D2')
  expect(await link('Book Now')).toHaveAttribute('href', '/login?next=%2Fcaregiver%2F2%2Fbook')
  expect(await link('Back')).toHaveAttribute('href', '/caregivers?country=France')
})

it('says what canceling gives back, and nothing of how often a new caregiver keeps bookings', async () => {
  openCaregiver({ session: sessionOf(family) })
  expect(await screen.findByText('Moderate cancellation policy.')).toBeInTheDocument()
  expect(screen.queryByText(/^Keeps/)).not.toBeInTheDocument()
})

it('says how often the caregiver keeps bookings', async () => {
  openCaregiver({ session: sessionOf(family) })
  const rated = { ...publicCaregiver, cancellation_policy: 'strict', completion_rate: 96 }
  answer('get /api/auth/caregivers/2/', rated)
  expect(await screen.findByText('Strict cancellation policy.')).toBeInTheDocument()
  expect(screen.getByText('Keeps 96% of bookings')).toBeInTheDocument()
})

it('leads a family to the booking and to the chat', async () => {
  openCaregiver({ session: sessionOf(family) })
  expect(await link('Send Message')).toHaveAttribute('href', '/chat?caregiverId=2')
  expect(await link('Book Now')).toHaveAttribute('href', '/caregiver/2/book')
})

it('leads from free times to the booking of exactly these', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  openCaregiver({ session: sessionOf(family) })
  answer('get /api/availability/month/', { days: freeDays, full: [] })
  answer('get /api/availability/day/', {
    slots: [
      { start: '09:00', end: '10:00', start_utc: '2026-06-02T13:00:00Z', end_utc: '2026-06-02T14:00:00Z' },
      { start: '10:00', end: '11:00', start_utc: '2026-06-02T14:00:00Z', end_utc: '2026-06-02T15:00:00Z' },
    ],
  })
  expect(await link(/^Book Tue, Jun 2/)).toHaveAttribute(
    'href',
    '/caregiver/2/book?date=2026-06-02&from=09%3A00&to=11%3A00',
  )
})

it('shows free times in the caregiver’s zone too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  openCaregiver({ session: sessionOf(family) })
  answer('get /api/auth/caregivers/2/', { ...publicCaregiver, timezone: 'Asia/Riyadh' })
  answer('get /api/availability/month/', { days: freeDays, full: [] })
  answer('get /api/availability/day/', {
    slots: [
      { start: '09:00', end: '10:00', start_utc: '2026-06-02T13:00:00Z', end_utc: '2026-06-02T14:00:00Z' },
    ],
  })
  const times = await screen.findAllByRole('link', { name: /^Book Tue, Jun 2/ })
  expect(times[0]).toHaveTextContent('9:00 AM – 10:00 AM (from 4:00 PM in Riyadh)')
})

it('shows caregivers their own page without ways to book and to write', async () => {
  openCaregiver({ session: sessionOf(caregiver) })
  expect(await link('Edit my profile')).toHaveAttribute('href', '/caregiver/profile')
  expect(screen.queryByRole('link', { name: /Book Now|Send Message/ })).not.toBeInTheDocument()
})

it.each(['2', 'abc'])('says that caregiver “%s” is not listed, without a retry', async (id) => {
  answer('get /api/auth/caregivers/2/', { detail: 'Not found', code: 'not_found' }, 404)
  renderPage(<CaregiverDetail />, { route: `/caregivers/${id}`, path: '/caregivers/:caregiverId' })
  expect(await screen.findByText('Failed to load caregiver')).toBeInTheDocument()
  expect(screen.getByText('This profile doesn’t exist or is no longer listed.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it('says that there are no reviews', async () => {
  openCaregiver()
  expect(await screen.findByText('No reviews yet')).toBeInTheDocument()
  expect(screen.getByText('Families can review Nora Lind once a booking has ended.')).toBeInTheDocument()
  expect(screen.queryByText(/^from \d+ review/)).not.toBeInTheDocument()
})

it('shows the average with two decimals and three reviews a page', async () => {
  openCaregiver()
  answer('get /api/reviews/caregivers/2/rating-summary/', { average_rating: 4.857, total_reviews: 7 })
  const review = {
    id: 9,
    booking_id: 30,
    rating: 4,
    comment: 'Calm and kind.',
    caretaker_name: 'Fay H.',
    caretaker_avatar: null,
    created_at: '2026-06-01T11:00:00Z',
    is_counted: true,
  }
  answer('get /api/reviews/caregivers/2/reviews/', listOf([review], 7))
  const panel = within(await screen.findByRole('region', { name: 'Family Reviews' }))
  expect(await panel.findByText('from 7 families')).toBeInTheDocument()
  expect(panel.getByText('4.86')).toBeInTheDocument()
  expect(await panel.findByText('Calm and kind.')).toBeInTheDocument()
  expect(panel.getByRole('navigation', { name: 'Reviews: pages' })).toHaveTextContent('Page 1 of 3')
})

it.each([
  ['get /api/auth/caregivers/2/', 'Failed to load caregiver'],
  ['get /api/reviews/caregivers/2/reviews/', 'Failed to load reviews'],
] as const)('offers to retry after %s fails', async (call, title) => {
  const { press } = openCaregiver()
  answer(call, {}, 500)
  expect(await screen.findByText(title)).toBeInTheDocument()
  answer(call, call.includes('reviews') ? listOf([]) : publicCaregiver)
  await press('Retry')
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})
