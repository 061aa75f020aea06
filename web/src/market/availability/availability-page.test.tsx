import { CLOCK_AHEAD_HEADER } from '@tendwell/contract/clock'
import type { VerificationStatus } from '@tendwell/contract/profiles/profiles'
import { HOUR_MS } from '@tendwell/contract/time'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { answerHours, booked, override, region, rule, type StoredHours } from '../../../test/availability.ts'
import { monday, ownCaregiverProfile } from '../../../test/data.ts'
import { caregiver, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, sentWrites, server } from '../../../test/server.ts'
import { followClock } from '../../lib/format/clock.ts'
import { AvailabilityPage } from './availability-page.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

interface Stored extends StoredHours {
  status?: VerificationStatus
  reason?: string | null
}

async function openAvailability(stored: Stored = {}, route = '/caregiver/availability') {
  const { status = 'verified', reason = null } = stored
  answer('get /api/auth/caregiver/profile/', {
    ...ownCaregiverProfile,
    verification_status: status,
    rejection_reason: reason,
  })
  answerHours(stored)
  answer('get /api/calendars/outside', { results: [] })
  const page = renderPage(<AvailabilityPage />, { route, session: sessionOf(caregiver) })
  await screen.findByRole('grid')
  return { ...page, chooseDay: (name: RegExp) => page.user.click(screen.getByLabelText(name)) }
}

it.each([
  ['the month for someone with weekly hours', [rule], false],
  ['the week for someone without', [], true],
])('begins with %s', async (_, rules, isWeek) => {
  await openAvailability({ rules })
  const titles = [...document.querySelectorAll('section > * > header h2')].map((title) => title.textContent)
  const month = ['Calendar', 'Day hours', 'Monthly overview', 'Time off']
  const rest = ['Booking rules', 'Your other calendars']
  expect(titles).toEqual(isWeek ? ['Weekly hours', ...month, ...rest] : [...month, 'Weekly hours', ...rest])
  expect(screen.queryByText('Set your weekly hours') !== null).toBe(isWeek)
})

it('marks the days of the month as past, open, booked and closed', async () => {
  const onTuesday = { ...booked, start_utc: '2026-06-16T13:00:00Z', end_utc: '2026-06-16T14:00:00Z' }
  await openAvailability({
    booked: [onTuesday],
    overrides: [{ ...override, date_local: '2026-06-09', is_available: false, windows: [] }],
  })
  expect(screen.getByRole('button', { name: /June 2, 2026, open$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 9, 2026, closed$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 16, 2026, booked$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 3, 2026, closed$/ })).toBeInTheDocument()
})

it('marks a day past once it has passed on the server’s clock', async () => {
  const ahead = (ms: number) => ({ [CLOCK_AHEAD_HEADER]: String(ms) })
  onTestFinished(() => followClock(new Headers(ahead(0))))
  const { returnToTab } = await openAvailability()
  const today = screen.getByRole('button', { name: /June 1, 2026/ })
  expect(today).not.toHaveAccessibleName(/past/)
  server.use(
    http.get('/api/availability/timeoff/', () =>
      HttpResponse.json(listOf([]), { headers: ahead(24 * HOUR_MS) }),
    ),
  )
  returnToTab()
  expect(await screen.findByRole('button', { name: /June 1, 2026.*past$/ })).toBeInTheDocument()
})

it('says which calendar closes hours of a day', async () => {
  const busy = { start_utc: '2026-06-02T14:00:00Z', end_utc: '2026-06-02T15:00:00Z' }
  const { chooseDay } = await openAvailability({
    outsideBusy: [{ ...busy, calendar_id: 1, name: 'Family calendar' }],
  })
  const words = 'Busy in Family calendar: 10:00 AM – 11:00 AM'
  expect(within(region('Monthly overview')).getByText(words)).toBeInTheDocument()
  await chooseDay(/June 2, 2026/)
  expect(region('Day hours')).toHaveTextContent(`${words}. Families can’t book these times.`)
})

it('lists the month’s days with hours, and says when there are none', async () => {
  await openAvailability()
  const overview = region('Monthly overview')
  expect(within(overview).getAllByText('9:00 AM – 12:00 PM')).toHaveLength(5)
  expect(within(overview).queryByText('No windows this month yet')).not.toBeInTheDocument()
})

it('lists a meeting in the order of time, and the day as open', async () => {
  const met = { request_id: null, meeting_status: 'accepted' as const, family_name: 'Fay Hart' }
  await openAvailability({
    rules: [{ ...rule, start: '21:00', end: '06:00', ends_next_day: true }],
    booked: [{ ...booked, ...met, start_utc: '2026-06-02T14:00:00Z', end_utc: '2026-06-02T14:30:00Z' }],
  })
  expect(screen.getByRole('button', { name: /June 2, 2026, open$/ })).toBeInTheDocument()
  const [day] = within(region('Monthly overview')).getAllByRole('listitem')
  expect(day).toHaveTextContent(
    /Tue, Jun 2\D*10:00 AM – 10:30 AM Meeting with Fay9:00 PM – 6:00 AMMeetingEdit$/,
  )
})

it('keeps the month and the day over a reload', async () => {
  const { chooseDay, press, address, unmount } = await openAvailability()
  await chooseDay(/June 3, 2026/)
  await press('Next month')
  expect(address()).toBe('/caregiver/availability?month=2026-07&date=2026-06-03')
  unmount()
  await openAvailability({}, address())
  expect(region('Day hours')).toHaveTextContent('Wednesday, June 3')
  expect(region('Monthly overview')).toHaveTextContent('July 2026')
})

it.each([
  ['28th', 'June 2026'],
  ['29th', 'July 2026'],
])('opens on the %s of June on %s', async (day, month) => {
  vi.setSystemTime(new Date(`2026-06-${day.slice(0, 2)}T16:00:00Z`))
  await openAvailability()
  expect(region('Monthly overview')).toHaveTextContent(month)
})

it('says that a month has no windows', async () => {
  await openAvailability({ rules: [] })
  expect(within(region('Monthly overview')).getByText('No windows this month yet')).toBeInTheDocument()
})

it.each([
  ['get /api/availability/timeoff/', 'Failed to load time off'],
  ['get /api/availability/rules/', 'Failed to load weekly hours'],
  ['get /api/availability/overrides/', 'Failed to load availability'],
] as const)('offers to retry after %s fails', async (call, title) => {
  answer('get /api/auth/caregiver/profile/', ownCaregiverProfile)
  for (const list of ['timeoff', 'rules', 'overrides', 'booked'] as const) {
    answer(`get /api/availability/${list}/`, listOf([]))
  }
  answer('get /api/availability/settings/', {
    notice_hours: 0,
    minimum_visit_minutes: 0,
    meeting_hours: 'bookable',
  })
  answer('get /api/calendars/outside/busy', { results: [] })
  answer('get /api/calendars/outside', { results: [] })
  answer(call, {}, 500)
  const { user } = renderPage(<AvailabilityPage />, {
    route: '/caregiver/availability',
    session: sessionOf(caregiver),
  })
  const [failure] = await screen.findAllByText(title)
  expect(failure).toBeInTheDocument()
  const [retry] = screen.getAllByRole('button', { name: 'Retry' })
  // A read that is still under way would take the new answer.
  await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
  answer(call, listOf([]))
  await user.click(retry as HTMLElement)
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})

it.each([
  ['pending', null, 'Your profile is pending admin verification', 'Go to my profile'],
  ['rejected', 'The certificate has expired', 'We couldn’t verify your profile', 'Contact Support'],
  ['flagged', null, 'Your profile is under review', 'Contact Support'],
] as const)(
  'says what is true for a %s caregiver, and offers no form',
  async (status, reason, title, link) => {
    await openAvailability({ status, reason }, '/caregiver/availability?date=2026-06-09')
    expect(screen.getByText(title)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: link })).toBeInTheDocument()
    if (reason) expect(screen.getByText(reason)).toBeInTheDocument()
    expect(within(region('Day hours')).getByText('9:00 AM – 12:00 PM')).toBeInTheDocument()
    for (const name of [/^Save/, /^Add/, /^Edit T/, /^Remove/, /^Close/, /^Copy/, /^Set/]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    }
    expect(sentWrites()).toEqual([])
  },
)
