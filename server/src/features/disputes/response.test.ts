/** @see docs/rules/disputes.md#the-caregivers-answer */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { listEmailsTo, makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { openDispute } from '../../../test/factories/disputes.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

it('a caregiver answers a dispute while it is open, for both sides and staff, and sees it at home', async () => {
  const { id: requestId, caregiver, family } = await insertPaidRequest(app)
  expect((await caregiver.client.get('/api/home')).body.open_dispute_id).toBeNull()
  const { id } = (await openDispute(family, requestId)).body
  const readHome = async () => (await caregiver.client.get('/api/home')).body
  expect(await readHome()).toMatchObject({
    open_dispute_id: id,
    open_disputes: { count: 1, to_answer: 1 },
  })
  expect((await family.client.get('/api/home')).body.open_disputes).toEqual({ count: 1, to_answer: 0 })

  const respond = (text: string, { client } = caregiver) =>
    client.put(`/api/disputes/${id}/response`, { text })
  expect(await respond(' ')).toMatchObject({ status: 400, body: { text: ['Answer is required'] } })
  expect((await respond('I stayed', family)).status).toBe(403)
  for (const text of ['I stayed', 'I stayed until nine']) {
    expect(await respond(text)).toMatchObject({ status: 200, body: { response: { text } } })
  }
  expect((await readHome()).open_disputes).toEqual({ count: 1, to_answer: 0 })
  const { body: list } = await caregiver.client.get('/api/disputes/assigned-to-me')
  expect(list.results).toMatchObject([{ id, responded_at: expect.any(String) }])
  const seen = [
    await family.client.get(`/api/disputes/${id}`),
    await admin.client.get(`/api/admin-panel/disputes/${id}`),
  ]
  for (const { body } of seen) expect(body.response).toMatchObject({ text: 'I stayed until nine' })
  await app.drain()
  const subjects = (await listEmailsTo(app, admin.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === `Dispute DPT-${id} has an answer`)).toHaveLength(2)
  const told = (await listEmailsTo(app, family.email)).filter(({ subject }) =>
    /answered your dispute/.test(subject),
  )
  expect(told.map(({ subject }) => subject)).toEqual([
    `${caregiver.fullName.split(' ')[0]} answered your dispute DPT-${id}`,
  ])
  expect(told[0]?.text).not.toContain('I stayed')

  const rejected = await admin.client.post(`/api/admin-panel/disputes/${id}/reject`, {})
  expect(rejected.status).toBe(200)
  expect(await respond('Too late')).toMatchObject({
    status: 409,
    body: { detail: "This dispute is closed, so you can't answer" },
  })
  expect((await caregiver.client.get('/api/home')).body.open_dispute_id).toBeNull()
})
