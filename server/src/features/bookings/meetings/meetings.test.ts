/** @see docs/rules/meetings.md */

import { toFirstName } from '@tendwell/contract/people/first-name'
import { MINUTE_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { block } from '../../../../test/factories/blocks.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { makeRequest, sendRequest } from '../../../../test/factories/bookings.ts'
import { answerMeeting, askMeeting, listMeetings } from '../../../../test/factories/meetings.ts'
import { logInAgain, makeFamily, setVerificationStatus } from '../../../../test/factories/profiles.ts'
import { mailbox } from '../../../ports/mailer/tables.ts'
import { blocks } from '../../blocks/tables.ts'

const LINK = 'https://video.example.com/sofia'

let app: TestApp
let date: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const at = (time: string) => `${date}T${time}:00.000Z`

/** A caregiver with hours from 9 to 12, and a family. */
async function makePair(windows = [hours('09:00', '12:00')]) {
  date = dateIn(app, 7)
  const [caregiver, family] = [await makeListedCaregiver(app), await makeFamily(app)]
  await openHours(caregiver, date, windows)
  return { caregiver, family }
}

/** An accepted meeting from 9:00 to 9:30. */
async function makeAccepted(wish: Parameters<typeof askMeeting>[3] = {}) {
  const pair = await makePair()
  const { body } = await askMeeting(pair.family, pair.caregiver, at('09:00'), wish)
  const answer = await answerMeeting(pair.caregiver, body.id, { status: 'accepted', video_link: LINK })
  expect(answer).toMatchObject({ status: 200, body: { status: 'accepted' } })
  return { ...pair, id: body.id as number }
}

const setPhone = ({ id }: TestUser, phone: string) =>
  app.deps.database.execute(sql`UPDATE users SET phone_number = ${phone} WHERE id = ${id}`)

async function listSlotStarts({ client }: TestUser, caregiver: TestUser): Promise<string[]> {
  const { body } = await client.get(
    `/api/availability/day/?user_id=${caregiver.id}&date=${date}&timezone=UTC`,
  )
  return body.slots.map(({ start }: { start: string }) => start)
}

async function listTimes({ client }: TestUser, caregiver: TestUser, minutes = 30): Promise<string[]> {
  const { body } = await client.get(
    `/api/requests/meetings/times?caregiver_id=${caregiver.id}&date=${date}&minutes=${minutes}&timezone=UTC`,
  )
  return body.times.map(({ start_utc }: { start_utc: string }) => start_utc.slice(11, 16))
}

const listSubjects = async ({ email }: TestUser) =>
  (await listEmailsTo(app, email)).map(({ subject }) => subject.replace(/[A-Z][a-z]{2} \d+/, 'DAY'))

it('holds its hours from the moment a family asks, until the caregiver declines', async () => {
  const { caregiver, family } = await makePair()
  expect(await listTimes(family, caregiver)).toHaveLength(11)
  const asked = await askMeeting(family, caregiver, at('09:15'), { note: 'We have twins.' })
  expect(asked).toMatchObject({
    status: 201,
    body: {
      kind: 'meeting',
      status: 'asked',
      start_utc: at('09:15'),
      end_utc: at('09:45'),
      note: 'We have twins.',
    },
  })
  const other = await makeFamily(app)
  expect(await listSlotStarts(other, caregiver)).toEqual(['10:00', '11:00'])
  expect(await listTimes(other, caregiver)).toEqual([
    '10:00',
    '10:15',
    '10:30',
    '10:45',
    '11:00',
    '11:15',
    '11:30',
  ])
  expect(await askMeeting(other, caregiver, at('09:15'))).toMatchObject({ status: 409 })
  const request = await sendRequest(other, caregiver.id, [{ date, start: '09:00', end: '10:00' }])
  expect(request).toMatchObject({ status: 409, body: { detail: 'These times are already taken' } })

  const declined = await answerMeeting(caregiver, asked.body.id, { status: 'declined', reason: 'hours' })
  expect(declined.body).toMatchObject({ status: 'declined', decline_reason: 'hours' })
  expect(await listSlotStarts(other, caregiver)).toEqual(['09:00', '10:00', '11:00'])
  expect(
    await answerMeeting(caregiver, asked.body.id, { status: 'accepted', video_link: LINK }),
  ).toMatchObject({
    status: 409,
  })
  expect((await listSubjects(family)).at(-1)).toMatch(/ can’t meet you on DAY$/)
})

it('never takes hours that another family has asked to pay for', async () => {
  const { caregiver, family } = await makePair()
  await makeRequest(app, { caregiver, windows: [{ date, start: '09:00', end: '11:00' }] })
  expect(await listTimes(family, caregiver, 15)).toEqual(['11:00', '11:15', '11:30', '11:45'])
  expect((await askMeeting(family, caregiver, at('10:00'))).status).toBe(409)
  expect((await askMeeting(family, caregiver, at('11:00'))).status).toBe(201)
})

it('can go on from one slot into the next', async () => {
  const { caregiver, family } = await makePair()
  expect(await listTimes(family, caregiver)).toContain('09:45')
  const { status, body } = await askMeeting(family, caregiver, at('09:45'))
  expect({ status, end: body.end_utc }).toEqual({ status: 201, end: at('10:15') })
})

it('is by day with a caregiver who works at night, if they want that, and takes none of the nights', async () => {
  const { caregiver, family } = await makePair([{ ...hours('21:00', '06:00'), ends_next_day: true }])
  expect((await listTimes(family, caregiver))[0]).toBe('21:00')
  const settings = { notice_hours: 0, minimum_visit_minutes: 480, meeting_hours: 'daytime' }
  expect((await caregiver.client.put('/api/availability/settings', settings)).status).toBe(200)
  const times = await listTimes(family, caregiver)
  expect([times[0], times.at(-1), times.length]).toEqual(['08:00', '19:30', 47])
  const path = `/api/requests/meetings/times?caregiver_id=${caregiver.id}&minutes=30&timezone=UTC`
  const all = (await family.client.get(path)).body.times.map(
    ({ start_utc }: { start_utc: string }) => start_utc,
  )
  expect(new Set(all.map((start: string) => start.slice(0, 10))).size, 'days ahead').toBeGreaterThan(28)
  expect(all.filter((start: string) => start.startsWith(date))).toHaveLength(47)
  expect((await askMeeting(family, caregiver, at('21:00'))).status).toBe(409)
  expect((await askMeeting(family, caregiver, at('10:00'))).status).toBe(201)
  const other = await makeFamily(app)
  expect(await listTimes(other, caregiver)).not.toContain('10:15')
  expect(await listSlotStarts(other, caregiver)).toEqual(['21:00', '22:00', '23:00'])
})

it('shows the link of a video call to the family until it is over, and takes the last one again', async () => {
  const { caregiver, family, id } = await makeAccepted()
  expect(await listMeetings(family, 'upcoming')).toMatchObject([{ id, video_link: LINK, phone_number: null }])
  expect((await listSubjects(family)).at(-1)).toMatch(/^You’re meeting .* on DAY$/)
  const other = await makeFamily(app)
  const { body } = await askMeeting(other, caregiver, at('10:00'))
  expect(await listMeetings(other, 'waiting')).toMatchObject([{ video_link: '' }])
  expect(await listMeetings(caregiver, 'waiting')).toMatchObject([{ video_link: LINK }])
  expect((await answerMeeting(caregiver, body.id, { status: 'accepted' })).body.video_link).toBe(LINK)
})

it('needs a link for the first video call', async () => {
  const { caregiver, family } = await makePair()
  const { body } = await askMeeting(family, caregiver, at('09:00'))
  for (const answer of [{}, { video_link: '' }, { video_link: 'http://example.com' }]) {
    const refused = await answerMeeting(caregiver, body.id, { status: 'accepted', ...answer })
    expect(refused).toMatchObject({ status: 400, body: { video_link: expect.any(Array) } })
  }
  expect(await listMeetings(caregiver, 'waiting')).toMatchObject([{ status: 'asked' }])
})

it('shows both numbers for a phone call from its acceptance until a day after, and no longer after a block', async () => {
  const { caregiver, family } = await makePair()
  await setPhone(family, '+12125550101')
  await setPhone(caregiver, '+12125550102')
  const { body } = await askMeeting(family, caregiver, at('09:00'), { way: 'phone' })
  expect(await listMeetings(caregiver, 'waiting')).toMatchObject([{ phone_number: null }])
  await answerMeeting(caregiver, body.id, { status: 'accepted' })
  expect(await listMeetings(caregiver, 'upcoming')).toMatchObject([{ phone_number: '+12125550101' }])
  expect(await listMeetings(family, 'upcoming')).toMatchObject([{ phone_number: '+12125550102' }])
  const firstNames = [caregiver, family].map(({ fullName }) => toFirstName(fullName))
  const [toFamily, toCaregiver] = await Promise.all(
    [family, caregiver].map(async ({ email }) => (await listEmailsTo(app, email)).at(-1)),
  )
  expect(toFamily?.text).toContain(
    `How: Phone call\n  ${firstNames[0]} calls you.\n${firstNames[0]}’s phone: +12125550102\n`,
  )
  expect(toCaregiver?.text).toContain(
    `How: Phone call\n  You call ${firstNames[1]}.\n${firstNames[1]}’s phone: +12125550101\n`,
  )

  const overMs = Date.parse(at('09:30')) - app.deps.clock.now().getTime()
  await app.advance(Math.round(overMs / MINUTE_MS) + MINUTES_PER_DAY - 60)
  const [late, lateCaregiver] = await Promise.all(
    [family, caregiver].map(async (person) => ({ ...person, client: await logInAgain(app, person) })),
  )
  if (!late || !lateCaregiver) throw new Error('both log in')
  expect(await listMeetings(late, 'upcoming')).toEqual([])
  expect(await listMeetings(late, 'past')).toMatchObject([
    { status: 'accepted', phone_number: '+12125550102' },
  ])
  await block(late, caregiver)
  expect(await listMeetings(lateCaregiver, 'past')).toMatchObject([{ phone_number: null }])
})

it('refuses what can’t be a meeting, and stores nothing', async () => {
  const { caregiver, family } = await makePair()
  const refusals: [start: string, wish: Parameters<typeof askMeeting>[3], status: number, field: string][] = [
    [at('09:10'), {}, 400, 'start_utc'],
    [`${dateIn(app, -1)}T09:00:00Z`, {}, 400, 'start_utc'],
    [`${dateIn(app, 31)}T09:00:00Z`, {}, 400, 'start_utc'],
    [at('09:00'), { minutes: 60 }, 400, 'minutes'],
    [at('09:00'), { way: 'in_person' }, 400, 'place'],
    [at('09:00'), { way: 'in_person', place: 'Ask me at a@b.com' }, 400, 'place'],
    [at('09:00'), { way: 'phone' }, 400, 'way'],
    [at('09:00'), { note: 'Call +1 212 555 0101' }, 400, 'note'],
    [at('12:00'), {}, 409, 'detail'],
  ]
  for (const [start, wish, status, field] of refusals) {
    const answer = await askMeeting(family, caregiver, start, wish)
    expect([start, wish, answer]).toMatchObject([
      start,
      wish,
      { status, body: { [field]: expect.anything() } },
    ])
  }
  expect(await listMeetings(caregiver, 'waiting')).toEqual([])
  expect(await listSlotStarts(family, caregiver)).toHaveLength(3)
})

it('is only asked of a caregiver who is listed and not blocked', async () => {
  const { caregiver, family } = await makePair()
  const createdAt = app.deps.clock.now()
  await app.deps.database
    .insert(blocks)
    .values({ blockerId: caregiver.id, blockedId: family.id, reason: 'other', createdAt })
  const hidden = await makeListedCaregiver(app, { isListed: false })
  for (const one of [caregiver, hidden, family]) {
    expect((await askMeeting(family, one, at('09:00'))).status).toBe(404)
    const query = `caregiver_id=${one.id}&date=${date}&minutes=15&timezone=UTC`
    expect((await family.client.get(`/api/requests/meetings/times?${query}`)).status).toBe(404)
  }
})

it('is the only open one of its family and caregiver', async () => {
  const { caregiver, family, id } = await makeAccepted()
  expect((await askMeeting(family, caregiver, at('10:00'))).status).toBe(409)
  await answerMeeting(family, id, { status: 'canceled' })
  expect((await askMeeting(family, caregiver, at('10:00'))).status).toBe(201)
})

it('is canceled by either side until it begins, which frees its hours and notifies the other', async () => {
  for (const side of ['caregiver', 'family'] as const) {
    const meeting = await makeAccepted({ way: 'in_person', place: 'The café at the park' })
    const [by, other] =
      side === 'family' ? [meeting.family, meeting.caregiver] : [meeting.caregiver, meeting.family]
    expect((await answerMeeting(meeting.family, meeting.id, { status: 'accepted' })).status).toBe(403)
    const { body } = await answerMeeting(by, meeting.id, { status: 'canceled' })
    expect(body).toMatchObject({ status: 'canceled', place: '' })
    expect(await listSlotStarts(meeting.family, meeting.caregiver)).toHaveLength(3)
    expect((await answerMeeting(other, meeting.id, { status: 'canceled' })).status).toBe(409)
    await app.drain()
    const { results } = (await other.client.get('/api/notifications')).body
    expect(results).toMatchObject([
      { type: 'meeting', payload: { message: `${by.fullName} canceled your meeting.` } },
    ])
  }
})

it('lapses as its hours begin, and reminds both of an accepted one an hour before', async () => {
  const accepted = await makeAccepted()
  const unanswered = await makePair()
  const { body } = await askMeeting(unanswered.family, unanswered.caregiver, at('09:00'))
  const minutesTo = (Date.parse(at('09:00')) - app.deps.clock.now().getTime()) / 60_000
  await app.advance(Math.ceil(minutesTo) - 59)
  for (const person of [accepted.caregiver, accepted.family]) {
    expect((await listSubjects(person)).at(-1)).toMatch(/^Starting soon: your meeting with /)
  }
  expect((await listSubjects(unanswered.family)).filter((subject) => subject.startsWith('Starting'))).toEqual(
    [],
  )
  await app.advance(61)
  const family = { ...unanswered.family, client: await logInAgain(app, unanswered.family) }
  expect(await listMeetings(family, 'past')).toMatchObject([{ id: body.id, status: 'lapsed' }])
  expect((await family.client.get('/api/notifications/')).body.results[0].payload).toMatchObject({
    action_text: 'Choose another time',
    action_url: `/caregivers/${unanswered.caregiver.id}?meet=first`,
  })
  const caregiver = { ...unanswered.caregiver, client: await logInAgain(app, unanswered.caregiver) }
  expect((await answerMeeting(caregiver, body.id, { status: 'declined' })).status).toBe(409)
})

it('ends with a block, a flag and the removal of a person', async () => {
  const blocked = await makeAccepted()
  await block(blocked.family, blocked.caregiver)
  const flagged = await makeAccepted()
  await setVerificationStatus(app, flagged.caregiver.id, 'flagged')
  const removed = await makeAccepted()
  const admin = await makeUser(app, { role: 'admin' })
  const path = `/api/admin-panel/users/${removed.family.id}/status`
  expect((await admin.client.post(path, { is_active: false, reason: 'Fraud' })).status).toBe(200)
  await app.drain()
  expect(await listMeetings(removed.caregiver, 'past')).toMatchObject([{ status: 'canceled' }])
  expect(await listSlotStarts(flagged.family, removed.caregiver)).toHaveLength(3)
  expect(await listMeetings(blocked.caregiver, 'past')).toMatchObject([{ status: 'canceled' }])
  expect(await listMeetings(flagged.family, 'past')).toMatchObject([{ status: 'canceled' }])
  expect((await listSubjects(flagged.family)).at(-1)).toMatch(/was canceled$/)
})

it('is in the calendar feed and on the home screen, and is no booking, request or payment', async () => {
  const { caregiver, family } = await makeAccepted()
  for (const { client } of [caregiver, family]) {
    const home = (await client.get('/api/home')).body
    expect(home).toMatchObject({
      next_meeting: { start_utc: at('09:00') },
      next_visit: null,
      waiting_requests: 0,
      open_requests: { count: 0 },
      meetings_to_answer: 0,
    })
  }
  const lists = ['mine', 'past', 'bookings/caretaker'].map(
    (path) => [family, `/api/requests/${path}`] as const,
  )
  for (const [{ client }, path] of [
    ...lists,
    [caregiver, '/api/requests/incoming'] as const,
    [caregiver, '/api/requests/bookings/caregiver'] as const,
    [family, '/api/payments/mine'] as const,
  ]) {
    expect([path, (await client.get(path)).body.count]).toEqual([path, 0])
  }
  const { body: feed } = await family.client.get('/api/calendars/feed')
  const calendar = await (await fetch(feed.url)).text()
  expect(calendar).toMatch(/SUMMARY:Meeting with /)
  expect(calendar).not.toContain(LINK)
})

it('is a calendar file in the mail that it is accepted, and in the one that it is canceled', async () => {
  const { caregiver, family, id } = await makeAccepted()
  const listFiles = async ({ email }: TestUser) => {
    await app.drain()
    const mails = await app.deps.database
      .select()
      .from(mailbox)
      .where(eq(mailbox.recipient, email))
      .orderBy(asc(mailbox.id))
    return mails.flatMap(({ text, attachments }) => attachments.map((file) => ({ ...file, text })))
  }
  const [accepted] = await listFiles(family)
  const start = at('09:00').replace('.000', '').replaceAll(/[-:]/g, '')
  expect(accepted?.filename).toBe(`meeting-${id}.ics`)
  for (const line of [`UID:meeting-${id}@`, `DTSTART:${start}`, 'STATUS:CONFIRMED']) {
    expect(accepted?.content).toContain(line)
  }
  expect(accepted?.content).toContain(`LOCATION:${LINK}`)
  expect(accepted?.text).toContain(`How: Video call\n  Join the call: ${LINK}`)
  expect(accepted?.text).toContain(`&location=${encodeURIComponent(LINK)}`)
  const [own] = await listFiles(caregiver)
  expect([own?.filename, own?.content.includes(LINK)]).toEqual([`meeting-${id}.ics`, true])
  expect(own?.text).toContain(`You agreed to meet ${family.fullName}.`)
  expect(accepted?.text).toMatch(/https:\/\/calendar\.google\.com\//)

  await answerMeeting(caregiver, id, { status: 'canceled' })
  const [, canceled] = await listFiles(family)
  for (const line of [`UID:meeting-${id}@`, 'STATUS:CANCELLED', 'SEQUENCE:1', 'SUMMARY:Canceled: Meeting']) {
    expect(canceled?.content).toContain(line)
  }
  expect(canceled?.content).not.toContain(LINK)
  expect(canceled?.text).not.toContain('calendar.google.com')
})

it('is no calendar file while it waits, or if it is canceled before its answer', async () => {
  const { caregiver, family } = await makePair()
  const { body } = await askMeeting(family, caregiver, at('09:00'))
  await answerMeeting(caregiver, body.id, { status: 'canceled' })
  await app.drain()
  const mails = await app.deps.database.select().from(mailbox).where(eq(mailbox.recipient, family.email))
  expect(mails.at(-1)?.subject).toMatch(/was canceled$/)
  expect(mails.flatMap(({ attachments }) => attachments)).toEqual([])
  const { body: feed } = await family.client.get('/api/calendars/feed')
  expect(await (await fetch(feed.url)).text()).not.toContain('VEVENT')
})

it('names the family of each booked time to the caregiver, and to nobody else', async () => {
  const { caregiver } = await makePair()
  const [nora, clara, ida] = await Promise.all(
    ['Nora Fields', 'Clara Wood', 'Ida Berg'].map((name) => makeFamily(app, { name })),
  )
  const { body } = await askMeeting(nora as TestUser, caregiver, at('09:00'))
  await answerMeeting(caregiver, body.id, { status: 'accepted', video_link: LINK })
  await askMeeting(clara as TestUser, caregiver, at('10:00'))
  const visit = { caregiver, family: ida as TestUser, windows: [{ date, start: '14:00', end: '16:00' }] }
  const { id } = await insertPaidRequest(app, visit)
  const listBooked = async ({ client }: TestUser) =>
    (await client.get(`/api/availability/booked?date_from=${date}&date_to=${date}`)).body.results
  expect(await listBooked(caregiver)).toMatchObject([
    { start_utc: at('09:00'), family_name: 'Nora Fields', request_id: null, meeting_status: 'accepted' },
    { start_utc: at('10:00'), family_name: 'Clara Wood', request_id: null, meeting_status: 'asked' },
    { start_utc: at('14:00'), family_name: 'Ida Berg', request_id: id, meeting_status: null },
  ])
  expect(await listBooked(await makeListedCaregiver(app))).toEqual([])
})

it('counts what waits for the caregiver, who may then write to the family', async () => {
  const { caregiver, family } = await makePair()
  const write = () =>
    caregiver.client.post('/api/chat/conversations/create', { caretaker_id: family.id, text: 'Hello' })
  const profile = () => caregiver.client.get(`/api/auth/caretakers/${family.id}`)
  expect((await profile()).status).toBe(404)
  await askMeeting(family, caregiver, at('09:00'))
  expect((await caregiver.client.get('/api/home')).body.meetings_to_answer).toBe(1)
  expect((await profile()).status).toBe(200)
  expect((await write()).status).toBeLessThan(300)
})
