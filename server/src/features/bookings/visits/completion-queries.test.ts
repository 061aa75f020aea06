/** @see docs/rules/bookings.md#completion-rate */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { makePaidRequest } from '../../../../test/factories/bookings.ts'
import {
  cancelAsPreviewed,
  makeBooked,
  previewCancellation,
} from '../../../../test/factories/cancellations.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ PLATFORM_FEE_BPS: '1250', SERVICE_FEE_BPS: '333' })
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const countsOf = async (caregiver: TestUser) =>
  (await caregiver.client.get('/api/requests/completion-rate')).body

it('counts what has begun and what the caregiver or an admin for them canceled, from five on', async () => {
  const days = [8, 9, 10, 11, 12, 13]
  const { caregiver, family, request, ids } = await makeBooked(app, ...days)
  expect(await countsOf(caregiver)).toEqual({ completion_rate: null, bookings: 0, canceled: 0 })
  // The family's own does not count.
  await cancelAsPreviewed(family, request, [ids[5] as number])
  await cancelAsPreviewed(caregiver, request, [ids[4] as number])
  expect(await countsOf(caregiver)).toEqual({ completion_rate: null, bookings: 1, canceled: 1 })
  const move = (days: number) =>
    app.deps.database.execute(
      sql`UPDATE request_windows SET starts_at = starts_at - make_interval(days => ${days}),
        ends_at = ends_at - make_interval(days => ${days}) WHERE request_id = ${request.id}`,
    )
  await move(20)
  expect(await countsOf(caregiver)).toEqual({ completion_rate: 80, bookings: 5, canceled: 1 })
  expect((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body.completion_rate).toBe(80)
  const next = await makePaidRequest(app, {
    caregiver,
    family,
    windows: [{ date: dateIn(app, 8), start: '10:30', end: '12:00' }],
  })
  expect((await previewCancellation(caregiver, next)).body.completion_rate).toEqual({ now: 80, after: 66 })
  const order = { for: 'caregiver', refund: 'full', reason: 'illness' }
  const { body } = await admin.client.get(
    `/api/admin-panel/requests/${next.id}/cancellation?for=caregiver&refund=full`,
  )
  await admin.client.post(`/api/admin-panel/requests/${next.id}/cancel`, {
    ...order,
    refund_usd: body.refund_usd,
  })
  expect(await countsOf(caregiver)).toEqual({ completion_rate: 66, bookings: 6, canceled: 2 })
  await move(366)
  expect(await countsOf(caregiver)).toMatchObject({ bookings: 1, canceled: 1 })
})
