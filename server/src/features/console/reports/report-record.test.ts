import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import {
  logInAgain,
  makeCaregiver,
  makeFamily,
  makePicture,
  setVerificationStatus,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { decide, makeReport, makeReview } from '../../../../test/factories/reports.ts'
import { requests } from '../../bookings/index.ts'
import { auditLog } from '../../people/index.ts'

let app: TestApp
let support: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sam Support' })
})
afterAll(() => app.close())

const readRecord = async (id: number) => (await support.client.get(`/api/admin-panel/reports/${id}`)).body
const hideReported = (id: number) => decide(support, id, { measures: ['hide'] })
const showAgain = (id: number) => support.client.post(`/api/admin-panel/reports/${id}/show`)

it('says which caregiver and booking a reported review is about', async () => {
  const pair = { caregiver: await makeCaregiver(app, { name: 'Clara Carer' }), family: await makeFamily(app) }
  const report = await makeReport(pair.caregiver, 'review', await makeReview(app, pair, { rating: 1 }))
  const isOfPair = eq(requests.caregiverId, pair.caregiver.id)
  const [request] = await app.deps.database.select({ id: requests.id }).from(requests).where(isOfPair)
  expect((await readRecord(report)).review_of).toEqual({
    caregiver: { id: pair.caregiver.id, name: 'Clara Carer', role: 'caregiver' },
    request_id: request?.id,
  })
  const profile = await makeReport(await makeFamily(app), 'profile', pair.caregiver.id)
  expect((await readRecord(profile)).review_of).toBeNull()
})

it('says who showed it again, on every report that the decision was about', async () => {
  const { caregiver, family, messageId } = await makeConversation(app)
  const report = await makeReport(caregiver, 'message', messageId)
  const list = async () => {
    const { body } = await support.client.get(`/api/admin-panel/reports?person_id=${family.id}`)
    return body.results.map((row: { is_shown_again: boolean }) => row.is_shown_again)
  }
  await hideReported(report)
  expect((await readRecord(report)).decision.shown_again).toBeNull()
  expect(await list()).toEqual([false])
  const shown = {
    at: expect.stringMatching(/Z$/),
    by: { id: support.id, name: 'Sam Support' },
  }
  expect((await showAgain(report)).body.decision.shown_again).toEqual(shown)
  const later = await makeReport(caregiver, 'message', messageId)
  await hideReported(later)
  expect((await readRecord(later)).decision.shown_again).toBeNull()
  expect(await list()).toEqual([false, true])
  expect((await readRecord(report)).decision.shown_again).toEqual(shown)
})

it('lists the other open reports of the same thing only once', async () => {
  const caregiver = await makeCaregiver(app)
  const earlier = await makeReport(await makeFamily(app), 'profile', caregiver.id)
  await decide(support, earlier)
  const first = await makeReport(await makeFamily(app), 'profile', caregiver.id)
  const second = await makeReport(await makeFamily(app), 'profile', caregiver.id)
  const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const record = await readRecord(first)
  expect(listIds(record.same)).toEqual([second])
  expect(listIds(record.about_reported)).toEqual([earlier])
  const decided = await readRecord(earlier)
  expect(decided.same).toEqual([])
  expect(listIds(decided.about_reported)).toEqual([second, first])
})

it('says who lifted a suspension early', async () => {
  const caregiver = await makeCaregiver(app)
  const activate = () =>
    support.client.post(`/api/admin-panel/users/${caregiver.id}/status`, { is_active: true })
  const suspend = async (days: number) => {
    const report = await makeReport(await makeFamily(app), 'profile', caregiver.id)
    const suspended_until = dateIn(app, days)
    await decide(support, report, { measures: ['suspend'], message: 'Be kind', suspended_until })
    return report
  }
  const first = await suspend(10)
  expect((await readRecord(first)).decision.lifted).toBeNull()
  expect((await activate()).status).toBe(200)
  const lifted = { at: expect.stringMatching(/Z$/), by: { id: support.id, name: 'Sam Support' } }
  expect((await readRecord(first)).decision.lifted).toEqual(lifted)
  const second = await suspend(20)
  expect((await readRecord(second)).decision.lifted).toBeNull()
  expect((await readRecord(first)).decision.lifted).toEqual(lifted)
})

it('does not record that staff saw a hidden photo as the opening of a document', async () => {
  const caregiver = await makeCaregiver(app, { verified: false })
  const form = toForm({ avatar: { content: await makePicture('png') } })
  await caregiver.client.upload('/api/auth/caregiver/avatar', form)
  await setVerificationStatus(app, caregiver.id, 'verified')
  const report = await makeReport(await makeFamily(app), 'profile', caregiver.id)
  await hideReported(report)
  expect((await support.client.get((await readRecord(report)).now.photo)).status).toBe(200)
  const isOpening = and(eq(auditLog.action, 'document.opened'), eq(auditLog.subject, `user:${caregiver.id}`))
  expect(await app.deps.database.select().from(auditLog).where(isOpening)).toEqual([])
})

it('shows a reported message in its record only, and records that it was read', async () => {
  const pair = await makeConversation(app)
  const report = await makeReport(pair.caregiver, 'message', pair.messageId)
  const earlier = await makeReport(pair.caregiver, 'profile', pair.family.id)
  const listReadings = () =>
    app.deps.database
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'messages.opened'), eq(auditLog.subject, `report:${report}`)))
  const { body: list } = await support.client.get(`/api/admin-panel/reports?person_id=${pair.family.id}`)
  const { excerpt } = list.results.find(({ id }: { id: number }) => id === report)
  expect(excerpt).toBe('')
  const beside = await readRecord(earlier)
  const { text } = (await readRecord(report)).snapshot
  expect(text).not.toBe('')
  expect(JSON.stringify([list, beside])).not.toContain(text)
  await readRecord(report)
  expect(await listReadings()).toMatchObject([{ actorId: support.id, after: { reason: 'dispute' } }])
  const { status } = await support.client.get(`/api/admin-panel/reports/${report}/messages`)
  expect(status).toBe(200)
  expect(await listReadings()).toMatchObject([{}, { actorId: support.id, after: { reason: 'dispute' } }])
  const proven = await logInAgain(app, support)
  const csv = await proven.get(`/api/admin-panel/reports/export?person_id=${pair.family.id}`)
  expect(csv.status).toBe(200)
  expect(csv.body).toContain(`"${report}"`)
  expect(csv.body).not.toContain(text)
})
