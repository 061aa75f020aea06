import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freeMonth } from '../../../../test/availability.ts'
import { emptyBlockPreview, monday, publicCaregiver } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { reviews } from '../../../../test/lists.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, server } from '../../../../test/server.ts'
import { CaregiverPage } from './caregiver-page.tsx'

/** Enough of them, so that the next month isn't loaded. */
const freeDays = { '2026-06-02': 2, '2026-06-03': 2, '2026-06-04': 2, '2026-06-05': 2 }

function openCaregiver(options: Parameters<typeof renderPage>[1] = {}) {
  answer('get /api/auth/caregivers/2/', publicCaregiver)
  answer('get /api/availability/month/', freeMonth({}))
  answer('get /api/reviews/caregivers/2/reviews/', listOf([]))
  answer('get /api/reviews/caregivers/2/rating-summary/', { average_rating: null, total_reviews: 0 })
  return renderPage(<CaregiverPage />, {
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
  expect(screen.getByText('Tendwell checked this caregiver’s ID on Nov 2, 2026')).toBeInTheDocument()
  expect(screen.getByText('Verified')).toBeInTheDocument()
})

it('claims nothing of papers that were not checked', async () => {
  openCaregiver()
  const paper_checks = { id_checked_on: null, certificate: null }
  answer('get /api/auth/caregivers/2/', { ...publicCaregiver, paper_checks })
  expect(await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })).toBeInTheDocument()
  for (const claim of [/checked this caregiver/, /verified/i]) {
    expect(screen.queryByText(claim)).not.toBeInTheDocument()
  }
})

it('says what canceling gives back, and nothing of how often a new caregiver keeps bookings', async () => {
  openCaregiver({ session: sessionOf(family) })
  expect(await screen.findByText('Moderate cancellation policy.')).toBeInTheDocument()
  expect(screen.queryByText(/^Keeps/)).not.toBeInTheDocument()
})

it('opens what a background check covered, who did it and when', async () => {
  const { user } = openCaregiver()
  const background_check = {
    checked: ['Identity', 'Driving record'],
    provider: 'Sandbox Screening',
    completed_on: '2026-05-04',
    valid_until: '2027-05-04',
    reviewed_by_us: true,
  }
  answer('get /api/auth/caregivers/2/', { ...publicCaregiver, has_background_check: true, background_check })
  await user.click(await screen.findByRole('button', { name: 'Background check' }))
  const dialog = await screen.findByRole('dialog', { name: 'Background check' })
  for (const text of ['Identity', 'Driving record', 'Sandbox Screening', 'May 4, 2026', 'May 4, 2027']) {
    expect(within(dialog).getByText(text)).toBeInTheDocument()
  }
  expect(within(dialog).getByText('Result reviewed by')).toBeInTheDocument()
  expect(within(dialog).getByText('What it doesn’t mean')).toBeInTheDocument()
})

it('says how often the caregiver keeps bookings, how soon they answer, who booked again and who confirmed', async () => {
  openCaregiver({ session: sessionOf(family) })
  const rated = { ...publicCaregiver, cancellation_policy: 'strict', completion_rate: 96 }
  answer('get /api/auth/caregivers/2/', {
    ...rated,
    response_hours: 24,
    repeat_families: 3,
    references_confirmed: 2,
  })
  expect(await screen.findByText('Strict cancellation policy.')).toBeInTheDocument()
  expect(screen.getByText('Keeps 96% of bookings')).toBeInTheDocument()
  expect(screen.getByText('Usually answers within a day')).toBeInTheDocument()
  expect(screen.getByText('3 families booked again')).toBeInTheDocument()
  expect(screen.getByText('2 references confirmed')).toBeInTheDocument()
})

it('says what the caregiver tells about themselves, and links to the video in another tab', async () => {
  openCaregiver({ session: sessionOf(family) })
  answer('get /api/auth/caregivers/2/', {
    ...publicCaregiver,
    experience_years: 12,
    care_ages: ['newborn', 'baby', 'toddler'],
    video_url: 'https://vimeo.com/76979871',
    travel_km: 16.09344,
    notice_hours: 24,
    minimum_visit_minutes: 630,
  })
  const video = await link(/^Watch an introduction/)
  expect(video).toHaveAttribute('href', 'https://vimeo.com/76979871')
  expect(video).toHaveAttribute('rel', expect.stringContaining('noopener'))
  expect(screen.getByText('12 years of experience')).toBeInTheDocument()
  expect(screen.getByText('Cares for newborns, babies, and toddlers')).toBeInTheDocument()
  expect(screen.getByText('Travels up to 10 miles')).toBeInTheDocument()
  expect(screen.getByText('Needs 24 hours’ notice')).toBeInTheDocument()
  expect(screen.getByText('Visits of at least 10.5 hours')).toBeInTheDocument()
  expect(screen.queryByText(/^Usually answers/)).not.toBeInTheDocument()
})

it('leads a family to the booking and to the chat', async () => {
  openCaregiver({ session: sessionOf(family) })
  expect(await link('Send Message')).toHaveAttribute('href', '/chat?caregiverId=2')
  expect(await link('Book Now')).toHaveAttribute('href', '/caregiver/2/book')
})

it('leads from free times to the booking of exactly these', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  openCaregiver({ session: sessionOf(family) })
  answer('get /api/availability/month/', freeMonth(freeDays))
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

it('leads families and visitors from a full day to where they can wait for its hours, and caregivers nowhere', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  for (const session of [sessionOf(family), undefined, sessionOf(caregiver)]) {
    const { unmount } = openCaregiver(session && { session })
    answer('get /api/availability/month/', freeMonth(freeDays, ['2026-06-01', '2026-06-08']))
    answer('get /api/availability/day/', { slots: [] })
    await screen.findByRole('heading', { name: 'Availability Snapshot' })
    if (session?.user?.role === 'caregiver') {
      expect(screen.queryByRole('list', { name: 'Full days' })).not.toBeInTheDocument()
    } else {
      const days = within(await screen.findByRole('list', { name: 'Full days' }))
      // Today is too late to wait for.
      expect(days.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        '/caregiver/2/book?date=2026-06-08',
      ])
    }
    unmount()
  }
})

it('shows a night once, under the day on which it begins', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  openCaregiver({ session: sessionOf(family) })
  // Those after the first were taken since.
  const nights = ['2026-06-02', '2026-06-04', '2026-06-05', '2026-06-06']
  answer('get /api/availability/month/', {
    days: { '2026-06-02': 1, '2026-06-03': 1 },
    own: Object.fromEntries(nights.map((date) => [date, { minutes: 0, has_night: true }])),
    full: ['2026-06-03'],
  })
  const evening = { start: '', end: '', start_utc: '2026-06-03T01:00:00Z', end_utc: '2026-06-03T04:00:00Z' }
  const morning = { start: '', end: '', start_utc: '2026-06-03T04:00:00Z', end_utc: '2026-06-03T10:00:00Z' }
  const slots = new Map([
    ['2026-06-02', [evening]],
    ['2026-06-03', [morning]],
  ])
  server.use(
    http.get('/api/availability/day/', ({ request }) =>
      HttpResponse.json({ slots: slots.get(new URL(request.url).searchParams.get('date') ?? '') ?? [] }),
    ),
  )
  expect(await link(/^Book Tue/)).toHaveAccessibleName('Book Tue, Jun 2, 9:00 PM – 6:00 AM, next day')
  expect(await link(/^Book Tue/)).toHaveAttribute(
    'href',
    '/caregiver/2/book?date=2026-06-02&from=21%3A00&to=06%3A00',
  )
  // It has the end of the night, and its own is booked: nothing to book there, and nothing to wait for.
  expect(screen.queryByText('Wed, Jun 3')).not.toBeInTheDocument()
})

it('shows free times in the caregiver’s zone too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  openCaregiver({ session: sessionOf(family) })
  answer('get /api/auth/caregivers/2/', { ...publicCaregiver, timezone: 'Asia/Riyadh' })
  answer('get /api/availability/month/', freeMonth(freeDays))
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
  renderPage(<CaregiverPage />, { route: `/caregivers/${id}`, path: '/caregivers/:caregiverId' })
  expect(await screen.findByText('Failed to load caregiver')).toBeInTheDocument()
  expect(screen.getByText('This caregiver isn’t available right now.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it('requests only the caregiver who was suspended in the meantime, not their times and reviews', async () => {
  const { returnToTab } = openCaregiver()
  await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })
  await screen.findByText('No reviews yet')
  const missing = { detail: 'Not found', code: 'not_found' }
  answer('get /api/auth/caregivers/2/', missing, 404)
  answer('get /api/availability/month/', missing, 404)
  answer('get /api/reviews/caregivers/2/reviews/', missing, 404)
  answer('get /api/reviews/caregivers/2/rating-summary/', missing, 404)
  returnToTab()
  expect(await screen.findByText('This caregiver isn’t available right now.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Find a Caregiver' })).toHaveAttribute('href', '/caregivers')
  expect(screen.getAllByText(/^Failed to load/)).toHaveLength(1)

  const calls: string[] = []
  const note = ({ request }: { request: Request }) => void calls.push(new URL(request.url).pathname)
  server.events.on('request:start', note)
  onTestFinished(() => server.events.removeListener('request:start', note))
  returnToTab()
  await waitFor(() => expect(calls).toEqual(['/api/auth/caregivers/2/']))
  expect(screen.getByText('This caregiver isn’t available right now.')).toBeVisible()
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
    is_refunded: false,
    reply: { text: 'Thank you, Fay.', created_at: '2026-06-01T12:00:00Z' },
  }
  const refunded = {
    ...review,
    id: 8,
    comment: 'Left early.',
    is_counted: false,
    is_refunded: true,
    reply: null,
  }
  answer(
    'get /api/reviews/caregivers/2/reviews/',
    listOf([review, refunded, { ...refunded, id: 7, is_refunded: false }], 7),
  )
  const panel = within(await screen.findByRole('region', { name: 'Family Reviews' }))
  expect(await panel.findByText('from 7 families')).toBeInTheDocument()
  expect(panel.getByText('4.86')).toBeInTheDocument()
  expect(await panel.findByText('Calm and kind.')).toBeInTheDocument()
  const [counted, marked, earlier] = panel.getAllByRole('listitem')
  expect(counted).not.toHaveTextContent('counted')
  expect(counted).toHaveTextContent(/Nora Lind answered · .*Thank you, Fay\.$/)
  expect(panel.queryByRole('button', { name: /^Answer/ })).not.toBeInTheDocument()
  expect(marked).toHaveTextContent('Left early.Refunded · not counted in the average')
  expect(earlier).toHaveTextContent('Left early.Not counted in the average')
  expect(panel.getByRole('navigation', { name: 'Reviews: pages' })).toHaveTextContent('Page 1 of 3')
})

it('lets a caregiver answer a review of them', async () => {
  const { press, fill } = openCaregiver({ session: sessionOf(caregiver) })
  const [review] = reviews
  answer('get /api/reviews/caregivers/2/reviews/', listOf([{ ...review, id: 9, caretaker_name: 'Fay H.' }]))
  await press('Answer the review by Fay H.')
  await screen.findByRole('dialog', { name: 'Answer Fay H.' })
  answer('post /api/reviews/reviews/9/reply/', { text: 'Thank you', created_at: '2026-06-01T12:00:00Z' }, 201)
  await fill('Your answer', 'Thank you')
  await press('Publish answer')
  await expectToast('Answer published')
  expect(lastBody()).toEqual({ text: 'Thank you' })
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

it('lets a signed-in family report the caregiver and a review, which loads the dialog', async () => {
  const { press } = openCaregiver({ session: sessionOf(family) })
  answer('get /api/reviews/caregivers/2/reviews/', listOf(reviews.slice(0, 1)))
  await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })
  await press('Report Nora Lind')
  expect(await screen.findByRole('heading', { name: 'Report Nora Lind' })).toBeVisible()
  expect(screen.getByText(/Nora Lind won’t know that it was you/)).toBeVisible()
  await press('Cancel')
  await press(/^Report the review by /)
  expect(await screen.findByRole('heading', { name: 'Report this review' })).toBeVisible()
})

it('leads to the search after a family reported and blocked the caregiver', async () => {
  const { press, choose, address } = openCaregiver({ session: sessionOf(family) })
  await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })
  const { id, full_name } = caregiver
  const receipt = { id: 4, kind: 'profile', created_at: '2026-06-01T11:00:00Z' }
  answer('post /api/reports/', { ...receipt, blockable: { id, full_name } }, 201)
  answer('post /api/blocks/', {}, 204)
  answer(`get /api/blocks/${id}/preview/`, emptyBlockPreview)
  await press('Report Nora Lind')
  await screen.findByRole('dialog')
  await choose('What’s wrong?', 'Scam or false identity')
  await press('Send report')
  await screen.findByRole('button', { name: 'Block Nora Lind' })
  await press('Block Nora Lind')
  await screen.findByRole('button', { name: 'Block' })
  await choose('Reason', 'Spam or advertising')
  await press('Block')
  await waitFor(() => expect(address()).toBe('/caregivers'))
})

it('offers no block after a report of someone unknown', async () => {
  const { press, choose } = openCaregiver({ session: sessionOf(family) })
  await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })
  const receipt = { id: 4, kind: 'profile', created_at: '2026-06-01T11:00:00Z' }
  answer('post /api/reports/', { ...receipt, blockable: null }, 201)
  await press('Report Nora Lind')
  await screen.findByRole('dialog')
  await choose('What’s wrong?', 'Scam or false identity')
  await press('Send report')
  expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Block/ })).not.toBeInTheDocument()
})

it('offers visitors nothing to report', async () => {
  openCaregiver()
  await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })
  expect(screen.queryByRole('button', { name: /^Report/ })).not.toBeInTheDocument()
})

it('shows nothing of another caregiver, whose page was open before', async () => {
  const { goTo } = openCaregiver()
  expect(await screen.findByRole('heading', { level: 1, name: /Nora Lind/ })).toBeInTheDocument()
  answer('get /api/auth/caregivers/3/', {}, 500)
  await goTo('/caregivers/3')
  expect(await screen.findByText('Failed to load caregiver')).toBeInTheDocument()
  expect(screen.queryByText(/Nora Lind/)).not.toBeInTheDocument()
})
