import type { RequestBody } from '@tendwell/contract/bookings/bookings'
import type { Occurrence, OccurrencesBody } from '@tendwell/contract/bookings/repeat'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { freeMonth } from '../../../../test/availability.ts'
import { bookingRequest, publicCaregiver } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites, server } from '../../../../test/server.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { useSelection } from '../hours/use-selection.ts'
import { RequestHours } from '../request/request-hours.tsx'
import { SelectionPanel } from '../request/selection-panel.tsx'
import { useBookingRequest } from '../request/use-booking-request.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Problems by date. Tests change them while the screen is open. */
let problems: Record<string, Occurrence['problem']>

const toUtc = (date: string, hour: number) =>
  new Date(Date.parse(`${date}T05:00:00Z`) + hour * HOUR_MS).toISOString()
const alternativeAt = (date: string, hour: number) => ({
  date,
  start: `${hour}:00`,
  end: `${hour + 2}:00`,
  start_utc: toUtc(date, hour),
  end_utc: toUtc(date, hour + 2),
})

/** Winter time throughout. */
function answerOccurrences({ windows, weeks }: OccurrencesBody) {
  const occurrences = Array.from({ length: weeks }, (_, week) =>
    windows.map(({ date: first, start, end }) => {
      const date = new Date(Date.parse(first) + week * 7 * DAY_MS).toISOString().slice(0, 10)
      const problem = problems[date] ?? null
      return {
        week: week + 1,
        date,
        start,
        end,
        start_utc: toUtc(date, Number.parseInt(start, 10)),
        end_utc: toUtc(date, Number.parseInt(end, 10)),
        is_free: problem === null,
        problem,
        alternatives: problem ? [alternativeAt(date, 15), alternativeAt(date, 17)] : [],
      }
    }),
  ).flat()
  return { occurrences, total_hours: 1, total_price_usd: 1 }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-02T12:00:00Z') })
  problems = {}
})

const limits = { name: 'Sofia', noticeHours: 0, minimumVisitMinutes: 0 }
const shared = { caregiverId: caregiver.id, limits, saveAddress: () => undefined }
const prices = {
  limits,
  policy: 'moderate',
  rates: { rateCents: 4_800, serviceFeeBps: 0 },
} as const

/** The chosen hours without the calendar, as `Booking` shows them beside it. */
function SelectedTimes() {
  const zone = getBrowserZone()
  const chosen = useSelection(caregiver.id)
  const request = useBookingRequest({ ...shared, ...chosen, zone, family: undefined, lastChildren: [] })
  return (
    <SelectionPanel
      {...prices}
      {...chosen}
      zone={zone}
      repeat={request.repeat}
      hoursRef={request.hoursRef}
      repeatRef={request.repeatRef}
      others={request.others}
      taken={request.taken}
      error={request.hoursError}
      alternatives={request.alternatives}
      action={
        <Button isDisabled={!request.canSend} onPress={() => request.send(undefined)}>
          Send Request
        </Button>
      }
    />
  )
}

interface OpenOptions {
  /** By default without the calendar. */
  part?: ReactElement
  /** The chosen hours: dates and first and last hour. */
  chosen?: [date: string, from: number, to: number][]
}

async function openBooking({ chosen = [['2026-01-06', 9, 11]], part = <SelectedTimes /> }: OpenOptions = {}) {
  answer('get /api/auth/caregivers/2/', publicCaregiver)
  server.use(
    http.get('/api/availability/month/', () => HttpResponse.json(freeMonth({ '2026-01-06': 8 }))),
    http.get('/api/availability/day/', ({ request }) => {
      const date = new URL(request.url).searchParams.get('date') ?? ''
      const slots = [9, 10, 15, 16, 17, 18].map((hour) => ({
        start: `${String(hour).padStart(2, '0')}:00`,
        end: `${hour + 1}:00`,
        start_utc: toUtc(date, hour),
        end_utc: toUtc(date, hour + 1),
      }))
      return HttpResponse.json({ slots })
    }),
    http.post('/api/requests/occurrences/', async ({ request }) =>
      HttpResponse.json(answerOccurrences((await request.json()) as OccurrencesBody)),
    ),
  )
  if (!sessionStorage.getItem('tendwell.booking.2')) {
    const slots = chosen.map(([date, from, to]) => {
      return { startMs: Date.parse(toUtc(date, from)), endMs: Date.parse(toUtc(date, to)) }
    })
    sessionStorage.setItem('tendwell.booking.2', JSON.stringify(slots))
  }
  const page = renderPage(part, {
    route: `/caregiver/${caregiver.id}/book`,
    session: sessionOf(family),
  })
  const toggle = await screen.findByRole('switch', { name: 'Repeat weekly' })
  const selected = within(screen.getByRole('region', { name: 'Selected times' }))
  const choose = async (field: RegExp, option: string | RegExp) => {
    await page.press(field)
    await page.user.click(screen.getByRole('option', { name: option }))
  }
  return {
    ...page,
    toggle,
    selected,
    choose,
    repeatFor: async (weeks: number) => {
      await page.user.click(toggle)
      await choose(/How long$/, `${weeks} weeks`)
    },
    conflicts: () => within(selected.getByRole('region', { name: 'Times that aren’t available' })),
    send: () => page.user.click(screen.getAllByRole('button', { name: 'Send Request' })[0] as HTMLElement),
  }
}

/** Accepts the request. @returns a function that lists the windows it had */
function acceptRequest() {
  let sent: RequestBody['windows'] = []
  server.use(
    http.post('/api/requests/', async ({ request }) => {
      sent = ((await request.json()) as RequestBody).windows
      return HttpResponse.json(bookingRequest, { status: 201 })
    }),
  )
  return () => sent.map(({ date, start }) => `${date} ${start}`)
}

it('repeats the chosen times, prices all of them and sends them as one request', async () => {
  const part = (
    <RequestHours
      {...shared}
      {...prices}
      nextFreeStart={null}
      family={{ isFetching: true, refetch: () => undefined }}
      lastChildren={[]}
    />
  )
  const { repeatFor, selected, send } = await openBooking({ part })
  expect(selected.getByText('2 hours × $48.00')).toBeInTheDocument()
  await repeatFor(3)
  expect(await selected.findByText('All 3 times are available')).toBeInTheDocument()
  expect(selected.getByText('6 hours × $48.00')).toBeInTheDocument()
  expect(selected.getAllByText('$288.00')).toHaveLength(2)
  const sentWindows = acceptRequest()
  await send()
  await expectToast('Request sent to caregiver')
  expect(sentWindows()).toEqual(['2026-01-06 09:00', '2026-01-13 09:00', '2026-01-20 09:00'])
  expect(Object.keys(sessionStorage)).not.toContain('tendwell.repeat.2')
})

it('is turned on and off by its words', async () => {
  const { user, toggle } = await openBooking()
  await user.click(screen.getByText('Same times, one request'))
  expect(toggle).toBeChecked()
  await user.click(screen.getByText('Repeat weekly'))
  expect(toggle).not.toBeChecked()
})

it('leaves out what is not free until another time is chosen', async () => {
  problems = { '2026-01-13': 'booked', '2026-01-20': 'closed' }
  const { repeatFor, selected, conflicts, choose, send } = await openBooking()
  await repeatFor(4)
  expect(await selected.findByText('2 of 4 times aren’t available', { selector: 'h4' })).toBeInTheDocument()
  expect(conflicts().getByText('Already booked')).toBeInTheDocument()
  expect(conflicts().getByText('The caregiver isn’t available then')).toBeInTheDocument()
  expect(selected.getByText('4 hours × $48.00')).toBeInTheDocument()
  await choose(/Instead of Tue, Jan 13/, 'Same day, 3:00 PM – 5:00 PM')
  expect(selected.getByText('6 hours × $48.00')).toBeInTheDocument()
  const sentWindows = acceptRequest()
  await send()
  await expectToast('Request sent to caregiver')
  expect(sentWindows()).toEqual(['2026-01-06 09:00', '2026-01-13 15:00', '2026-01-27 09:00'])
})

it('leaves out a free time and puts it back', async () => {
  const { repeatFor, press, selected } = await openBooking()
  await repeatFor(3)
  await selected.findByText('All 3 times are available')
  await press('Leave out Tue, Jan 13, 9:00 AM – 11:00 AM')
  expect(selected.getByText('4 hours × $48.00')).toBeInTheDocument()
  expect(selected.getByText('Left out')).toBeInTheDocument()
  await press('Put back Tue, Jan 13, 9:00 AM – 11:00 AM')
  expect(selected.getByText('6 hours × $48.00')).toBeInTheDocument()
})

it('keeps the weeks and what was chosen over a reload', async () => {
  problems = { '2026-01-13': 'booked' }
  const first = await openBooking()
  await first.repeatFor(3)
  await first.selected.findByText('1 of 3 times isn’t available', { selector: 'h4' })
  await first.choose(/Instead of Tue, Jan 13/, 'Same day, 3:00 PM – 5:00 PM')
  await first.press('Leave out Tue, Jan 20, 9:00 AM – 11:00 AM')
  first.unmount()
  const { toggle, selected } = await openBooking()
  expect(toggle).toBeChecked()
  expect(await selected.findByText('4 hours × $48.00')).toBeInTheDocument()
  expect(selected.getByRole('button', { name: /Instead of Tue, Jan 13/ })).toHaveTextContent('3:00 PM')
})

it('leads back to the list with what was taken when the request is refused', async () => {
  const { repeatFor, selected, conflicts, send } = await openBooking()
  await repeatFor(3)
  await selected.findByText('All 3 times are available')
  problems = { '2026-01-20': 'booked' }
  answer('post /api/requests/', { detail: 'These times are already taken', code: 'conflict' }, 409)
  await send()
  await expectToast('These times are already taken')
  expect(await selected.findByText('1 of 3 times isn’t available', { selector: 'h4' })).toBeInTheDocument()
  expect(conflicts().getByText('Tue, Jan 20')).toBeInTheDocument()
  await waitFor(() => expect(selected.getByRole('region', { name: 'Repeat weekly' })).toHaveFocus())
  expect(selected.getByText('4 hours × $48.00')).toBeInTheDocument()
})

it('asks to choose again when a chosen alternative is taken', async () => {
  problems = { '2026-01-13': 'booked' }
  const { repeatFor, selected, choose, returnToTab, conflicts } = await openBooking()
  await repeatFor(2)
  await selected.findByText('1 of 2 times isn’t available', { selector: 'h4' })
  await choose(/Instead of Tue, Jan 13/, 'Same day, 3:00 PM – 5:00 PM')
  server.use(http.get('/api/availability/day/', () => HttpResponse.json({ slots: [] })))
  returnToTab()
  expect(await conflicts().findByText(/Another family just booked this/)).toBeInTheDocument()
  for (const button of screen.getAllByRole('button', { name: 'Send Request' })) expect(button).toBeDisabled()
  await choose(/Instead of Tue, Jan 13/, 'Leave this week out')
  for (const button of screen.getAllByRole('button', { name: 'Send Request' })) expect(button).toBeEnabled()
})

it('offers only weeks that fit a request, and says why', async () => {
  const eachDay = (count: number) =>
    Array.from({ length: count }, (_, index): [string, number, number] => [
      `2026-01-${String(5 + Math.floor(index / 3)).padStart(2, '0')}`,
      9 + 2 * (index % 3),
      10 + 2 * (index % 3),
    ])
  const { user, toggle, press, selected, unmount } = await openBooking({ chosen: eachDay(6) })
  await user.click(toggle)
  const why = 'Up to 5 weeks at 6 times a week, because a request can have at most 31 times.'
  expect(selected.getByText(why)).toBeInTheDocument()
  await press(/How long$/)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '2 weeks',
    '3 weeks',
    '4 weeks',
    '5 weeks',
  ])
  unmount()
  sessionStorage.clear()
  const full = await openBooking({ chosen: eachDay(16) })
  expect(full.toggle).toBeDisabled()
  expect(full.selected.getByText(/To repeat weekly, select up to 15\.$/)).toBeInTheDocument()
})

it.each([
  { dates: ['2026-12-29'], why: 'These times can’t repeat, because bookings can be at most a year ahead.' },
  { dates: ['2026-01-06', '2026-01-14'], why: 'To repeat weekly, select times within one week.' },
])('says why times on $dates can’t repeat', async ({ dates, why }) => {
  const { toggle, selected } = await openBooking({ chosen: dates.map((date) => [date, 9, 11]) })
  expect(toggle).toBeDisabled()
  expect(selected.getByText(why)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('says when the weeks could not be checked, and tries again', async () => {
  const { user, toggle, press, selected } = await openBooking()
  answer('post /api/requests/occurrences/', { detail: 'Down', code: 'unavailable' }, 503)
  await user.click(toggle)
  expect(await selected.findByText('Failed to check these times')).toBeInTheDocument()
  for (const button of screen.getAllByRole('button', { name: 'Send Request' })) expect(button).toBeDisabled()
  server.use(
    http.post('/api/requests/occurrences/', async ({ request }) =>
      HttpResponse.json(answerOccurrences((await request.json()) as OccurrencesBody)),
    ),
  )
  await press('Retry')
  expect(await selected.findByText('All 4 times are available')).toBeInTheDocument()
})
