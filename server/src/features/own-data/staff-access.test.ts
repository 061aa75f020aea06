/** Everyone can read when and why staff opened something of theirs. @see docs/rules/own-data.md#what-staff-opened */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../test/factories/bookings.ts'
import { makeConversation } from '../../../test/factories/chat.ts'
import { openDispute } from '../../../test/factories/disputes.ts'
import { makeCaregiver, makeFamily, makePicture, toForm } from '../../../test/factories/profiles.ts'
import { makeReport } from '../../../test/factories/reports.ts'

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
  await open(support.client.get(`${panel}/bookings/${requestId}/messages?reason=safety`))
  for (let times = 0; times < 3; times += 1) await open(support.client.get(`${panel}/disputes/${disputeId}`))
  reportId = await makeReport(caregiver, 'message', messageId)
  await open(support.client.get(`${panel}/reports/${reportId}/messages`))
  const { body: record } = await support.client.get(`${panel}/people/${caregiver.id}`)
  await open(support.client.get(record.caregiver.documents[0].url))

  const ofBoth = [
    { ...entry, what: 'messages' },
    { ...entry, what: 'dispute', dispute_id: disputeId },
    { ...entry, what: 'messages', request_id: requestId, reason: 'safety' },
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

it('tells a reported person nothing that staff opened while the report was open', async () => {
  const before = await list(family)
  const path = `/api/admin-panel/bookings/${requestId}/messages?reason=safety`
  expect((await support.client.get(path)).status).toBe(200)
  expect(await list(family)).toEqual(before)
  expect((await list(caregiver)).results[0]).toMatchObject({ what: 'messages', reason: 'safety' })
  const decision = `/api/admin-panel/reports/${reportId}/decision`
  expect((await support.client.post(decision, { measures: [] })).status).toBe(200)
  expect(await list(family)).toEqual(before)
  expect((await support.client.get(path)).status).toBe(200)
  expect((await list(family)).count).toBe(before.count + 1)
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
