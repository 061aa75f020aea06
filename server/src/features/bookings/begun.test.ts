import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { dateIn } from '../../../test/factories/availability.ts'
import {
  answerAs,
  checkout,
  confirm,
  makeAcceptedRequest,
  makeRequest,
  payCard,
} from '../../../test/factories/bookings.ts'
import { signAccess } from '../accounts/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The same person with an access token that is good now. */
async function comeBack(user: TestUser): Promise<TestUser> {
  const token = await signAccess(app.deps, { userId: user.id, role: user.role, sessionId: user.sessionId })
  return { ...user, token, client: app.withToken(token) }
}

test('hours that have begun can be neither accepted nor paid, and what was paid for them goes back', async () => {
  const windows = [{ date: dateIn(app, 1), start: '09:00', end: '10:00' }]
  const submitted = await makeRequest(app, { windows })
  const accepted = await makeAcceptedRequest(app, { windows })
  const paid = await makeAcceptedRequest(app, { windows })
  await payCard(await checkout(paid))
  // Every word from the provider is lost until the hours are over.
  await app.deps.database.$client.query('DELETE FROM graphile_worker._private_jobs')
  await app.advance(2 * 24 * 60)

  const late = await answerAs(await comeBack(submitted.caregiver), submitted.id, 'accepted')
  expect(late.status).toBe(409)
  expect(late.body.detail).toBe('These hours have already begun')
  const family = await comeBack(accepted.family)
  const unpaid = await family.client.post(`/api/payments/bookings/${accepted.id}/confirm`)
  expect(unpaid.status).toBe(409)
  expect(unpaid.body.detail).toBe('These hours have already begun')

  const payer = await comeBack(paid.family)
  expect((await confirm({ ...paid, family: payer })).status).toBe(409)
  await app.drain()
  expect((await payer.client.get(`/api/payments/bookings/${paid.id}`)).body.status).toBe('refunded')
  expect((await payer.client.get('/api/requests/bookings/caretaker')).body.count).toBe(0)
})
