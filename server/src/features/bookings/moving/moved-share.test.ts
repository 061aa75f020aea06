/**
 * A late move leaves the caregiver what a late cancellation would have left them.
 * @see docs/rules/bookings.md#moving
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { listWindows, type TestRequest, type TestWindow } from '../../../../test/factories/bookings.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/**
 * Three hours of a day so many days ahead, in UTC. On day 2 the policy, moderate, gives back half, from day 4
 * on all.
 */
const on = (days: number, start = 9): TestWindow => ({
  date: dateIn(app, days),
  start: `${String(start).padStart(2, '0')}:00`,
  end: `${start + 3}:00`,
})

async function makeBooking(...windows: TestWindow[]): Promise<TestRequest> {
  const request = await insertPaidRequest(app, { windows })
  for (const days of [2, 6, 7, 8]) await openHours(request.caregiver, dateIn(app, days))
  return request
}

/** Moves all of a booking with the caregiver's consent. @returns the proposal */
async function move(request: TestRequest, ...windows: TestWindow[]) {
  const { body, status } = await proposeMove(request.family, request, windows)
  expect([status, body.detail]).toEqual([201, undefined])
  expect((await answerMove(request.caregiver, body.id, 'accepted')).status).toBe(200)
  return body
}

async function preview({ family, id }: TestRequest) {
  const { body } = await family.client.get(`/api/requests/${id}/cancellation`)
  return body
}

test('a late cancellation is no cheaper after a move to a day far ahead, nor after a second move', async () => {
  const request = await makeBooking(on(2))
  const before = await preview(request)
  expect(before.kept_usd).toBeGreaterThan(0)
  const proposal = await move(request, on(7))
  expect(proposal.kept_usd).toBe(before.kept_usd)
  const [moved] = await listWindows(request)
  expect(moved).toMatchObject({ kept_usd: before.kept_usd, date: dateIn(app, 7) })
  expect(await preview(request)).toMatchObject({
    refund_usd: before.refund_usd,
    kept_usd: before.kept_usd,
    windows: [{ refund_percent: 50 }],
  })
  expect((await move(request, on(8))).kept_usd).toBe(before.kept_usd)
  expect((await preview(request)).refund_usd).toBe(before.refund_usd)
  const canceled = await request.family.client.post(`/api/requests/${request.id}/cancel`, {
    booking_ids: [moved?.booking_id],
    reason: 'plans_changed',
    refund_usd: before.refund_usd,
  })
  expect([canceled.status, canceled.body.detail]).toEqual([200, undefined])
  expect(await listWindows(request)).toMatchObject([{ state: 'canceled', refund_usd: before.refund_usd }])
})

test('a move in time leaves nothing, and the new start counts', async () => {
  const request = await makeBooking(on(7))
  expect((await move(request, on(8))).kept_usd).toBe(0)
  expect(await preview(request)).toMatchObject({ kept_usd: 0, windows: [{ refund_percent: 100 }] })
  await move(request, on(2, 13))
  expect(await preview(request)).toMatchObject({ windows: [{ refund_percent: 50 }] })
})

test('a late visit keeps its share when a far one moves with it', async () => {
  const request = await makeBooking(on(2), on(7))
  const before = await preview(request)
  const proposal = await move(request, on(6), on(8))
  expect(proposal.kept_usd).toBe(before.kept_usd)
  const windows = await listWindows(request)
  expect(windows.map(({ kept_usd }) => kept_usd)).toEqual([before.kept_usd, 0])
  const previewOne = async (index: number) =>
    (
      await request.family.client.get(
        `/api/requests/${request.id}/cancellation?booking_ids=${windows[index]?.booking_id}`,
      )
    ).body
  expect(await previewOne(0)).toMatchObject({ kept_usd: before.kept_usd, windows: [{ refund_percent: 50 }] })
  expect(await previewOne(1)).toMatchObject({ kept_usd: 0, windows: [{ refund_percent: 100 }] })
})

test('a move that the caregiver proposes keeps no share, not even an earlier one', async () => {
  const request = await makeBooking(on(2))
  expect((await move(request, on(7))).kept_usd).toBeGreaterThan(0)
  const { body, status } = await proposeMove(request.caregiver, request, [on(8)])
  expect([status, body.kept_usd]).toEqual([201, 0])
  expect((await answerMove(request.family, body.id, 'accepted')).status).toBe(200)
  expect(await listWindows(request)).toMatchObject([{ kept_usd: 0, date: dateIn(app, 8) }])
  expect(await preview(request)).toMatchObject({ kept_usd: 0, windows: [{ refund_percent: 100 }] })
})

test('a late visit that the caregiver moves to a day far ahead can be canceled as any on that day', async () => {
  const request = await makeBooking(on(2))
  expect((await preview(request)).kept_usd).toBeGreaterThan(0)
  const { body } = await proposeMove(request.caregiver, request, [on(7)])
  expect((await answerMove(request.family, body.id, 'accepted')).status).toBe(200)
  expect(await preview(request)).toMatchObject({ kept_usd: 0, windows: [{ refund_percent: 100 }] })
})

test('the share is split by minutes and stays whole', async () => {
  const request = await makeBooking(on(2), on(7))
  const before = await preview(request)
  const hour = (days: number, start: number) => ({ ...on(days, start), end: `${start + 1}:00` })
  await move(request, hour(6, 10), hour(7, 10), on(8), hour(8, 13))
  const windows = await listWindows(request)
  const sum = windows.reduce((cents, { kept_usd }) => cents + Math.round(100 * kept_usd), 0)
  expect(windows.map(({ kept_usd }) => kept_usd > 0)).toEqual([true, true, true, false])
  expect(sum).toBe(Math.round(100 * before.kept_usd))
  expect((await preview(request)).refund_usd).toBe(before.refund_usd)
})

test('a caregiver who cancels after a late move gives everything back', async () => {
  const request = await makeBooking(on(2))
  await move(request, on(7))
  const { body } = await request.caregiver.client.get(`/api/requests/${request.id}/cancellation`)
  expect(body).toMatchObject({ kept_usd: 0, windows: [{ refund_percent: 100 }] })
})

test('children with a birth month are as old as on the new day, and others as they were', async () => {
  const request = await makeBooking(on(2))
  const month = dateIn(app, 0).slice(0, 7)
  const thisYear = Number(month.slice(0, 4))
  const { family, id } = request
  const profile = await family.client.put('/api/auth/caretaker/profile', {
    children: [
      { name: 'Ada', birth_month: `${thisYear - 2}${month.slice(4)}` },
      { name: 'Ben', age: 9 },
    ],
  })
  const children = profile.body.children.map(({ id }: { id: number }) => id)
  expect((await family.client.patch(`/api/requests/${id}/visit`, { children })).status).toBe(200)
  await app.deps.database.execute(
    sql`UPDATE requests SET visit = jsonb_set(visit, '{children,0,age}', '1') WHERE id = ${id}`,
  )
  await move(request, on(7))
  const { body } = await family.client.get(`/api/requests/${id}`)
  expect(body.children).toMatchObject([
    { name: 'Ada', age: 2, age_months: null },
    { name: 'Ben', age: 9 },
  ])
})
