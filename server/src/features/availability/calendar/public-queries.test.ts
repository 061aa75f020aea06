import { addDays, DAY_MS, getOffsetMs, listMonthDates, MINUTE_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { countStatements } from '../../../../test/database.ts'
import {
  bookHours,
  dateIn,
  hours,
  makeListedCaregiver,
  openHours,
  takeDayOff,
  updateListing,
  utc,
  utcTimes,
} from '../../../../test/factories/availability.ts'
import { makeFamily } from '../../../../test/factories/bookings.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Slot = { start: string; end: string; start_utc: string; end_utc: string }

async function slotsOn(caregiverId: number, date: string, timezone: string): Promise<Slot[]> {
  const zone = encodeURIComponent(timezone)
  const answer = await app.visitor.get(
    `/api/availability/day/?user_id=${caregiverId}&date=${date}&timezone=${zone}`,
  )
  expect(answer.status).toBe(200)
  return answer.body.slots
}

async function monthCounts(
  caregiverId: number,
  date: string,
  timezone: string,
): Promise<Record<string, number>> {
  const [year, month] = date.split('-').map(Number)
  const answer = await app.visitor.get(
    `/api/availability/month?user_id=${caregiverId}&year=${year}&month=${month}&timezone=${encodeURIComponent(timezone)}`,
  )
  expect(answer.status).toBe(200)
  return answer.body.days
}

/** The next date, at least a week ahead, on which the zone's clocks are changed in that direction. */
function nextChange(zone: string, direction: 'forward' | 'back'): string {
  for (let days = 7; days < 366; days += 1) {
    const noon = Date.parse(`${dateIn(app, days)}T12:00:00Z`)
    const shift = getOffsetMs(noon, zone) - getOffsetMs(noon - DAY_MS, zone)
    if (direction === 'forward' ? shift > 0 : shift < 0) return dateIn(app, days)
  }
  throw new Error(`${zone} changes no clocks`)
}

test('slots leave out bookings with their buffers', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 4)
  await openHours(caregiver, date, [hours('09:00', '14:00', 60, 15)])
  const starts = async () => (await slotsOn(caregiver.id, date, 'UTC')).map(({ start }) => start)
  expect(await starts()).toEqual(['09:00', '10:15', '11:30', '12:45'])
  await bookHours(app, caregiver.id, [utc(date, '10:15', '11:15')])
  expect(await starts()).toEqual(['09:00', '11:30', '12:45'])
  expect((await slotsOn(caregiver.id, date, 'UTC'))[0]).toEqual(utcTimes(date, '09:00', '10:00'))
})

test('viewers in every zone see the same instants, and month counts match the day lists', async () => {
  const caregiver = await makeListedCaregiver(app, { timezone: 'Asia/Karachi' })
  const date = dateIn(app, 40)
  const neighbours = [addDays(date, -1), date, addDays(date, 1)]
  await openHours(caregiver, date, [hours('00:00', '06:00'), hours('20:00', '00:00')])
  const seen: string[][] = []
  for (const zone of ['Asia/Karachi', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu', 'UTC']) {
    const days = await Promise.all(neighbours.map((day) => slotsOn(caregiver.id, day, zone)))
    seen.push(days.flat().map(({ start_utc }) => start_utc))
    for (const [index, day] of neighbours.entries()) {
      const counts = await monthCounts(caregiver.id, day, zone)
      expect(counts[day] ?? 0).toBe(days[index]?.length)
      expect(Object.values(counts).every((count) => count > 0)).toBe(true)
    }
  }
  expect(seen[0]).toHaveLength(10)
  for (const instants of seen) expect(instants).toEqual(seen[0])
})

test('a month separates fully booked dates from dates without hours', async () => {
  const caregiver = await makeListedCaregiver(app)
  const [full, buffered, partly, closed, off] = [40, 41, 42, 43, 44].map((days) => dateIn(app, days)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  for (const date of [full, partly, off]) await openHours(caregiver, date, [hours('09:00', '11:00')])
  await openHours(caregiver, buffered, [hours('10:00', '11:00')])
  await caregiver.client.post('/api/availability/overrides', {
    caregiver: caregiver.id,
    date_local: closed,
    is_available: false,
    windows: [],
  })
  await takeDayOff(caregiver, off)
  await bookHours(app, caregiver.id, [
    utc(full, '09:00', '11:00'),
    // The buffer of this booking blocks the only slot of that day.
    { ...utc(buffered, '09:00', '09:30'), bufferMs: 31 * MINUTE_MS },
    utc(partly, '09:00', '10:00'),
  ])
  const months = await Promise.all(
    [...new Set([full, buffered, partly, closed, off].map((date) => date.slice(0, 7)))].map((month) =>
      app.visitor.get(
        `/api/availability/month?user_id=${caregiver.id}&year=${month.slice(0, 4)}&month=${Number(month.slice(5))}&timezone=UTC`,
      ),
    ),
  )
  expect(Object.assign({}, ...months.map(({ body }) => body.days))).toEqual({ [partly]: 1 })
  expect(months.flatMap(({ body }) => body.full)).toEqual([full, buffered])
})

test('a month says what begins on each day, with nights on the day on which they begin', async () => {
  const caregiver = await makeListedCaregiver(app)
  const [date, next] = [dateIn(app, 40), dateIn(app, 41)]
  await openHours(caregiver, date, [
    hours('09:00', '11:00'),
    { ...hours('21:00', '06:00'), ends_next_day: true },
  ])
  await openHours(caregiver, next, [hours('15:00', '16:00')])
  const read = async () => {
    const months = [...new Set([date, next].map((day) => day.slice(0, 7)))]
    const answers = await Promise.all(
      months.map((month) =>
        app.visitor.get(
          `/api/availability/month?user_id=${caregiver.id}&year=${month.slice(0, 4)}&month=${Number(month.slice(5))}&timezone=UTC`,
        ),
      ),
    )
    return {
      days: Object.assign({}, ...answers.map(({ body }) => body.days)),
      own: Object.assign({}, ...answers.map(({ body }) => body.own)),
      full: answers.flatMap(({ body }) => body.full),
    }
  }
  const own = { [date]: { minutes: 120, has_night: true } }
  expect(await read()).toEqual({
    days: { [date]: 5, [next]: 7 },
    own: { ...own, [next]: { minutes: 60, has_night: false } },
    full: [],
  })
  // All that is left on the next day is the end of the night before.
  await bookHours(app, caregiver.id, [utc(next, '15:00', '16:00')])
  expect(await read()).toEqual({ days: { [date]: 5, [next]: 6 }, own, full: [next] })
})

test('a month or a day takes one statement, however full the calendar is', async () => {
  const caregiver = await makeListedCaregiver(app)
  const date = dateIn(app, 40)
  const expectFew = async () => {
    for (const ask of [
      () => slotsOn(caregiver.id, date, 'UTC'),
      () => monthCounts(caregiver.id, date, 'UTC'),
    ]) {
      expect(await countStatements(app, ask)).toBe(1)
    }
  }
  await expectFew()
  for (let days = 30; days < 60; days += 1) {
    await openHours(caregiver, dateIn(app, days))
    await bookHours(app, caregiver.id, [utc(dateIn(app, days), '09:00', '10:00')])
  }
  await expectFew()
})

test('when clocks change, slots are in real time and the same for all viewers', async () => {
  const caregiver = await makeListedCaregiver(app, { timezone: 'Europe/London' })
  const forward = nextChange('Europe/London', 'forward')
  const back = nextChange('Europe/London', 'back')
  for (const date of [forward, back]) await openHours(caregiver, date, [hours('00:00', '04:00')])

  const spring = await slotsOn(caregiver.id, forward, 'Europe/London')
  // 01:00 does not exist that night, so no slot starts or ends at 01:00.
  expect(spring.map(({ start, end }) => [start, end])).toEqual([
    ['02:00', '03:00'],
    ['03:00', '04:00'],
  ])
  expect(spring[0]?.start_utc).toBe(`${forward}T01:00:00.000Z`)

  const autumn = await slotsOn(caregiver.id, back, 'Europe/London')
  // 01:00 occurs twice. Slots use the first one, so the slot from 01:00 to 02:00 lasts two hours.
  expect(autumn.map(({ start_utc }) => start_utc.slice(11, 16))).toEqual(['23:00', '00:00', '02:00', '03:00'])
  expect(autumn[1]).toMatchObject({ start: '01:00', end: '02:00', end_utc: `${back}T02:00:00.000Z` })
  for (const date of [forward, back]) {
    const inUtc = [
      ...(await slotsOn(caregiver.id, addDays(date, -1), 'UTC')),
      ...(await slotsOn(caregiver.id, date, 'UTC')),
    ]
    const own = await slotsOn(caregiver.id, date, 'Europe/London')
    expect(inUtc.map(({ start_utc }) => start_utc)).toEqual(own.map(({ start_utc }) => start_utc))
  }
})

test('offers no slot that has begun or is more than a year ahead', async () => {
  const caregiver = await makeListedCaregiver(app)
  for (let weekday = 1; weekday <= 7; weekday += 1) {
    await caregiver.client.post('/api/availability/rules', { weekday, start: '00:00', end: '00:00' })
  }
  const nowMs = app.deps.clock.now().getTime()
  const today = await slotsOn(caregiver.id, dateIn(app, 0), 'UTC')
  expect(today.every(({ start_utc }) => Date.parse(start_utc) >= nowMs)).toBe(true)
  expect(await slotsOn(caregiver.id, dateIn(app, -1), 'UTC')).toEqual([])
  expect(await slotsOn(caregiver.id, dateIn(app, 365), 'UTC')).toHaveLength(24)
  const last = await slotsOn(caregiver.id, dateIn(app, 366), 'UTC')
  expect(last.every(({ start_utc }) => Date.parse(start_utc) < nowMs + 366 * DAY_MS)).toBe(true)
  expect(await slotsOn(caregiver.id, dateIn(app, 367), 'UTC')).toEqual([])
  expect(await monthCounts(caregiver.id, '2199-12-31', 'UTC')).toEqual({})
  expect(await monthCounts(caregiver.id, '1970-01-01', 'Asia/Tokyo')).toEqual({})
  const full = listMonthDates(2000, 1).length
  expect(Object.keys(await monthCounts(caregiver.id, dateIn(app, 62), 'UTC')).length).toBeGreaterThan(
    full - 4,
  )
})

test('the public sees the overrides ahead of listed caregivers only, without the caregiver id', async () => {
  const caregiver = await makeListedCaregiver(app, { timezone: 'Europe/Paris' })
  const date = dateIn(app, 4)
  await openHours(caregiver, dateIn(app, 400))
  await openHours(caregiver, date, [hours('09:00', '12:00'), hours('13:00', '15:00')])
  await bookHours(app, caregiver.id, [utc(date, '12:00', '13:00')])
  const path = `/api/availability/public/overrides?user_id=${caregiver.id}`
  const answer = await app.visitor.get(path)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    timezone: 'Europe/Paris',
    date_overrides: [
      {
        id: expect.any(Number),
        date_local: date,
        is_available: true,
        windows: [
          { ...hours('09:00', '12:00'), ends_next_day: false, booked: false },
          { ...hours('13:00', '15:00'), ends_next_day: false, booked: true },
        ],
      },
    ],
  })

  const family = await makeFamily(app)
  const queries = (id: number) => [
    `public/overrides?user_id=${id}`,
    `month?user_id=${id}&year=2026&month=12&timezone=UTC`,
    `day?user_id=${id}&date=${date}&timezone=UTC`,
  ]
  await updateListing(app, caregiver.id, { isListed: false })
  for (const id of [caregiver.id, family.id, 999_999]) {
    for (const query of queries(id)) {
      const { status, body } = await app.visitor.get(`/api/availability/${query}`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ detail: 'Not found', code: 'not_found' })
    }
  }
})

test('rejects invalid queries', async () => {
  const { id } = await makeListedCaregiver(app)
  const queries = [
    `month?user_id=${id}&year=2026&month=13&timezone=UTC`,
    `month?user_id=${id}&year=1e3&month=1&timezone=UTC`,
    `month?user_id=${id}&year=2026&month=1&timezone=Mars/Olympus`,
    `month?user_id=${id}&year=2026&month=1&timezone=%2B05:30`,
    `month?user_id=${id}&year=2026&month=1`,
    `month?user_id=0&year=2026&month=1&timezone=UTC`,
    `month?user_id=99999999999999999999&year=2026&month=1&timezone=UTC`,
    `month?user_id=${id}&user_id=${id}&year=2026&month=1&timezone=UTC`,
    `day?user_id=${id}&date=2026-02-29&timezone=UTC`,
    `day?user_id=${id}&date=9999-12-31&timezone=UTC`,
    `day?user_id=${id}&date=0001-01-01&timezone=Asia/Tokyo`,
    `month?user_id=${id}&year=1969&month=12&timezone=UTC`,
    `day?user_id=${id}&date=%00&timezone=UTC`,
    `day?user_id=${id}&date=2026-12-01&timezone=UTC&more=1`,
    `public/overrides?user_id=%ED%A0%80`,
    `public/overrides`,
  ]
  for (const query of queries) {
    const { status, body } = await app.visitor.get(`/api/availability/${query}`)
    expect({ query, status }).toEqual({ query, status: 400 })
    expect(body).toMatchObject({
      detail: expect.any(String),
      code: 'invalid',
      request_id: expect.any(String),
    })
  }
})
