/** Requests without an answer. @see docs/rules/bookings.md#requests-without-an-answer */
import { HOUR_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { answerRequest, makeRequest, type TestRequest } from '../../../../test/factories/bookings.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import type { JobNotice } from '../../notices/index.ts'
import { requestNotices } from './notices.ts'
import type { Unanswered } from './unanswered.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const REMINDER = /^Waiting for your answer: Person, [A-Z][a-z]{2} \d+$/
const OFFER = /^No answer from Person yet: who else is free for [A-Z][a-z]{2} \d+$/
const NO_OFFER = /^No answer from Person yet for [A-Z][a-z]{2} \d+$/
const SENT = /^Your request to Person for [A-Z][a-z]{2} \d+ was sent$/

const listMails = async ({ email }: TestUser, subject: RegExp) =>
  (await listEmailsTo(app, email)).filter((mail) => subject.test(mail.subject))

async function countMails({ caregiver, family }: TestRequest): Promise<[number, number]> {
  return [(await listMails(caregiver, REMINDER)).length, (await listMails(family, OFFER)).length]
}

/** The family's call, after a login, because moving the clock ends its access token. */
const callAsFamily = async ({ family }: TestRequest) => logInAgain(app, family)

it('confirms to the family by mail what it sent, and adds nothing to its bell', async () => {
  const { family, caregiver, windows } = await makeRequest(app, { visit: { note: 'Two steps at the door' } })
  const [mail, ...others] = await listMails(family, SENT)
  expect(others).toEqual([])
  expect(mail?.text).toContain(`We sent your request to ${caregiver.fullName}.`)
  for (const text of [
    '9:00 AM – 11:00 AM',
    'Total: $50.00',
    'Note: Two steps at the door',
    'You pay only once',
  ]) {
    expect(mail?.text).toContain(text)
  }
  const [year, , day] = windows[0]?.date.split('-').map(Number) ?? []
  expect(mail?.text).toMatch(new RegExp(`Can be answered until: .* ${day}, ${year} at 9:00 AM`))
  expect(mail?.text).not.toContain('Answer by')
  expect(mail?.text).toContain(`${app.url}/bookings?when=waiting`)
  expect((await family.client.get('/api/notifications/?status=all')).body.count).toBe(0)
})

it('doesn’t confirm a request that was withdrawn at once', async () => {
  const { family, id } = await makeRequest(app)
  await family.client.post(`/api/requests/${id}/withdraw/`)
  expect(await listMails(family, SENT)).toEqual([])
})

it('reminds the caregiver after 4 and 24 hours, then offers the family who else is free', async () => {
  const [caregiver, other] = [await makeCaregiver(app), await makeCaregiver(app)]
  for (const person of [caregiver, other]) await openHours(person, dateIn(app, 7))
  const request = await makeRequest(app, { caregiver })
  const answered = await makeRequest(app)
  await answerRequest(answered.caregiver, answered.id, 'accepted')
  const withdrawn = await makeRequest(app)
  await withdrawn.family.client.post(`/api/requests/${withdrawn.id}/withdraw/`)

  await app.advance(4 * 60 - 5)
  expect(await countMails(request)).toEqual([0, 0])
  const early = await (await callAsFamily(request)).get(`/api/requests/${request.id}/backup-caregivers`)
  expect(early.body.results).toEqual([])
  await app.advance(10)
  expect(await countMails(request)).toEqual([1, 0])
  await app.advance(20 * 60)
  expect(await countMails(request)).toEqual([2, 1])
  for (const ended of [answered, withdrawn]) expect(await countMails(ended)).toEqual([0, 0])
  const [offer] = await listMails(request.family, OFFER)
  expect(offer?.text).toContain(other.fullName)
  expect(offer?.text).toContain('Can be answered until: ')
  expect(offer?.text).not.toContain('Answer by')
  expect(offer?.text).toContain(`${app.url}/bookings/${request.id}`)

  const client = await callAsFamily(request)
  const { body } = await client.get(`/api/requests/${request.id}/backup-caregivers`)
  const ids = body.results.map(({ id }: { id: number }) => id)
  expect(ids).toContain(other.id)
  expect(ids).not.toContain(request.caregiver.id)
  const sent = await client.post(`/api/requests/${request.id}/backup-requests`, { caregiver_id: other.id })
  expect([sent.status, sent.body.windows[0]?.start_local]).toEqual([201, '09:00'])

  const unread = async (person: TestUser) => {
    const { results } = (await (await logInAgain(app, person)).get('/api/notifications/')).body
    const types: string[] = results.map(({ type }: { type: string }) => type)
    return types.filter((type) => type.startsWith('booking_'))
  }
  expect(await unread(request.caregiver)).toEqual(['booking_request_created'])
  expect(await unread(request.family)).toEqual(['booking_status_changed'])
  await client.post(`/api/requests/${request.id}/withdraw/`)
  await app.drain()
  expect(await unread(request.caregiver)).toEqual(['booking_canceled'])
  expect(await unread(request.family)).toEqual([])

  await app.advance(3 * 24 * 60)
  expect(await listMails(request.caregiver, REMINDER)).toHaveLength(2)
})

it('leads the family to a search with place, day and hours when nobody else is free', async () => {
  const date = dateIn(app, 9)
  const request = await makeRequest(app, {
    windows: [{ date, start: '09:00', end: '11:00' }],
    visit: { address: { city: 'Oslo', country: '' } },
  })
  await app.advance(24 * 60 + 5)
  const [offer] = await listMails(request.family, NO_OFFER)
  const except = `except=${request.caregiver.id}`
  expect(offer?.text).toContain(
    `/caregivers?city=Oslo&available_on=${date}&start=09%3A00&end=11%3A00&${except}`,
  )
})

it('reminds no one of a request whose hours have begun', async () => {
  const soon = new Date(app.deps.clock.now().getTime() + 3 * 3_600_000)
  const [date, start] = [soon.toISOString().slice(0, 10), `${soon.toISOString().slice(11, 13)}:00`]
  const caregiver = await makeCaregiver(app)
  await openHours(caregiver, date, [
    { start_local: '00:00', end_local: '00:00', slot_minutes: 60, buffer_minutes: 0 },
  ])
  const end = `${String((Number(start.slice(0, 2)) + 1) % 24).padStart(2, '0')}:00`
  const request = await makeRequest(app, { caregiver, windows: [{ date, start, end }] })
  await app.advance(30 * 60)
  expect(await countMails(request)).toEqual([0, 0])
})

/** A request of two hours on a day on which these others are free too. */
async function makeRequestOn(date: string, others: TestUser[]) {
  const [caregiver, family] = [await makeCaregiver(app), await makeFamily(app)]
  for (const person of [caregiver, ...others]) await openHours(person, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  return { windows, family, request: await makeRequest(app, { caregiver, family, windows }) }
}

/** The ids of those whom the family is offered when the job of its day runs, by a clock that is a little behind. */
async function listOffered({ id, family }: TestRequest): Promise<number[] | undefined> {
  const { submitted_at } = (await family.client.get(`/api/requests/${id}`)).body
  const now = () => new Date(Date.parse(submitted_at) + 24 * HOUR_MS - 2_000)
  const reminders = requestNotices.find((notice) => 'job' in notice) as JobNotice<Unanswered>
  const deps = { ...app.deps, clock: { ...app.deps.clock, now } }
  const notices = await reminders.listNotices(deps, { requestId: id, hours: 24 })
  const offers = notices.flatMap((notice) => ('content' in notice ? [notice] : []))
  const offer = offers.find((notice) => 'userId' in notice && notice.userId === family.id)
  return offer?.content.facts?.flatMap((fact) => {
    const path = 'link' in fact ? fact.link?.path : undefined
    const [, caregiverId] = /^\/caregiver\/(\d+)\/book/.exec(path ?? '') ?? []
    return caregiverId ? [Number(caregiverId)] : []
  })
}

it('offers others when the day of the job is over, on a node whose clock is a little behind', async () => {
  const other = await makeCaregiver(app)
  const { request } = await makeRequestOn(dateIn(app, 20), [other])
  expect(await listOffered(request)).toEqual([other.id])
})

it('offers no one whom the family has asked already', async () => {
  const [asked, other] = [await makeCaregiver(app), await makeCaregiver(app)]
  const { family, request, windows } = await makeRequestOn(dateIn(app, 30), [asked, other])
  await makeRequest(app, { caregiver: asked, family, windows })
  expect(await listOffered(request)).toEqual([other.id])
})

it('says that it is too late to ask others', async () => {
  const other = await makeCaregiver(app)
  const { request } = await makeRequestOn(dateIn(app, 2), [other])
  const ask = async () => {
    const path = `/api/requests/${request.id}/backup-requests`
    const { status, body } = await (await callAsFamily(request)).post(path, { caregiver_id: other.id })
    return [status, body.detail]
  }
  await app.deps.database.execute(
    `UPDATE request_windows SET starts_at = starts_at - interval '4 days', ends_at = ends_at - interval '4 days'
     WHERE request_id = ${request.id}`,
  )
  expect(await ask()).toEqual([409, 'These times have already started'])
  expect(await listMails(other, /would like to book you/)).toEqual([])
})
