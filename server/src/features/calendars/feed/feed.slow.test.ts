import { DAY_MS } from '@tendwell/contract/time'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest, type TestRequest } from '../../../../test/factories/bookings.ts'
import { getFeedUrl, parseCalendar, readFeed } from '../../../../test/factories/calendars.ts'
import {
  makeCaregiver,
  makeFamily,
  setActive,
  setVerificationStatus,
} from '../../../../test/factories/profiles.ts'
import { makeEndedBooking } from '../../../../test/factories/reviews.ts'
import { createLog } from '../../../platform/log.ts'
import { mailbox } from '../../../ports/mailer/tables.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await testApp(
    { RATE_LIMITS: 'on' },
    { log: createLog('trace', { write: (line) => void lines.push(line) }) },
  )
})
afterAll(() => app.close())

const address = {
  street: '12 Elm Street; rear, door',
  neighborhood: 'Park Slope',
  postal_code: '11215',
  city: 'New York',
  country: 'United States',
} as const

let caregiver: TestUser
let family: TestUser
let request: TestRequest
let date: string

beforeEach(async () => {
  caregiver = await makeCaregiver(app, { name: 'Anna Maria Kowalski' })
  family = await makeFamily(app, { name: 'Nora Fields' })
  date = dateIn(app, 7)
  await openHours(caregiver, date)
  const children = [{ name: 'Wilhelmina', age: 5 }]
  const profile = await family.client.put('/api/auth/caretaker/profile', {
    phone_number: '+1 212 555 0142',
    city: 'New York',
    country: 'United States',
    children,
  })
  const visit = { children: [profile.body.children[0].id], note: 'The key is below the mat.', address }
  const windows = [
    { date, start: '09:00', end: '10:00' },
    { date, start: '11:00', end: '13:00' },
  ]
  request = await makePaidRequest(app, { caregiver, family, windows, visit })
})

const getHost = () => new URL(app.url).hostname

it('shows a family its bookings, with who comes, where, and a way back', async () => {
  const [first, second, ...others] = await readFeed(family)
  expect(first).toEqual({
    uid: expect.stringMatching(new RegExp(`^booking-\\d+@${getHost()}$`)),
    sequence: 0,
    status: 'CONFIRMED',
    start: `${date}T09:00:00Z`,
    end: `${date}T10:00:00Z`,
    summary: 'Care with Anna K.',
    location: '12 Elm Street; rear, door, Park Slope, New York 11215, United States',
    url: `${app.url}/bookings/${request.id}`,
  })
  expect(second).toMatchObject({ start: `${date}T11:00:00Z`, end: `${date}T13:00:00Z` })
  expect(others).toEqual([])
})

it('shows a caregiver their bookings and time off', async () => {
  const off = { start: `${dateIn(app, 20)}T00:00:00Z`, end: `${dateIn(app, 22)}T00:00:00Z` }
  await caregiver.client.post('/api/availability/timeoff', { start_utc: off.start, end_utc: off.end })
  const events = await readFeed(caregiver)
  expect(events.map(({ summary }) => summary)).toEqual(['Care for Nora F.', 'Care for Nora F.', 'Time off'])
  expect(events[0]).toMatchObject({
    location: expect.stringContaining('12 Elm Street'),
    url: `${app.url}/caregiver/bookings/${request.id}`,
  })
  expect(events[2]).toMatchObject({
    ...off,
    uid: expect.stringMatching(/^time-off-\d+@/),
    url: `${app.url}/caregiver/availability`,
  })
})

it('keeps children and notes out', async () => {
  for (const person of [family, caregiver]) {
    const text = await (await fetch(await getFeedUrl(person.client))).text()
    expect(text).toContain('Elm Street')
    expect(text).not.toMatch(/Wilhelmina|below the mat|Kowalski|Fields|@example/)
  }
})

it('marks canceled bookings, under the same ids', async () => {
  const before = await readFeed(family)
  await setVerificationStatus(app, caregiver.id, 'flagged')
  const path = `/api/requests/${request.id}`
  const { refund_usd } = (await family.client.get(`${path}/cancellation`)).body
  const answer = await family.client.post(`${path}/cancel`, { reason: 'illness', refund_usd })
  expect(answer.status).toBe(200)
  const after = await readFeed(family)
  expect(after.map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid))
  for (const event of after) {
    expect(event).toMatchObject({ status: 'CANCELLED', summary: 'Canceled: Care with Anna K.', sequence: 1 })
  }
  const [ofCaregiver] = await readFeed(caregiver)
  expect(ofCaregiver).toMatchObject({ status: 'CANCELLED', location: null })
})

it('leaves the address out for a caregiver under review until two days before', async () => {
  await setVerificationStatus(app, caregiver.id, 'flagged')
  expect((await readFeed(caregiver)).map(({ location }) => location)).toEqual([null, null])
})

it('is answered for calendar apps, and not again while nothing has changed', async () => {
  const url = await getFeedUrl(family.client)
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  const text = await answer.text()
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:-\/\/Tendwell\/\/Bookings\/\/EN\r\n/)
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  const etag = answer.headers.get('etag') as string
  const again = await fetch(url, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

describe('the address', () => {
  const getStatus = async (url: string) => (await fetch(url)).status

  it('is renewed, and the old one is gone', async () => {
    const old = await getFeedUrl(family.client)
    const renewed = await family.client.post('/api/calendars/feed/renew')
    expect(renewed.status).toBe(200)
    expect(renewed.body.url).not.toBe(old)
    expect(await getFeedUrl(family.client)).toBe(renewed.body.url)
    expect([await getStatus(old), await getStatus(renewed.body.url)]).toEqual([404, 200])
  })

  it('answers nothing while its owner is deactivated', async () => {
    const url = await getFeedUrl(family.client)
    await setActive(app, family.id, false)
    expect(await getStatus(url)).toBe(404)
    await setActive(app, family.id, true)
    expect(await getStatus(url)).toBe(200)
  })

  it('is not guessed', async () => {
    const long = 'x'.repeat(43)
    for (const file of ['x.ics', `${long}.ics`, long, `${long}.ICS`, '%00.ics']) {
      expect([file, await getStatus(`${app.url}/calendars/${file}`)]).toEqual([file, 404])
    }
  })

  it('is in no log and in no counter', async () => {
    const url = await getFeedUrl(family.client)
    const secret = /calendars\/([\w-]+)\.ics/.exec(url)?.[1] as string
    await fetch(url)
    await fetch(`${url}/?from=app#top`)
    await fetch(`${app.url}//calendars/${secret}.ics`)
    const calls = lines.filter((line) => line.includes('/calendars/[redacted]'))
    expect(calls.length).toBeGreaterThanOrEqual(3)
    expect(lines.join('')).not.toContain(secret)
    const { rows } = await app.deps.database.execute('SELECT key FROM attempts')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is read 60 times an hour at most', async () => {
    const url = await getFeedUrl(family.client)
    const statuses = await Promise.all(Array.from({ length: 61 }, () => getStatus(url)))
    expect(statuses.toSorted()).toEqual([...Array(60).fill(200), 429])
    expect((await fetch(url)).headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await getStatus(await getFeedUrl(caregiver.client))).toBe(200)
  })
})

describe('the file of a booking', () => {
  const getPath = () => `/api/requests/${request.id}/calendar.ics`

  it('has the events of the feed, for each side', async () => {
    for (const person of [family, caregiver]) {
      const answer = await person.client.get(getPath())
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="booking-${request.id}.ics"`,
      )
      expect(parseCalendar(answer.body)).toEqual(await readFeed(person))
    }
  })

  it('is for its two sides alone', async () => {
    const others = [await makeFamily(app), await makeCaregiver(app)]
    for (const { client } of others) expect((await client.get(getPath())).status).toBe(404)
    const admin = await makeUser(app, { role: 'admin' })
    expect((await admin.client.get(getPath())).status).toBe(403)
    expect((await app.visitor.get(getPath())).status).toBe(401)
  })
})

describe('the mails of a booking', () => {
  /** The calendar files of a person's mails, by subject. */
  async function listCalendars({ email }: TestUser) {
    await app.drain()
    const mails = await app.deps.database
      .select()
      .from(mailbox)
      .where(eq(mailbox.recipient, email))
      .orderBy(asc(mailbox.id))
    const attached = mails.flatMap(({ subject, attachments }) =>
      attachments.map((file) => ({ subject, ...file })),
    )
    return attached.map(({ content, ...file }) => ({ ...file, events: parseCalendar(content) }))
  }

  it('carry its file, once it is confirmed and once it is canceled', async () => {
    const file = { filename: `booking-${request.id}.ics`, contentType: 'text/calendar; charset=utf-8' }
    const booked = { subject: expect.stringMatching(/ are confirmed$/), ...file }
    expect(await listCalendars(family)).toEqual([{ ...booked, events: await readFeed(family) }])
    expect(await listCalendars(caregiver)).toEqual([{ ...booked, events: await readFeed(caregiver) }])

    await family.client.post(`/api/requests/${request.id}/cancel`, { reason: 'illness', refund_usd: 75 })
    const [, canceled] = await listCalendars(family)
    expect(canceled?.events).toEqual(await readFeed(family))
    expect(canceled?.events.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(await listCalendars(caregiver)).toHaveLength(2)
  })
})

it('links to Google Calendar in the mail of one visit, until it is canceled, and not for several', async () => {
  const GOOGLE = /https:\/\/calendar\.google\.com\/\S+/
  const findLinks = async ({ email }: TestUser) =>
    (await listEmailsTo(app, email)).flatMap(({ text }) => GOOGLE.exec(text)?.[0] ?? [])
  await app.drain()
  expect(await findLinks(caregiver)).toEqual([])

  const single = await makePaidRequest(app, {
    caregiver,
    family: await makeFamily(app),
    windows: [{ date, start: '14:00', end: '16:00' }],
  })
  await app.drain()
  const day = date.replaceAll('-', '')
  const links = await findLinks(single.family)
  expect(links.map((link) => new URL(link).searchParams.get('dates'))).toEqual([
    `${day}T140000Z/${day}T160000Z`,
  ])
  expect(await findLinks(caregiver)).toHaveLength(1)

  const cancel = { reason: 'illness', refund_usd: 50 }
  expect((await single.family.client.post(`/api/requests/${single.id}/cancel`, cancel)).status).toBe(200)
  await app.drain()
  expect(await findLinks(single.family)).toHaveLength(1)
})

it('reaches back 90 days', async () => {
  const startDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
  const between = { caregiver, family }
  const recent = await makeEndedBooking(app, { ...between, startsAt: startDaysAgo(89) })
  await makeEndedBooking(app, { ...between, startsAt: startDaysAgo(91) })
  const events = await readFeed(family)
  expect(events).toHaveLength(3)
  expect(events[0]?.uid).toBe(`booking-${recent}@${getHost()}`)
})
