/**
 * Everyone can read when and why staff opened something of theirs.
 * @see docs/rules/own-data.md#what-staff-opened
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import {
  logInAgain,
  makeCaregiver,
  makeFamily,
  makePicture,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { makeReport } from '../../../../test/factories/reports.ts'

let app: TestApp
let support: TestUser
let caregiver: TestUser
let family: TestUser
let stranger: TestUser
let requestId: number
let reportId: number
let disputeId: number
let messageId: number
beforeAll(async () => {
  app = await testApp()
  // A minute after the full hour, so that what is counted by the hour is counted together.
  await app.advance(61 - app.deps.clock.now().getUTCMinutes())
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sina Support' })
  caregiver = await makeCaregiver(app)
  family = await makeFamily(app)
  stranger = await makeFamily(app)
  const date = dateIn(app, 7)
  await openHours(caregiver, date)
  const windows = [{ date, start: '09:00', end: '11:00' }]
  requestId = (await makePaidRequest(app, { caregiver, family, windows })).id
  messageId = (await makeConversation(app, { caregiver, family })).messageId
  disputeId = (await openDispute(family, requestId)).body.id
  const id = { gov_id_front: { content: await makePicture('png'), name: 'passport.png' } }
  await caregiver.client.upload('/api/auth/caregiver/documents', toForm(id))
})
afterAll(() => app.close())

const list = async ({ client }: TestUser, query = 'page_size=20') =>
  (await client.get(`/api/account/staff-access?${query}`)).body
const at = expect.stringMatching(/Z$/)
const entry = { id: expect.any(Number), at, document: null, request_id: null, dispute_id: null, reason: null }

it('lists what staff opened to those it is about, newest first, without who it was', async () => {
  const panel = '/api/admin-panel'
  for (const person of [caregiver, family, stranger]) expect(await list(person)).toMatchObject({ count: 0 })
  const open = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200)
  await open(support.client.post(`${panel}/people/${family.id}/contact/show`, { reason: 'help' }))
  await open(support.client.post(`${panel}/bookings/${requestId}/visit/show`, { reason: 'booking' }))
  await open(support.client.get(`${panel}/bookings/${requestId}/messages?reason=booking`))
  for (let times = 0; times < 3; times += 1) await open(support.client.get(`${panel}/disputes/${disputeId}`))
  reportId = await makeReport(caregiver, 'message', messageId)
  await open(support.client.get(`${panel}/reports/${reportId}/messages`))
  const { body: record } = await support.client.get(`${panel}/people/${caregiver.id}`)
  await open(support.client.get(record.caregiver.documents[0].url))

  const ofBoth = [
    { ...entry, what: 'messages', reason: 'dispute' },
    { ...entry, what: 'dispute', dispute_id: disputeId },
    { ...entry, what: 'messages', request_id: requestId, reason: 'booking' },
  ]
  expect(await list(caregiver)).toEqual({
    count: 4,
    next: null,
    previous: null,
    results: [{ ...entry, what: 'document', document: 'gov_id_front' }, ...ofBoth],
  })
  const seen = await list(family)
  // What is opened around a report isn't listed for the person whom it is about.
  expect(seen.results).toEqual([
    ...ofBoth.slice(1),
    { ...entry, what: 'visit', request_id: requestId, reason: 'booking' },
    { ...entry, what: 'contact', reason: 'help' },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/Sina|Support/)
  expect((await list(family, 'page=2&page_size=3')).results).toHaveLength(1)
  expect(await list(stranger)).toMatchObject({ count: 0, results: [] })
  expect((await app.visitor.get('/api/account/staff-access')).status).toBe(401)
})

it('holds back what staff open while a report about the person is open, and lists it after its decision', async () => {
  const before = await list(family)
  const path = `/api/admin-panel/bookings/${requestId}/messages?reason=booking`
  expect((await support.client.get(path)).status).toBe(200)
  expect(await list(family)).toEqual(before)
  expect((await list(caregiver)).results[0]).toMatchObject({ what: 'messages', reason: 'booking' })
  const decision = `/api/admin-panel/reports/${reportId}/decision`
  expect((await support.client.post(decision, { measures: [] })).status).toBe(200)
  const after = await list(family)
  expect(after.count).toBe(before.count + 1)
  expect(after.results[0]).toMatchObject({ what: 'messages', request_id: requestId })
  // What was read in the report itself stays with the one who sent it.
  expect(after.results).not.toContainEqual({ ...entry, what: 'messages', reason: 'dispute' })
})

it('leaves out what the other side of a dispute opened', async () => {
  const before = await list(family)
  const picture = { content: await makePicture('png'), name: 'door.png' }
  const evidence = await family.client.upload(
    `/api/disputes/${disputeId}/evidence`,
    toForm({ file: picture }),
  )
  expect(evidence.status).toBe(201)
  const { body } = await caregiver.client.get(`/api/disputes/${disputeId}`)
  expect((await caregiver.client.get(body.evidence[0].url)).status).toBe(200)
  expect(await list(family)).toEqual(before)
  const { body: seen } = await support.client.get(`/api/admin-panel/disputes/${disputeId}`)
  expect((await support.client.get(seen.evidence[0].url)).status).toBe(200)
  expect((await list(family)).results[0]).toEqual({ ...entry, what: 'evidence' })
})

it('names no booking where somebody’s safety was the reason', async () => {
  const by = await logInAgain(app, support)
  const [owner, other] = [await logInAgain(app, family), await logInAgain(app, caregiver)]
  const panel = `/api/admin-panel/bookings/${requestId}`
  expect((await by.post(`${panel}/visit/show`, { reason: 'safety' })).status).toBe(200)
  expect((await by.get(`${panel}/messages?reason=safety`)).status).toBe(200)
  const { body } = await owner.get('/api/account/staff-access?page_size=2')
  expect(body.results).toEqual([
    { ...entry, what: 'messages', reason: 'safety' },
    { ...entry, what: 'visit', reason: 'safety' },
  ])
  const { body: seen } = await other.get('/api/account/staff-access?page_size=1')
  expect(seen.results).toEqual([{ ...entry, what: 'messages', reason: 'safety' }])
})

it('holds nothing back for longer than 14 days, however long a report stays open', async () => {
  const reported = await makeCaregiver(app)
  const show = () =>
    support.client.post(`/api/admin-panel/people/${reported.id}/contact/show`, { reason: 'help' })
  await makeReport(stranger, 'profile', reported.id)
  expect((await show()).status).toBe(200)
  expect(await list(reported)).toMatchObject({ count: 0 })
  const later = async (days: number) => {
    await app.advance(days * MINUTES_PER_DAY)
    return list({ ...reported, client: await logInAgain(app, reported) })
  }
  expect(await later(13)).toMatchObject({ count: 0 })
  expect(await later(2)).toMatchObject({ count: 1, results: [{ what: 'contact', reason: 'help' }] })
})
