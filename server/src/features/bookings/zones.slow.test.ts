/** Offered slots keep their instants in requests and tables, in every zone and across clock changes. */
import { addDays, DAY_MS, getOffsetMs, HOUR_MS, toLocalDate, toLocalDateTime } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { hours, makeListedCaregiver, openHours } from '../../../test/factories/availability.ts'
import { makeFamily } from '../../../test/factories/bookings.ts'

const AHEAD_DAYS = 360

type DaySlot = { start: string; end: string; start_utc: string; end_utc: string }
type ClockChange = { zone: string; date: string; key: string }

let app: TestApp
let family: TestUser
let changes: ClockChange[]
beforeAll(async () => {
  app = await testApp()
  family = await makeFamily(app)
  const nowMs = app.deps.clock.now().getTime()
  changes = Intl.supportedValuesOf('timeZone').flatMap((zone) => listChanges(zone, nowMs))
})
afterAll(() => app.close())

/** The dates within a year on which a zone's clocks change, or any date for a zone without clock changes. */
function listChanges(zone: string, nowMs: number): ClockChange[] {
  const found: ClockChange[] = []
  for (let day = 2; day < AHEAD_DAYS; day += 1) {
    const startMs = nowMs + day * DAY_MS
    const [before, after] = [getOffsetMs(startMs, zone), getOffsetMs(startMs + DAY_MS, zone)]
    if (before === after) continue
    let [earlierMs, laterMs] = [startMs, startMs + DAY_MS]
    while (laterMs - earlierMs > 1) {
      const middleMs = Math.floor((earlierMs + laterMs) / 2)
      if (getOffsetMs(middleMs, zone) === before) earlierMs = middleMs
      else laterMs = middleMs
    }
    // The date on which the hour is skipped or repeated.
    const date = toLocalDateTime(laterMs - 1, zone).date
    found.push({ zone, date, key: `${laterMs} ${before} ${after}` })
  }
  if (found.length > 0) return found
  return [{ zone, date: addDays(toLocalDate(nowMs, zone), 30), key: `always ${getOffsetMs(nowMs, zone)}` }]
}

/** One change per instant and offsets: other zones have the same clocks under another name. */
function pickDistinct(all: readonly ClockChange[]): ClockChange[] {
  return [...new Map(all.map((change) => [change.key, change])).values()]
}

async function listSlots(caregiver: TestUser, { zone, date }: ClockChange): Promise<DaySlot[]> {
  const query = `user_id=${caregiver.id}&date=${date}&timezone=${encodeURIComponent(zone)}`
  const { status, body } = await app.visitor.get(`/api/availability/day?${query}`)
  expect({ zone, date, status }).toEqual({ zone, date, status: 200 })
  return body.slots
}

/** Requests offered slots, each as its own window, and compares their instants with the answer and the tables. */
async function expectSameInstants(caregiver: TestUser, { zone, date }: ClockChange, slots: DaySlot[]) {
  const windows = slots.map((slot) => ({ date, ...slot }))
  const answer = await family.client.post('/api/requests', {
    caregiver_id: caregiver.id,
    timezone: zone,
    windows,
  })
  expect({ zone, date, status: answer.status, windows: answer.body.windows }).toEqual({
    zone,
    date,
    status: 201,
    windows: slots.map(({ start, end, start_utc, end_utc }) => ({
      date_local: date,
      start_local: start,
      end_local: end,
      start_utc,
      end_utc,
    })),
  })
  const { rows } = await app.deps.database.$client.query(
    'SELECT starts_at, ends_at FROM request_windows WHERE request_id = $1 ORDER BY starts_at',
    [answer.body.id],
  )
  expect(rows.map((row) => [row.starts_at.toISOString(), row.ends_at.toISOString()])).toEqual(
    slots.map(({ start_utc, end_utc }) => [start_utc, end_utc]),
  )
  const realMs = slots.reduce((sum, slot) => sum + Date.parse(slot.end_utc) - Date.parse(slot.start_utc), 0)
  expect(answer.body.total_hours).toBeCloseTo(realMs / HOUR_MS, 2)
  return answer.body
}

test('keeps instants for families in every zone on the days of clock changes', async () => {
  const caregiver = await makeListedCaregiver(app)
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    const rule = { weekday, start: '00:00', end: '00:00' }
    expect((await caregiver.client.post('/api/availability/rules', rule)).status).toBe(201)
  }
  const zones = new Set(changes.map(({ zone }) => zone))
  expect(zones.size).toBeGreaterThan(400)
  let repeated = 0
  const waiting = [...changes]
  const worker = async () => {
    for (let change = waiting.pop(); change; change = waiting.pop()) {
      const slots = await listSlots(caregiver, change)
      // A day has at least 22 hours: Troll Station in Antarctica changes its clocks by two.
      expect(slots.length).toBeGreaterThanOrEqual(22)
      expect(new Set(slots.map(({ start_utc }) => start_utc)).size).toBe(slots.length)
      if (new Set(slots.map(({ start }) => start)).size < slots.length) repeated += 1
      await expectSameInstants(caregiver, change, slots)
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  // Some dates repeat an hour, and both of its slots were requested.
  expect(repeated).toBeGreaterThan(50)
})

test('keeps instants for caregivers in every zone on the days of clock changes', async () => {
  for (const change of pickDistinct(changes)) {
    const caregiver = await makeListedCaregiver(app, { timezone: change.zone })
    await openHours(caregiver, change.date, [hours('00:00', '06:00', 30)])
    const slots = await listSlots(caregiver, change)
    // Slots with a skipped start or end are not offered.
    expect(slots.length).toBeGreaterThanOrEqual(7)
    const elsewhere = { ...change, zone: 'Asia/Kathmandu' }
    const windows = slots.slice(0, 3).map(({ start_utc, end_utc }) => {
      const { date, time } = toLocalDateTime(Date.parse(start_utc), elsewhere.zone)
      return {
        date,
        start: time,
        end: toLocalDateTime(Date.parse(end_utc), elsewhere.zone).time,
        start_utc,
        end_utc,
      }
    })
    const sameDate = windows.filter(({ date }) => date === windows[0]?.date)
    await expectSameInstants(caregiver, { ...elsewhere, date: sameDate[0]?.date as string }, sameDate)
  }
})
