/**
 * Moves across a clock change forward and one back keep their length and their wall time.
 * @see docs/rules/bookings.md#moving
 */
import { addDays, HOUR_MS, type LocalDate, toInstant } from '@tendwell/contract/time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeListedCaregiver } from '../../../../test/factories/availability.ts'
import {
  getBooking,
  listWindows,
  makePaidRequest,
  type TestRequest,
  type TestWindow,
} from '../../../../test/factories/bookings.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'

const CHANGES = [
  { zone: 'America/New_York', date: '2027-03-14', shift: 1 },
  { zone: 'Europe/London', date: '2027-10-31', shift: -1 },
]

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const nowMs = Date.parse('2027-01-10T12:00:00Z')
  app.deps.clock.now = () => new Date(nowMs)
})
afterAll(() => app.close())

const hour = (number: number) => `${String(number).padStart(2, '0')}:00`

describe.each(CHANGES)('on $date in $zone', ({ zone, date, shift }) => {
  const eve = addDays(date, -1)
  const ordinary = addDays(date, -4)
  const night = (from: LocalDate, end = 6): TestWindow => ({ date: from, start: '22:00', end: hour(end) })
  const instant = (day: LocalDate, time: string) => toInstant(day, time, zone) as number

  /** A family's paid visit, with a caregiver who works around the clock, in UTC. */
  async function makeBooked(window: TestWindow): Promise<TestRequest> {
    const caregiver = await makeListedCaregiver(app, { rateCents: 3_333 })
    const weekdays = [1, 2, 3, 4, 5, 6, 7]
    const rules = { weekdays, windows: [{ start: '00:00', end: '00:00' }] }
    expect((await caregiver.client.put('/api/availability/rules', rules)).status).toBe(200)
    return makePaidRequest(app, { caregiver, windows: [window], timezone: zone })
  }
  const propose = (request: TestRequest, window: object) =>
    proposeMove(request.family, request, [window], { timezone: zone })
  /** Moves the visit, with the other side's consent. @returns the booking */
  async function move(request: TestRequest, window: object) {
    const { body, status } = await propose(request, window)
    expect([status, body.detail]).toEqual([201, undefined])
    expect((await answerMove(request.caregiver, body.id, 'accepted')).status).toBe(200)
    return getBooking(request)
  }

  test('a visit by day keeps its wall time and its price', async () => {
    const request = await makeBooked({ date: ordinary, start: '09:00', end: '12:00' })
    const [before] = await listWindows(request)
    const moved = await move(request, { date, start: '09:00', end: '12:00' })
    const startMs = instant(date, '09:00')
    expect(moved).toMatchObject({ total_hours: 3, total_price_usd: 99.99 })
    expect(moved.windows).toMatchObject([
      {
        booking_id: before?.booking_id,
        date,
        start: '09:00',
        end: '12:00',
        start_utc: new Date(startMs).toISOString(),
        end_utc: new Date(startMs + 3 * HOUR_MS).toISOString(),
        price_usd: 99.99,
      },
    ])
    // Four days that are an hour shorter, or longer.
    expect(startMs - Date.parse(before?.start_utc as string)).toBe((4 * 24 - shift) * HOUR_MS)
  })

  test('a night moves to hours that pass as long, and back', async () => {
    const request = await makeBooked(night(ordinary))
    const refused = await propose(request, night(eve))
    expect([refused.status, refused.body.windows]).toEqual([
      400,
      ['The new times must come to 8 hours in all'],
    ])
    const end = 6 + shift
    const moved = await move(request, night(eve, end))
    expect(moved).toMatchObject({ total_hours: 8, total_price_usd: 266.64 })
    const startMs = instant(eve, '22:00')
    expect(moved.windows).toMatchObject([
      { start: '22:00', end: hour(end), end_utc: new Date(startMs + 8 * HOUR_MS).toISOString() },
    ])
    const back = await move(request, night(ordinary))
    expect(back).toMatchObject({ total_hours: 8, total_price_usd: 266.64, windows: [{ end: '06:00' }] })
  })

  test('names the new hours in the zone of the request when the proposal is made in another one', async () => {
    const request = await makeBooked({ date: ordinary, start: '09:00', end: '12:00' })
    const startMs = instant(date, '13:00')
    const elsewhere = {
      date,
      start: new Date(startMs).toISOString().slice(11, 16),
      end: new Date(startMs + 3 * HOUR_MS).toISOString().slice(11, 16),
    }
    const { body } = await proposeMove(request.caregiver, request, [elsewhere])
    expect(body.to_windows).toMatchObject([
      { date, start: '13:00', end: '16:00', start_utc: new Date(startMs).toISOString() },
    ])
  })

  test('offers no skipped hour, and tells the two hours of the same name apart', async () => {
    const request = await makeBooked({ date: ordinary, start: '04:00', end: '05:00' })
    const skippedOrRepeated = shift > 0 ? 2 : 1
    const [start, end] = [hour(skippedOrRepeated), hour(skippedOrRepeated + 1)]
    if (shift > 0) {
      const refused = await propose(request, { date, start, end })
      expect(refused.body.windows).toEqual([
        `${date} ${start}–${end} doesn't exist because clocks change that day`,
      ])
      return
    }
    const [booked] = await listWindows(request)
    const { body } = await request.family.client.get(
      `/api/requests/${request.id}/move-slots?booking_ids=${booked?.booking_id}` +
        `&date_from=${date}&date_to=${date}&timezone=${encodeURIComponent(zone)}`,
    )
    const twice = body.slots.filter((slot: TestWindow) => slot.start === start)
    expect(twice).toHaveLength(2)
    for (const slot of twice) expect((await move(request, slot)).windows).toMatchObject([slot])
  })
})
