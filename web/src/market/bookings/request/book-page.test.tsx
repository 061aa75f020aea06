import type { DaySlot } from '@tendwell/contract/availability/availability'
import type { Booking } from '@tendwell/contract/bookings/bookings'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { freeMonth } from '../../../../test/availability.ts'
import {
  booking,
  bookingRequest,
  monday,
  ownCaretakerProfile,
  publicCaregiver,
} from '../../../../test/data.ts'
import { expectEnabled, expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, server } from '../../../../test/server.ts'
import { BookPage } from './book-page.tsx'

const [window] = booking.windows as [Booking['windows'][number]]

/** Slots of an hour from 9:00 AM in New York, with an hour between them. */
function slotsOn(date: string, count: number): DaySlot[] {
  return Array.from({ length: count }, (_, index) => {
    const hour = 9 + 2 * index
    const two = (number: number) => String(number).padStart(2, '0')
    return {
      start: `${two(hour)}:00`,
      end: `${two(hour + 1)}:00`,
      start_utc: `${date}T${two(hour + 4)}:00:00Z`,
      end_utc: `${date}T${two(hour + 5)}:00:00Z`,
    }
  })
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openBook(
  slots: Record<string, DaySlot[]> = { '2026-06-02': slotsOn('2026-06-02', 4) },
  profile = publicCaregiver,
) {
  answer('get /api/auth/caregivers/2/', profile)
  answer('get /api/auth/caretaker/profile/', ownCaretakerProfile)
  answer('get /api/requests/mine/', listOf([]))
  const days = Object.fromEntries(Object.entries(slots).map(([date, { length }]) => [date, length]))
  answer('get /api/availability/month/', freeMonth(days, ['2026-06-04']))
  answer('get /api/availability/waitlist/', { waits: [] })
  server.use(
    http.get('/api/availability/day/', ({ request }) => {
      const date = new URL(request.url).searchParams.get('date') ?? ''
      return HttpResponse.json({ slots: slots[date] ?? [] })
    }),
  )
  const page = renderPage(<BookPage />, {
    route: '/caregiver/2/book',
    path: '/caregiver/:caregiverId/book',
    session: sessionOf(family),
  })
  await screen.findByRole('grid')
  const pressFirst = async (name: string | RegExp) => {
    const [first] = await screen.findAllByRole('button', { name })
    await page.user.click(first as HTMLElement)
  }
  return {
    ...page,
    pressFirst,
    send: () => pressFirst('Send Request'),
    chooseHour: async (day: RegExp, hour: RegExp) => {
      await pressFirst(day)
      await pressFirst(hour)
    },
  }
}

const selected = () => within(screen.getByRole('region', { name: 'Selected times' }))

it('marks days as free with their number, full, closed or past, and pages the hours of one', async () => {
  const { press } = await openBook()
  expect(
    await screen.findByRole('button', { name: /June 2, 2026 selected, 4 hours free$/ }),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 4, 2026, full$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 5, 2026, closed$/ })).toBeInTheDocument()
  const past = screen.getByRole('button', { name: /May 31, 2026, past$/ })
  expect(past).toHaveAttribute('aria-disabled', 'true')
  // The rest is for screen readers only.
  expect(past).toHaveTextContent(/^31$/)
  const windows = within(await screen.findByRole('region', { name: 'Available times' }))
  expect(await windows.findAllByRole('button', { pressed: false })).toHaveLength(3)
  expect(windows.getByRole('navigation')).toHaveTextContent('Available times: page 1 of 2')
  await press('Select the whole day')
  expect(selected().getAllByRole('listitem')).toHaveLength(2)
  expect(selected().getByRole('navigation')).toHaveTextContent('Selected times: page 1 of 2')
})

it('says which notice the caregiver needs, in the months whose hours it hides', async () => {
  const { press } = await openBook(undefined, { ...publicCaregiver, notice_hours: 72 })
  const words = /needs 3 days’ notice\.$/
  expect(await screen.findByText(words)).toBeInTheDocument()
  await press('Next month')
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
})

it('says how long visits are at least, and that a selection is too short', async () => {
  const { pressFirst } = await openBook(undefined, { ...publicCaregiver, minimum_visit_minutes: 120 })
  expect(await screen.findByText(/’s visits are at least 2 hours\.$/)).toBeInTheDocument()
  const warning = /’s visits are at least 2 hours\. Please select more time\./
  expect(screen.queryByText(warning)).not.toBeInTheDocument()
  await pressFirst(/^9:00 AM/)
  expect(selected().getByText(warning)).toBeInTheDocument()
  expect(screen.getByText('At least 2 hours a visit')).toBeInTheDocument()
  await pressFirst(/^9:00 AM/)
  expect(screen.queryByText(warning)).not.toBeInTheDocument()
})

it('offers to wait for the hours of a full day, and none of a closed one', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([]))
  const { pressFirst } = await openBook()
  await pressFirst(/June 4, 2026, full$/)
  expect(await screen.findByText('Times taken')).toBeInTheDocument()
  await expectEnabled('Tell me when hours become free')
  expect(screen.getByRole('button', { name: /June 5, 2026, closed$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

const elsewhen = { start_utc: '2026-06-11T13:00:00Z', end_utc: '2026-06-11T16:00:00Z' }
// In New York a night from Wednesday to Thursday.
const night = { start_utc: '2026-06-04T01:00:00Z', end_utc: '2026-06-04T09:00:00Z' }

it.each<[string, Partial<Booking>, boolean]>([
  [
    'that day',
    {
      windows: [
        { ...window, ...elsewhen },
        { ...window, ...night },
      ],
    },
    true,
  ],
  ['another day', { windows: [{ ...window, ...elsewhen }] }, false],
  ['that day, but canceled', { windows: [{ ...window, ...night, state: 'canceled' }] }, false],
  ['that day with another caregiver', { caregiver_id: 9, windows: [{ ...window, ...night }] }, false],
])('leads from a full day to the family’s own booking: %s', async (_, changes, isOwn) => {
  answer('get /api/requests/bookings/caretaker/', listOf([{ ...booking, ...changes }]))
  const { pressFirst } = await openBook()
  await pressFirst(/June 4, 2026, full$/)
  if (!isOwn) {
    await expectEnabled('Tell me when hours become free')
    return
  }
  expect(await screen.findByText('You have a booking on this day')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View booking' })).toHaveAttribute('href', '/bookings/12')
  expect(screen.queryByText('Times taken')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Tell me/ })).not.toBeInTheDocument()
})

it('shows the hours, the price and the service fee of the selection, and sends it', async () => {
  const { pressFirst, send, address } = await openBook(undefined, {
    ...publicCaregiver,
    service_fee_bps: 1_250,
  })
  await pressFirst(/^9:00 AM/)
  expect(selected().getByRole('listitem')).toHaveTextContent('Tue, Jun 2')
  expect(selected().getByText('1 hour × $42.00')).toBeInTheDocument()
  const amounts = selected().getAllByRole('definition')
  expect(amounts.map(({ textContent }) => textContent)).toEqual(['$42.00', '$5.25', '$47.25'])
  answer('post /api/requests/', bookingRequest, 201)
  await send()
  await expectToast('Request sent to caregiver')
  await waitFor(() => expect(address()).toBe('/requests'))
  expect(lastBody()).toMatchObject({
    caregiver_id: 2,
    timezone: 'America/New_York',
    windows: [{ date: '2026-06-02', start: '09:00', end: '10:00' }],
  })
})

it('offers to retry when the times of a day fail to load', async () => {
  answer('get /api/requests/bookings/caretaker/', listOf([]))
  const { pressFirst, press } = await openBook({ '2026-06-02': [], '2026-06-03': slotsOn('2026-06-03', 4) })
  answer('get /api/availability/day/', {}, 500)
  await pressFirst(/June 3, 2026/)
  expect(await screen.findByText('Failed to load times')).toBeInTheDocument()
  answer('get /api/availability/day/', { slots: slotsOn('2026-06-03', 4) })
  await press('Retry')
  expect(await screen.findByRole('button', { name: /^9:00 AM/ })).toBeInTheDocument()
  expect(screen.queryByText('Failed to load times')).not.toBeInTheDocument()
})

it('still marks a time as taken after a slow answer about a day no longer chosen', async () => {
  const first = slotsOn('2026-06-02', 4)
  const second = slotsOn('2026-06-03', 4)
  const { chooseHour, pressFirst, press, returnToTab } = await openBook({
    '2026-06-02': first,
    '2026-06-03': second,
  })
  await chooseHour(/June 2, 2026/, /^9:00 AM/)
  await pressFirst(/June 3, 2026/)
  await screen.findByRole('button', { name: /^9:00 AM/ })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.use(
    http.get('/api/availability/day/', async ({ request }) => {
      if (request.url.includes('2026-06-03')) return HttpResponse.json({ slots: second })
      await released
      return HttpResponse.json({ slots: first.slice(1) })
    }),
  )
  returnToTab()
  await press(/^Remove/)
  await pressFirst(/^9:00 AM/)
  second.shift()
  returnToTab()
  await screen.findByRole('button', { name: 'Remove unavailable times' })

  await pressFirst(/June 2, 2026/)
  release()
  await screen.findByRole('button', { name: /^11:00 AM/ })
  expect(screen.getByRole('button', { name: 'Remove unavailable times' })).toBeInTheDocument()
})

it('offers to retry when the caregiver or the month fails to load', async () => {
  answer('get /api/auth/caretaker/profile/', ownCaretakerProfile)
  answer('get /api/requests/mine/', listOf([]))
  answer('get /api/auth/caregivers/2/', {}, 500)
  const { press } = renderPage(<BookPage />, {
    route: '/caregiver/2/book',
    path: '/caregiver/:caregiverId/book',
    session: sessionOf(family),
  })
  expect(await screen.findByText('Failed to load caregiver')).toBeInTheDocument()
  answer('get /api/auth/caregivers/2/', { ...publicCaregiver, next_free_start: null })
  answer('get /api/availability/month/', {}, 500)
  await press('Retry')
  expect(await screen.findByText('Failed to load availability')).toBeInTheDocument()
  answer('get /api/availability/month/', freeMonth({}))
  await press('Retry')
  expect(await screen.findByText('No times available in June.')).toBeInTheDocument()
})

it('books no caregiver at the price of another', async () => {
  const { goTo } = await openBook()
  expect(screen.getByRole('heading', { level: 1, name: /^Book Nora Lind/ })).toBeInTheDocument()
  answer('get /api/auth/caregivers/3/', {}, 500)
  await goTo('/caregiver/3/book')
  expect(await screen.findByText('Failed to load caregiver')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Book a caregiver' })).toBeInTheDocument()
  expect(screen.queryByRole('grid')).not.toBeInTheDocument()
})
