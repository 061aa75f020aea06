/** Caregivers' calendars elsewhere. @see docs/rules/calendars.md#outside-calendars */
import { addDays } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { type CalendarServer, startCalendarServer } from '../../../../test/calendar-server.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  bookHours,
  dateIn,
  hours,
  openHours,
  updateListing,
  utc,
} from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  makeAcceptedRequest,
  makeFamily,
  makeRequest,
  openCheckout,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import { searchDirectory } from '../../../../test/factories/directory.ts'
import {
  addCalendar,
  OUTSIDE,
  shareCalendar,
  toCalendar,
} from '../../../../test/factories/outside-calendars.ts'
import { logInAgain, makeCaregiver, setVerificationStatus } from '../../../../test/factories/profiles.ts'
import { createLog } from '../../../platform/log.ts'
import { ReadingError } from '../../../ports/calendar-reader/port.ts'
import { outsideBusy } from '../../availability/tables.ts'
import { findBusyTimes } from './times.ts'

let app: TestApp
let server: CalendarServer
let date: string
const lines: string[] = []

beforeAll(async () => {
  server = await startCalendarServer()
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  app = await testApp({ LOOPBACK_CALENDARS_CA: server.authority }, { log })
  date = dateIn(app, 10)
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** A listed caregiver with open hours from 09:00 to 13:00. */
async function makeOpenCaregiver(): Promise<TestUser> {
  const caregiver = await makeCaregiver(app, { timezone: 'UTC' })
  await openHours(caregiver, date, [hours('09:00', '13:00')])
  return caregiver
}

const at = (time: string) => `${date}T${time}:00Z`
const dentist = (start = '10:00', end = '11:00') => toCalendar([[at(start), at(end)]])

async function listStarts({ id }: TestUser): Promise<string[]> {
  const { body } = await app.visitor.get(`/api/availability/day?user_id=${id}&date=${date}&timezone=UTC`)
  return body.slots.map((slot: { start: string }) => slot.start)
}

async function list(caregiver: TestUser) {
  const { status, body } = await (await logInAgain(app, caregiver)).get(OUTSIDE)
  expect(status).toBe(200)
  return body.results
}

describe('adding', () => {
  it('closes the hours of busy times everywhere, until the calendar is removed', async () => {
    const caregiver = await makeOpenCaregiver()
    const window = { date, start: '10:00', end: '11:00' }
    const accepted = await makeAcceptedRequest(app, { caregiver, windows: [window] })
    const submitted = await makeRequest(app, { caregiver, windows: [window] })
    const { address } = shareCalendar(server, dentist())
    const added = await addCalendar(caregiver, address)
    expect(added).toMatchObject({
      status: 201,
      body: { name: '127.0.0.1', host: '127.0.0.1', address_end: 'ic.ics', state: 'ok', busy_count: 1 },
    })

    expect(await listEmailsTo(app, caregiver.email)).toContainEqual(
      expect.objectContaining({
        subject: 'A calendar was added to your Tendwell account',
        text: expect.stringContaining('If this wasn’t you, remove it, and reset your password'),
      }),
    )
    expect(await listStarts(caregiver)).toEqual(['09:00', '11:00', '12:00'])
    const [year, month] = date.split('-').map(Number)
    const inMonth = `user_id=${caregiver.id}&year=${year}&month=${month}&timezone=UTC`
    expect((await app.visitor.get(`/api/availability/month?${inMonth}`)).body.days[date]).toBe(3)
    const find = async (query: object) => {
      const { body } = await searchDirectory(app, { available_on: date, ...query })
      return body.results.some(({ id }: { id: number }) => id === caregiver.id)
    }
    expect(await find({ start: '10:00', end: '11:00' })).toBe(false)
    expect(await find({ start: '11:00', end: '13:00' })).toBe(true)
    expect((await sendRequest(await makeFamily(app), caregiver.id, [window])).status).toBe(400)
    expect((await answerRequest(caregiver, submitted.id, 'accepted')).body.detail).toMatch(/hours are closed/)
    expect((await openCheckout(accepted.family, accepted.id)).body.detail).toMatch(/no longer available/)

    expect((await caregiver.client.delete(`${OUTSIDE}/${added.body.id}`)).status).toBe(204)
    expect(await listStarts(caregiver)).toHaveLength(4)
    expect(await find({ start: '10:00', end: '11:00' })).toBe(true)
    expect((await openCheckout(accepted.family, accepted.id)).status).toBe(200)
    expect(await list(caregiver)).toEqual([])
  })

  it('leaves booked hours booked', async () => {
    const caregiver = await makeOpenCaregiver()
    await bookHours(app, caregiver.id, [utc(date, '10:00', '11:00')])
    await addCalendar(caregiver, shareCalendar(server, dentist()).address)
    const { body } = await caregiver.client.get(`/api/availability/booked?date_from=${date}&date_to=${date}`)
    expect(body.results).toMatchObject([
      { start_utc: `${date}T10:00:00.000Z`, end_utc: `${date}T11:00:00.000Z`, buffer_minutes: 0 },
    ])
  })

  it('ignores our own events, which the calendar may carry on, and invitations that the caregiver declined', async () => {
    const caregiver = await makeOpenCaregiver()
    const uid = `UID:booking-7@${new URL(app.url).hostname}`
    const own = dentist().replace('UID:event-0@elsewhere.test', uid)
    expect((await addCalendar(caregiver, shareCalendar(server, own).address)).body.busy_count).toBe(0)
    const declinedBy = (email: string) => `ATTENDEE;PARTSTAT=DECLINED:mailto:${email}`
    const declined = toCalendar([
      [at('09:00'), at('10:00'), declinedBy(caregiver.email)],
      [at('11:00'), at('12:00'), declinedBy('nora@home.test')],
    ])
    expect((await addCalendar(caregiver, shareCalendar(server, declined).address)).body.busy_count).toBe(1)
    // Google writes the address of a calendar's owner into the calendar's own.
    const ofOwner = server.answer('/ical/nora%40home.test/private/basic.ics', declined)
    expect((await addCalendar(caregiver, ofOwner)).body.busy_count).toBe(0)
  })

  it('names a calendar by its provider, or as the caregiver wishes', async () => {
    const caregiver = await makeOpenCaregiver()
    const { address } = shareCalendar(server, toCalendar([]))
    expect((await addCalendar(caregiver, ` ${address} `, ' Family calendar ')).body.name).toBe(
      'Family calendar',
    )
    const webcal = shareCalendar(server, toCalendar([])).address.replace('https:', 'webcal:')
    expect((await addCalendar(caregiver, webcal)).status).toBe(201)
  })

  it('refuses an address that can not be read, and says why', async () => {
    const caregiver = await makeOpenCaregiver()
    const page = server.answer('/page', '<!doctype html>')
    for (const [address, reason] of [
      [page, 'There is no calendar at this address. The right one often ends in .ics'],
      [`${server.url}/gone.ics`, "Your calendar isn't shared at this address. Copy its address again"],
      ['https://10.0.0.1/a.ics', /^This address can't be used/],
      ['https://localhost/a.ics', /^This address can't be used/],
      ['http://calendar.example.com/a.ics', 'Enter an address that begins with https:// or webcal://'],
      ['file:///etc/passwd', 'Enter an address that begins with https:// or webcal://'],
      ['calendar', 'Enter an address that begins with https:// or webcal://'],
      [' ', 'Address is required'],
    ] as const) {
      const { status, body } = await addCalendar(caregiver, address)
      expect([address, status, body.address]).toEqual([address, 400, [expect.stringMatching(reason)]])
    }
    expect(await list(caregiver)).toEqual([])
  })

  it('stops at three, and adds the same one once', async () => {
    const caregiver = await makeOpenCaregiver()
    const addresses = [1, 2, 3].map(() => shareCalendar(server, dentist()).address)
    const answers = await Promise.all([...addresses, ...addresses].map((one) => addCalendar(caregiver, one)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
    const fourth = await addCalendar(caregiver, shareCalendar(server, dentist()).address)
    expect([fourth.status, fourth.body.detail]).toEqual([
      409,
      'You can add up to 3 calendars. Remove one first',
    ])
    expect(await listStarts(caregiver)).toHaveLength(3)
    await caregiver.client.delete(`${OUTSIDE}/${answers[0]?.body.id}`)
    expect(await listStarts(caregiver)).toHaveLength(3)
  })

  it('is for verified caregivers and their own calendars', async () => {
    const [caregiver, other] = [await makeOpenCaregiver(), await makeOpenCaregiver()]
    const { address } = shareCalendar(server, dentist())
    const { body } = await addCalendar(caregiver, address)
    expect((await other.client.delete(`${OUTSIDE}/${body.id}`)).status).toBe(404)
    expect((await other.client.post(`${OUTSIDE}/${body.id}/refresh`)).status).toBe(404)
    expect(await list(other)).toEqual([])
    await setVerificationStatus(app, caregiver.id, 'pending')
    expect((await addCalendar(caregiver, shareCalendar(server, dentist()).address)).status).toBe(403)
    expect((await caregiver.client.post(`${OUTSIDE}/${body.id}/refresh`)).status).toBe(403)
    expect(await list(caregiver)).toHaveLength(1)
    expect((await caregiver.client.delete(`${OUTSIDE}/${body.id}`)).status).toBe(204)
  })
})

describe('reading again', () => {
  it('happens every 30 minutes, or when the caregiver asks', async () => {
    const caregiver = await makeOpenCaregiver()
    const partlyRead = (start: string, end: string) => toCalendar([[at(start), at(end), 'RRULE:sometimes']])
    const { path, address } = shareCalendar(server, partlyRead('10:00', '11:00'))
    const { body } = await addCalendar(caregiver, address)
    expect(body).toMatchObject({ state: 'ok', busy_count: 1, unread_count: 1 })
    server.answer(path, `${partlyRead('09:00', '10:00')}\r\n${partlyRead('09:00', '10:00')}`)
    await app.advance(29)
    expect(await listStarts(caregiver)).toEqual(['09:00', '11:00', '12:00'])
    await app.advance(2)
    expect(await listStarts(caregiver)).toEqual(['10:00', '11:00', '12:00'])
    expect(await list(caregiver)).toMatchObject([{ state: 'ok', busy_count: 1, unread_count: 2 }])
    server.answer(path, toCalendar([]))
    const refreshed = await (await logInAgain(app, caregiver)).post(`${OUTSIDE}/${body.id}/refresh`)
    expect(refreshed).toMatchObject({ status: 200, body: { busy_count: 0, unread_count: 0 } })
    expect(await listStarts(caregiver)).toHaveLength(4)
  })

  it('keeps the last known times of a failing calendar for 24 hours, then drops them and tells the caregiver once', async () => {
    const caregiver = await makeOpenCaregiver()
    const { path, address } = shareCalendar(server, dentist())
    await addCalendar(caregiver, address, 'Google calendar')
    server.answer(path, (_request, response) => response.writeHead(404).end())
    await app.advance(31)
    const [failing] = await list(caregiver)
    expect(failing).toMatchObject({
      state: 'failing',
      problem: "Your calendar isn't shared at this address. Copy its address again",
      busy_count: 1,
    })
    const since = Date.parse(failing.failing_since)
    expect(Date.parse(failing.kept_until) - since).toBe(24 * 3_600_000)
    expect(Date.parse(failing.read_at)).toBeLessThan(since)
    await app.advance(23 * 60)
    expect(await listStarts(caregiver)).toEqual(['09:00', '11:00', '12:00'])
    await app.advance(62)
    expect(await listStarts(caregiver)).toHaveLength(4)
    await app.advance(31)
    expect(await list(caregiver)).toMatchObject([
      { failing_since: failing.failing_since, kept_until: null, busy_count: 0 },
    ])
    const { body } = await (await logInAgain(app, caregiver)).get('/api/notifications?status=all')
    const lost = body.results.filter(({ type }: { type: string }) => type === 'calendar_lost')
    expect(lost).toHaveLength(1)
    expect(lost[0].payload).toMatchObject({
      message: expect.stringMatching(/^We haven’t been able to read “Google calendar” since /),
      action_url: '/caregiver/availability#calendars',
    })

    server.answer(path, dentist())
    await app.advance(31)
    expect(await list(caregiver)).toMatchObject([
      { state: 'ok', failing_since: null, problem: null, busy_count: 1 },
    ])
    expect(await listStarts(caregiver)).toHaveLength(3)
  })

  it('is rarer for a calendar that takes too long, unless the caregiver asks', async () => {
    const caregiver = await makeOpenCaregiver()
    const { address } = shareCalendar(server, dentist())
    const { body } = await addCalendar(caregiver, address)
    const { calendarReader } = app.deps
    const { read } = calendarReader
    let readings = 0
    calendarReader.read = async (of) => {
      if (of !== address) return read(of)
      readings += 1
      throw new ReadingError('too_slow')
    }
    const counts: number[] = []
    try {
      for (let half = 0; half < 4; half += 1) {
        await app.advance(31)
        counts.push(readings)
      }
    } finally {
      calendarReader.read = read
    }
    // Half an hour after the first slow reading, and an hour after the second one.
    expect(counts).toEqual([1, 2, 2, 3])
    const client = await logInAgain(app, caregiver)
    const fresh = await client.post(`${OUTSIDE}/${body.id}/refresh`)
    expect(fresh.body).toMatchObject({ state: 'ok', busy_count: 1 })
  })

  it('follows the zone of the caregiver', async () => {
    const caregiver = await makeOpenCaregiver()
    const wholeDay = toCalendar([]).replace(
      'END:VCALENDAR',
      ['BEGIN:VEVENT', `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`, 'END:VEVENT', 'END:VCALENDAR'].join(
        '\r\n',
      ),
    )
    await addCalendar(caregiver, shareCalendar(server, wholeDay).address)
    const range = `date_from=${addDays(date, -1)}&date_to=${addDays(date, 1)}`
    const listBusy = async () => (await caregiver.client.get(`${OUTSIDE}/busy?${range}`)).body.results
    expect(await listBusy()).toMatchObject([{ start_utc: `${date}T00:00:00.000Z`, name: '127.0.0.1' }])
    const profile = { timezone: 'Asia/Tokyo' }
    expect((await caregiver.client.patch('/api/auth/caregiver/profile', profile)).status).toBe(200)
    await app.drain()
    expect(await listBusy()).toMatchObject([{ start_utc: `${addDays(date, -1)}T15:00:00.000Z` }])
  })

  it('leaves nothing behind of a calendar that is removed meanwhile', async () => {
    const caregiver = await makeOpenCaregiver()
    const { path, address } = shareCalendar(server, dentist())
    const { body } = await addCalendar(caregiver, address)
    const refreshing: Promise<Answer>[] = []
    const answer = await new Promise<() => void>((resolve) => {
      server.answer(path, (_request, response) => resolve(() => response.end(dentist('09:00', '13:00'))))
      refreshing.push(caregiver.client.post(`${OUTSIDE}/${body.id}/refresh`))
    })
    expect((await caregiver.client.delete(`${OUTSIDE}/${body.id}`)).status).toBe(204)
    answer()
    expect((await refreshing[0])?.status).toBe(404)
    expect(await listStarts(caregiver)).toHaveLength(4)
    const rows = await app.deps.database.select().from(outsideBusy).where(eq(outsideBusy.calendarId, body.id))
    expect(rows).toEqual([])
  })

  it('does not touch the calendars of caregivers who are not verified', async () => {
    const caregiver = await makeOpenCaregiver()
    const { path, address } = shareCalendar(server, dentist())
    await addCalendar(caregiver, address)
    await updateListing(app, caregiver.id, { verificationStatus: 'pending', isListed: false })
    let calls = 0
    server.answer(path, (_request, response) => {
      calls += 1
      response.end(dentist())
    })
    await app.advance(120)
    expect(calls).toBe(0)
    await setVerificationStatus(app, caregiver.id, 'verified')
    await app.advance(1)
    expect(calls).toBe(1)
  })
})

it('shows the address in no answer and no log', async () => {
  const caregiver = await makeOpenCaregiver()
  const { path, address } = shareCalendar(server, dentist())
  const answers = [await addCalendar(caregiver, address), await caregiver.client.get(OUTSIDE)]
  const id = answers[0]?.body.id
  server.answer(path, (request) => request.socket.destroy())
  answers.push(await caregiver.client.post(`${OUTSIDE}/${id}/refresh`))
  answers.push(await addCalendar(caregiver, `${address}?broken`))
  await app.advance(24 * 60 + 62)
  answers.push(await (await logInAgain(app, caregiver)).get('/api/notifications?status=all'))
  const [, secret] = path.split('/') as [string, string]
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain(secret)
})

it('reads the largest file of events and of rules', async () => {
  const [startMs, endMs] = [Date.parse('2026-12-01'), Date.parse('2027-12-01')]
  const read = (text: string) =>
    findBusyTimes({ timezone: 'UTC', ownUidPattern: /^$/, owners: [], startMs, endMs, text })
  const weekly = ['2016-01-01T09:00Z', '2016-01-01T10:00Z', 'RRULE:FREQ=WEEKLY;BYDAY=FR'] as const
  expect(await read(toCalendar(Array(100).fill(weekly)))).toHaveProperty('busy.length', 52)
  const events = Array.from({ length: 7_500 }, (_, index) => {
    const day = `2027-${String(1 + (index % 12)).padStart(2, '0')}-01`
    return [`${day}T09:00Z`, `${day}T10:00Z`] as [string, string]
  })
  expect(toCalendar(events).length).toBeGreaterThan(800_000)
  expect(await read(toCalendar(events))).toMatchObject({ busy: { length: 11 }, unread: 0 })
})
