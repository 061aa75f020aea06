import type { MonthAvailability } from '@tendwell/contract/availability/availability'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useNavigation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { freeMonth } from '../../../../test/availability.ts'
import { bookingRequest, publicCaregiver } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { showOnPhone } from '../../../../test/phone.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites, server } from '../../../../test/server.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { RequestHours } from './request-hours.tsx'

const HOUR_MS = 3_600_000

/**
 * How many one-hour slots each date has, from 10:00 in New York. Tests change it while the screen is open.
 */
let free: Record<string, number>
/** The slots of dates that have others. */
let slotsByDate: Record<string, object[]>
/** What the month says otherwise. */
let monthChanges: Partial<MonthAvailability>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T12:00:00Z') })
  free = { '2026-03-05': 4, '2026-03-06': 2 }
  slotsByDate = {}
  monthChanges = {}
})

function slotsOn(date: string) {
  if (slotsByDate[date]) return slotsByDate[date]
  return Array.from({ length: free[date] ?? 0 }, (_, index) => {
    const startMs = Date.parse(`${date}T15:00:00Z`) + index * HOUR_MS
    return {
      start: `${10 + index}:00`,
      end: `${11 + index}:00`,
      start_utc: new Date(startMs).toISOString(),
      end_utc: new Date(startMs + HOUR_MS).toISOString(),
    }
  })
}

/** Shows whether another page is loading. */
const Navigation = () => <output aria-label="Navigation">{useNavigation().state}</output>

/** The screen, with the first free slot that the caregiver's page named. */
const bookingScreen = (nextFreeStart: string | null) => (
  <>
    <RequestHours
      policy="moderate"
      limits={{ name: 'Sofia', noticeHours: 0, minimumVisitMinutes: 0 }}
      caregiverId={caregiver.id}
      rates={{ rateCents: 4_800, serviceFeeBps: 0 }}
      nextFreeStart={nextFreeStart}
      family={{ isFetching: true, refetch: () => undefined }}
      lastChildren={[]}
      saveAddress={() => undefined}
    />
    <Navigation />
  </>
)

interface OpenOptions {
  query?: string
  /** When the hours of days are answered; immediately by default. */
  days?: Promise<void>
  loadOthers?: () => Promise<void>
  nextFreeStart?: string | null
}

async function openBooking({ query = '', nextFreeStart = null, days, ...options }: OpenOptions = {}) {
  answer('get /api/auth/caregivers/2/', publicCaregiver)
  server.use(
    http.get('/api/availability/month/', ({ request }) => {
      const isMarch = new URL(request.url).searchParams.get('month') === '3'
      return HttpResponse.json({ ...freeMonth(isMarch ? free : {}), ...(isMarch && monthChanges) })
    }),
    http.get('/api/availability/day/', async ({ request }) => {
      await days
      return HttpResponse.json({ slots: slotsOn(new URL(request.url).searchParams.get('date') ?? '') })
    }),
  )
  const page = renderPage(bookingScreen(nextFreeStart), {
    route: `/caregiver/${caregiver.id}/book${query}`,
    session: sessionOf(family),
    ...options,
  })
  await screen.findByRole('grid')
  return {
    ...page,
    send: () => page.user.click(screen.getAllByRole('button', { name: 'Send Request' })[0] as HTMLElement),
  }
}

function createGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

const march6 = '?month=2026-03&date=2026-03-06'
const list = () => within(screen.getByRole('region', { name: 'Available times' }))
const selected = () => screen.getByRole('region', { name: 'Selected times' })
const expectWindows = (count: number) =>
  waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(count))

it('says to select times first, and then offers to send', async () => {
  const { press } = await openBooking({ query: march6 })
  for (const button of screen.getAllByRole('button', { name: 'Select times first' })) {
    expect(button).toBeDisabled()
  }
  expect(screen.queryByRole('button', { name: 'Send Request' })).not.toBeInTheDocument()
  await press(/^10:00 AM – 11:00 AM/)
  for (const button of screen.getAllByRole('button', { name: 'Send Request' })) expect(button).toBeEnabled()
})

it('lists the windows of the latest day and counts them in the calendar', async () => {
  const { press, user, returnToTab } = await openBooking()
  await press(/4 hours free$/)
  await expectWindows(3)
  await user.click(list().getByRole('button', { name: 'Next page' }))
  await expectWindows(1)
  free['2026-03-05'] = 3
  returnToTab()
  await expectWindows(3)
  expect(await screen.findByRole('button', { name: /March 5, 2026.*3 hours free$/ })).toBeInTheDocument()

  await press(/2 hours free$/)
  await expectWindows(2)
  free['2026-03-05'] = 1
  returnToTab()
  expect(await screen.findByRole('button', { name: /March 5, 2026.*1 hour free$/ })).toBeInTheDocument()
})

it('sums up the chosen windows and sends them', async () => {
  const { press, send, address } = await openBooking()
  await press(/2 hours free$/)
  await expectWindows(2)
  await press(/^10:00 AM – 11:00 AM/)
  await press(/^11:00 AM – 12:00 PM/)
  expect(selected()).toHaveTextContent('10:00 AM – 12:00 PM')
  expect(selected()).toHaveTextContent('2 hours × $48.00')
  const amounts = within(selected()).getAllByRole('definition')
  expect(amounts.map(({ textContent }) => textContent)).toEqual(['$96.00', '$0.00', '$96.00'])
  expect(screen.getByRole('button', { name: /March 6, 2026.*2 hours chosen$/ })).toBeInTheDocument()
  answer('post /api/requests/', bookingRequest, 201)
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toEqual({
    caregiver_id: caregiver.id,
    timezone: 'America/New_York',
    windows: [
      {
        date: '2026-03-06',
        start: '10:00',
        end: '12:00',
        start_utc: '2026-03-06T15:00:00Z',
        end_utc: '2026-03-06T17:00:00Z',
      },
    ],
  })
  expect(address()).toBe('/requests')
})

it('marks hours that another family has booked meanwhile, and sends the rest', async () => {
  const { press, send, returnToTab } = await openBooking({ query: march6 })
  await expectWindows(2)
  await press(/^10:00 AM – 11:00 AM/)
  await press(/^11:00 AM – 12:00 PM/)
  free['2026-03-06'] = 1
  returnToTab()
  expect(await within(selected()).findByText('No longer available')).toBeInTheDocument()
  for (const button of screen.getAllByRole('button', { name: 'Send Request' })) expect(button).toBeDisabled()
  await press('Remove unavailable times')
  expect(selected()).not.toHaveTextContent('No longer available')
  answer('post /api/requests/', bookingRequest, 201)
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ windows: [{ date: '2026-03-06', start: '10:00', end: '11:00' }] })
})

it('offers free hours nearby when the server refuses the request', async () => {
  const { press, send } = await openBooking({ query: march6 })
  await expectWindows(2)
  await press(/^10:00 AM – 11:00 AM/)
  const alternatives = slotsOn('2026-03-05')
    .slice(0, 1)
    .map((slot) => ({ date: '2026-03-05', ...slot }))
  answer('post /api/requests/', { detail: 'Taken', code: 'conflict', alternatives }, 409)
  await send()
  await expectToast('Taken')
  const nearby = within(await screen.findByRole('region', { name: 'Other available times' }))
  expect(nearby.getAllByRole('listitem')).toHaveLength(1)
  await press(/^Thu, Mar 5, 10:00 AM/)
  expect(selected()).toHaveTextContent(/Thu, Mar 5.*Fri, Mar 6/)
  await press(/^11:00 AM – 12:00 PM/)
  expect(screen.queryByRole('region', { name: 'Other available times' })).not.toBeInTheDocument()
})

it('chooses an alternative of several hours, whose day shows each of them as chosen', async () => {
  free['2026-03-06'] = 3
  const { press, send } = await openBooking({ query: march6 })
  await expectWindows(3)
  await press(/^10:00 AM – 11:00 AM/)
  const [, second, third] = slotsOn('2026-03-06') as [object, Record<string, string>, Record<string, string>]
  const alternative = { date: '2026-03-06', ...second, end: third.end, end_utc: third.end_utc }
  answer('post /api/requests/', { detail: 'Taken', code: 'conflict', alternatives: [alternative] }, 409)
  await send()
  await expectToast('Taken')
  await press(/^Fri, Mar 6, 11:00 AM – 1:00 PM/)
  for (const name of [/^11:00 AM – 12:00 PM/, /^12:00 PM – 1:00 PM/]) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
  }
  await press(/^11:00 AM – 12:00 PM/)
  expect(screen.getByRole('button', { name: /^12:00 PM – 1:00 PM/ })).toHaveAttribute('aria-pressed', 'true')
})

it('accepts at most 31 windows', async () => {
  const days = Array.from(
    { length: 32 },
    (_, index) => Date.parse('2026-03-05T15:00:00Z') + index * 24 * HOUR_MS,
  )
  free = Object.fromEntries(days.map((day) => [new Date(day).toISOString().slice(0, 10), 1]))
  const chosen = days.map((startMs) => ({ startMs, endMs: startMs + HOUR_MS }))
  sessionStorage.setItem('tendwell.booking.2', JSON.stringify(chosen))
  const { send } = await openBooking()
  expect(selected()).toHaveTextContent('A request can have at most 31 time slots. You’ve selected 32.')
  await send()
  await expectToast('Please select at most 31 windows')
  expect(sentWrites()).toEqual([])
})

it('shows why the server refused a request, and keeps the chosen windows', async () => {
  const { press, send, address } = await openBooking({ query: march6 })
  await expectWindows(2)
  await press(/^10:00 AM – 11:00 AM/)
  for (const [status, body, message] of [
    [400, { windows: ['This time is in the past'], code: 'invalid' }, 'This time is in the past'],
    [400, { non_field_errors: ['Too many requests'], code: 'invalid' }, 'Too many requests'],
    [500, {}, 'Failed to send request'],
  ] as const) {
    answer('post /api/requests/', body, status)
    await send()
    await expectToast(message)
  }
  expect(address()).toMatch(/^\/caregiver\/2\/book/)
  expect(selected()).toHaveTextContent('10:00 AM – 11:00 AM')
})

it('keeps the chosen windows over a reload', async () => {
  const { press, unmount } = await openBooking({ query: march6 })
  await expectWindows(2)
  await press(/^10:00 AM – 11:00 AM/)
  unmount()
  renderPage(bookingScreen(null), { session: sessionOf(family) })
  expect(await screen.findByRole('button', { name: /March 6, 2026.*1 hour chosen$/ })).toBeInTheDocument()
  expect(selected()).toHaveTextContent(/Fri, Mar 6.*10:00 AM – 11:00 AM/)
})

it('keeps the month and the day over a reload', async () => {
  const { press, address, unmount } = await openBooking()
  await press(/2 hours free$/)
  await expectWindows(2)
  await press('Next month')
  expect(address()).toBe('/caregiver/2/book?month=2026-04&date=2026-03-06')
  unmount()
  renderPage(bookingScreen(null), {
    route: address(),
    session: sessionOf(family),
  })
  await expectWindows(2)
  expect(screen.getByRole('combobox', { name: 'Month' })).toHaveDisplayValue('April')
})

it('opens the login when the session has ended, and keeps the chosen windows', async () => {
  const { press, send, address } = await openBooking({ query: march6 })
  await expectWindows(2)
  await press(/^10:00 AM – 11:00 AM/)
  answer('post /api/requests/', { detail: 'Please log in', code: 'unauthorized' }, 401)
  answer('post /api/auth/token/refresh/', { detail: 'Please log in', code: 'unauthorized' }, 401)
  await send()
  await expectToast('Please log in to send a request')
  expect(address()).toBe(loginPath('/caregiver/2/book?month=2026-03&date=2026-03-06'))
  expect(Object.keys(sessionStorage)).toContain('tendwell.booking.2')
})

it('chooses the first free day at the start, also in a later month', async () => {
  free['2026-04-02'] = 2
  const { address } = await openBooking({ nextFreeStart: '2026-04-02T14:00:00Z' })
  await expectWindows(2)
  expect(list().getByText('Thursday, April 2, 2026')).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Month' })).toHaveDisplayValue('April')
  expect(address()).toBe('/caregiver/2/book')
})

it('chooses the hours of a link once, while they are free', async () => {
  const { address, unmount } = await openBooking({ query: '?date=2026-03-05&from=11:00&to=13:00' })
  expect(await within(selected()).findByText('11:00 AM – 1:00 PM')).toBeInTheDocument()
  expect(list().getByText('Thursday, March 5, 2026')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/caregiver/2/book?date=2026-03-05'))
  expect(screen.queryByText('These times are no longer available')).not.toBeInTheDocument()
  unmount()
  await openBooking({ query: '?date=2026-03-05' })
  expect(within(selected()).getAllByRole('listitem')).toHaveLength(1)
})

/** Leaves an hour of March 6 chosen. */
async function leaveEarlierHour() {
  const { press, unmount } = await openBooking({ query: '?date=2026-03-06' })
  await press(/^10:00 AM – 11:00 AM/)
  unmount()
}

it('replaces an earlier selection by the hours of a link, and adds it again on request', async () => {
  await leaveEarlierHour()
  sessionStorage.setItem('tendwell.repeat.2', JSON.stringify({ weeks: 4, choices: {} }))
  const { press } = await openBooking({ query: '?date=2026-03-05&from=11:00&to=13:00' })
  expect(await within(selected()).findByText('2 hours × $48.00')).toBeInTheDocument()
  expect(selected()).not.toHaveTextContent('Mar 6')
  expect(sessionStorage.getItem('tendwell.repeat.2')).toBeNull()
  await press('Add your earlier times')
  expect(selected()).toHaveTextContent('3 hours × $48.00')
  expect(within(selected()).getByRole('list')).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Add your earlier times' })).not.toBeInTheDocument()
})

it('lets no earlier selection go out with a link whose hours are taken or not known yet', async () => {
  await leaveEarlierHour()
  const days = createGate()
  await openBooking({ query: '?date=2026-03-06&from=11:00&to=13:00', days: days.passed })
  expect(selected()).toHaveTextContent('Nothing selected yet')
  days.open()
  expect(await screen.findByText('These times are no longer available')).toBeInTheDocument()
  expect(selected()).toHaveTextContent('Nothing selected yet')
  expect(sessionStorage.getItem('tendwell.booking.2')).toBeNull()
  expect(screen.getByRole('button', { name: 'Add your earlier times' })).toBeInTheDocument()
})

it('opens the requests after sending, even if the hours of a link become known only then', async () => {
  await leaveEarlierHour()
  const [days, others] = [createGate(), createGate()]
  const { press, send, address } = await openBooking({
    query: '?date=2026-03-05&from=11:00&to=13:00',
    days: days.passed,
    loadOthers: () => others.passed,
  })
  await press('Add your earlier times')
  answer('post /api/requests/', bookingRequest, 201)
  await send()
  await waitFor(() => expect(screen.getByLabelText('Navigation')).toHaveTextContent('loading'))
  days.open()
  await expectWindows(3)
  others.open()
  await waitFor(() => expect(address()).toBe('/requests'))
})

it('chooses none of a link’s hours when one of them is taken, and says so until another is chosen', async () => {
  free['2026-03-05'] = 2
  const { press, address } = await openBooking({ query: '?date=2026-03-05&from=11:00&to=13:00' })
  expect(await screen.findByText('These times are no longer available')).toBeInTheDocument()
  expect(screen.getByText(/^Thu, Mar 5, 11:00 AM – 1:00 PM/)).toBeInTheDocument()
  expect(selected()).toHaveTextContent('Nothing selected yet')
  await waitFor(() => expect(address()).toBe('/caregiver/2/book?date=2026-03-05'))
  await press(/^10:00 AM – 11:00 AM/)
  expect(screen.queryByText('These times are no longer available')).not.toBeInTheDocument()
})

it.each(['?date=2026-03-05&from=11:00', '?date=2026-03-05&from=11:00&to=noon', '?from=11:00&to=12:00'])(
  'ignores an incomplete link: %s',
  async (query) => {
    await openBooking({ query })
    expect(selected()).toHaveTextContent('Nothing selected yet')
    expect(screen.queryByText('These times are no longer available')).not.toBeInTheDocument()
  },
)

it('chooses a long day from one time to another', async () => {
  const { press, user } = await openBooking({ query: '?date=2026-03-05' })
  await expectWindows(3)
  const choose = async (label: RegExp, time: string) => {
    await press(label)
    await user.click(screen.getByRole('option', { name: time }))
  }
  expect(list().getByRole('button', { name: /To$/ })).toBeDisabled()
  await choose(/From$/, '10:00 AM')
  expect(selected()).toHaveTextContent('10:00 AM – 11:00 AM')
  await choose(/To$/, '2:00 PM')
  expect(selected()).toHaveTextContent('10:00 AM – 2:00 PM')
  expect(selected()).toHaveTextContent('4 hours × $48.00')
  await choose(/From$/, '12:00 PM')
  expect(selected()).toHaveTextContent('12:00 PM – 2:00 PM')
  expect(within(selected()).getAllByRole('listitem')).toHaveLength(1)
})

it('chooses a night with one press, and as From and To across midnight', async () => {
  const night = (date: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => {
      const startMs = Date.parse(`${date}T05:00:00Z`) + (from + index) * HOUR_MS
      const [start_utc, end_utc] = [startMs, startMs + HOUR_MS].map((ms) => new Date(ms).toISOString())
      return { start: '', end: '', start_utc, end_utc }
    })
  slotsByDate = { '2026-03-05': night('2026-03-05', 21, 24), '2026-03-06': night('2026-03-06', 0, 6) }
  const own = { '2026-03-05': { minutes: 0, has_night: true } }
  monthChanges = { days: { '2026-03-05': 3, '2026-03-06': 6 }, own, full: ['2026-03-06'] }
  const { press, user, send } = await openBooking({ query: '?date=2026-03-05' })
  const wholeNight = /^9:00 PM – 6:00 AM, next day/
  expect(await list().findByRole('button', { name: wholeNight })).toHaveTextContent(
    '9 hours · $432.00 · whole night',
  )
  expect(await screen.findByRole('button', { name: /March 5, 2026 selected, 1 night free$/ })).toBeVisible()
  // The end of the night is no time of the next day, whose own hours are booked; and none to wait for.
  const next = screen.getByRole('button', { name: /March 6, 2026, full$/ })
  expect(next).toHaveAttribute('aria-disabled', 'true')
  // The night has its own button.
  expect(list().queryByRole('button', { name: 'Select the whole day' })).not.toBeInTheDocument()
  await press(wholeNight)
  expect(within(selected()).getAllByRole('listitem')).toHaveLength(1)
  expect(selected()).toHaveTextContent('9:00 PM – 6:00 AM, next day')
  expect(screen.getByRole('button', { name: /March 5, 2026 selected, 9 hours chosen$/ })).toBeVisible()
  await press(/To$/)
  await user.click(screen.getByRole('option', { name: '2:00 AM, next day' }))
  expect(selected()).toHaveTextContent('9:00 PM – 2:00 AM, next day')
  expect(list().getByRole('button', { name: wholeNight })).toHaveAttribute('aria-pressed', 'false')
  answer('post /api/requests/', bookingRequest, 201)
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ windows: [{ date: '2026-03-05', start: '21:00', end: '02:00' }] })
})

it('says in To that a slot over midnight ends on the next day', async () => {
  const slot = (start: string, end: string) => ({ start: '', end: '', start_utc: start, end_utc: end })
  slotsByDate = {
    '2026-03-05': [
      slot('2026-03-06T02:00:00Z', '2026-03-06T04:00:00Z'),
      slot('2026-03-06T04:00:00Z', '2026-03-06T06:00:00Z'),
    ],
    '2026-03-06': [slot('2026-03-06T06:00:00Z', '2026-03-06T08:00:00Z')],
  }
  const { press, user } = await openBooking({ query: '?date=2026-03-05' })
  await list().findByRole('button', { name: /From$/ })
  await press(/From$/)
  await user.click(screen.getByRole('option', { name: '9:00 PM' }))
  await press(/To$/)
  const ends = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(ends).toEqual(['11:00 PM', '1:00 AM, next day', '3:00 AM, next day'])
})

it('lists the end of a night with its beginning, and not with the hours of the next day', async () => {
  const hour = (startMs: number) => {
    const [start_utc, end_utc] = [startMs, startMs + HOUR_MS].map((ms) => new Date(ms).toISOString())
    return { start: '', end: '', start_utc, end_utc }
  }
  const midnight = Date.parse('2026-03-06T05:00:00Z')
  slotsByDate = {
    '2026-03-05': [hour(midnight - 14 * HOUR_MS), hour(midnight - HOUR_MS)],
    '2026-03-06': [hour(midnight), hour(midnight + 9 * HOUR_MS)],
  }
  const { press, user } = await openBooking({ query: '?date=2026-03-05' })
  expect(
    await screen.findByRole('button', { name: /March 5, 2026 selected, 1 hour, 1 night free$/ }),
  ).toBeVisible()
  await press(/From$/)
  await user.click(screen.getByRole('option', { name: '12:00 AM, next day' }))
  expect(selected()).toHaveTextContent(/Fri, Mar 6.*12:00 AM – 1:00 AM/)
  await press(/March 6, 2026/)
  await expectWindows(1)
  expect(list().getByRole('button', { name: /^9:00 AM – 10:00 AM/ })).toBeVisible()
})

it('says of a closed day that it is closed, not that its times are taken', async () => {
  await openBooking({ query: '?date=2026-03-10' })
  expect(await list().findByText('Closed on this day')).toBeInTheDocument()
  expect(screen.queryByText('Times taken')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Tell me/ })).not.toBeInTheDocument()
})

it('moves to the hours of a day below the calendar, on a phone only', async () => {
  const { press } = await openBooking()
  await press(/March 5, 2026/)
  await expectWindows(3)
  expect(screen.getByRole('region', { name: 'Available times' })).not.toHaveFocus()
  showOnPhone()
  await press(/March 6, 2026/)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Available times' })).toHaveFocus())
})
