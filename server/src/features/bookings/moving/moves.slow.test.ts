import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { waitForLocks } from '../../../../test/database.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import {
  getRequestState,
  makeFamily,
  makeRequest,
  sendRequest,
  type TestRequest,
  type TestWindow,
} from '../../../../test/factories/bookings.ts'
import { openDispute } from '../../../../test/factories/disputes.ts'
import { answerMove as answer, proposeMove as propose } from '../../../../test/factories/moves.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { bookings, moves, requestWindows } from '../tables.ts'
import { expireMoves } from './end.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Hours of a day this many days ahead, in UTC. Caregivers of these tests work from 9 to 17. */
const on = (days: number, start: string, end: string): TestWindow => ({ date: dateIn(app, days), start, end })

/** A paid request on days 7 and 8, and a caregiver who also works on day 9. */
async function makeBooking(...windows: TestWindow[]): Promise<TestRequest> {
  const request = await insertPaidRequest(app, {
    windows: windows.length > 0 ? windows : [on(7, '09:00', '11:00')],
  })
  for (const days of [7, 8, 9]) await openHours(request.caregiver, dateIn(app, days))
  return request
}

async function listBookings({ id }: TestRequest) {
  const rows = await app.deps.database
    .select({ booking: bookings, window: requestWindows })
    .from(bookings)
    .innerJoin(requestWindows, eq(requestWindows.id, bookings.windowId))
    .where(eq(bookings.requestId, id))
    .orderBy(asc(requestWindows.startsAt))
  return rows.map(({ booking, window }) => ({
    id: booking.id,
    hours: `${window.dateLocal} ${window.startLocal}–${window.endLocal}`,
    cents: booking.priceCents,
    sequence: booking.sequence,
  }))
}

const text = ({ date, start, end }: TestWindow) => `${date} ${start}–${end}`

async function listNotifications({ client }: TestUser): Promise<string[]> {
  await app.drain()
  const { body } = await client.get('/api/notifications/?status=all')
  return body.results
    .filter(({ type }: { type: string }) => type === 'booking_move')
    .map(({ payload }: { payload: { status: string } }) => payload.status)
    .sort()
}

test('an accepted move swaps the hours, keeps the price, and tells both sides', async () => {
  const request = await makeBooking()
  const [before] = await listBookings(request)
  const target = on(8, '13:00', '15:00')
  const proposed = await propose(request.family, request, [target])
  expect(proposed).toMatchObject({
    status: 201,
    body: { status: 'proposed', proposed_by: 'caretaker', to_windows: [target], booking_ids: [before?.id] },
  })
  expect(await listBookings(request)).toEqual([before])
  const path = `/api/requests/bookings/caregiver/${request.id}`
  expect((await request.caregiver.client.get(path)).body.move).toMatchObject({ id: proposed.body.id })
  expect(await listNotifications(request.caregiver)).toEqual(['proposed'])

  expect(await answer(request.caregiver, proposed.body.id, 'accepted')).toMatchObject({
    status: 200,
    body: { status: 'accepted' },
  })
  expect(await listBookings(request)).toEqual([{ ...before, hours: text(target), sequence: 1 }])
  expect(await listNotifications(request.family)).toEqual(['accepted'])
  expect(await listNotifications(request.caregiver)).toEqual(['accepted', 'proposed'])
  const { body } = await request.family.client.get(`/api/requests/bookings/caretaker/${request.id}`)
  expect(body).toMatchObject({ total_price_usd: 50, total_hours: 2, move: null })

  const other = await makeFamily(app)
  const again = await sendRequest(other, request.caregiver.id, [target])
  expect(again.status, 'the new hours are taken').toBe(409)
  const old = await sendRequest(other, request.caregiver.id, request.windows)
  expect(old.status, 'the old hours are free').toBe(201)
})

test('a booking can be moved by an hour over its own hours', async () => {
  const request = await makeBooking()
  const target = on(7, '10:00', '12:00')
  const { body } = await request.family.client.get(
    `/api/requests/${request.id}/move-slots?booking_ids=${(await listBookings(request))[0]?.id}` +
      `&date_from=${target.date}&date_to=${target.date}&timezone=UTC`,
  )
  expect(body.slots.slice(0, 3).map(({ start }: TestWindow) => start)).toEqual(['09:00', '10:00', '11:00'])
  const proposed = await propose(request.caregiver, request, [target])
  expect(proposed.body.proposed_by).toBe('caregiver')
  expect((await answer(request.family, proposed.body.id, 'accepted')).status).toBe(200)
  expect((await listBookings(request)).map(({ hours }) => hours)).toEqual([text(target)])
})

test('one visit becomes two and two become one, to the cent', async () => {
  const request = await makeBooking(on(7, '09:00', '12:00'))
  const split = [on(8, '09:00', '10:00'), on(9, '09:00', '11:00')]
  const first = await propose(request.family, request, split)
  expect((await answer(request.caregiver, first.body.id, 'accepted')).status).toBe(200)
  expect((await listBookings(request)).map(({ hours, cents }) => [hours, cents])).toEqual([
    [text(split[0] as TestWindow), 2_500],
    [text(split[1] as TestWindow), 5_000],
  ])
  const joined = on(9, '10:00', '13:00')
  const second = await propose(request.family, request, [joined])
  expect((await answer(request.caregiver, second.body.id, 'accepted')).status).toBe(200)
  expect(await listBookings(request)).toMatchObject([{ hours: text(joined), cents: 7_500, sequence: 2 }])
})

test('refuses hours that are not offered, taken, of another length or the same', async () => {
  const request = await makeBooking()
  const other = await insertPaidRequest(app, {
    caregiver: request.caregiver,
    windows: [on(8, '09:00', '11:00')],
  })
  const refusals = [
    [on(8, '13:00', '14:00'), 400, 'The new times must come to 2 hours in all'],
    [on(7, '09:00', '11:00'), 400, 'Choose other times than the ones that are booked'],
    [on(8, '07:00', '09:00'), 400, `${dateIn(app, 8)} 07:00–09:00 isn't available`],
    [on(8, '10:00', '12:00'), 409, 'These times are already taken'],
  ] as const
  for (const [window, status, detail] of refusals) {
    expect(await propose(request.family, request, [window])).toMatchObject({ status, body: { detail } })
  }
  const theirs = (await listBookings(other)).map(({ id }) => id)
  expect(
    (await propose(request.family, request, [on(8, '13:00', '15:00')], { bookingIds: theirs })).status,
  ).toBe(404)
  expect((await propose(other.family, request, [on(8, '13:00', '15:00')])).status).toBe(404)
})

test('only the other side answers, only the proposer withdraws, and only once', async () => {
  const request = await makeBooking()
  const { caregiver, family } = request
  const proposed = await propose(family, request, [on(8, '13:00', '15:00')])
  const { id } = proposed.body
  expect(await propose(caregiver, request, [on(9, '13:00', '15:00')])).toMatchObject({
    status: 409,
    body: { detail: 'Another time is already proposed for this booking' },
  })
  expect((await answer(family, id, 'accepted')).status).toBe(403)
  expect((await answer(caregiver, id, 'withdrawn')).status).toBe(403)
  expect((await answer(await makeFamily(app), id, 'accepted')).status).toBe(404)
  expect((await answer(family, id, 'withdrawn')).status).toBe(200)
  expect((await answer(caregiver, id, 'accepted')).status).toBe(409)
  expect(await listNotifications(caregiver)).toEqual(['proposed', 'withdrawn'])
  const again = await propose(caregiver, request, [on(9, '13:00', '15:00')])
  expect((await answer(family, again.body.id, 'declined')).status).toBe(200)
  expect((await listBookings(request)).map(({ hours }) => hours)).toEqual(request.windows.map(text))
  expect(await listNotifications(caregiver)).toEqual(['declined', 'proposed', 'withdrawn'])
})

test('hours that another family books first stay theirs, and the proposal ends', async () => {
  const request = await makeBooking()
  const target = on(8, '13:00', '15:00')
  const proposed = await propose(request.family, request, [target])
  await insertPaidRequest(app, { caregiver: request.caregiver, windows: [target] })
  expect(await answer(request.caregiver, proposed.body.id, 'accepted')).toMatchObject({
    status: 409,
    body: { detail: 'These times are no longer free, so the booking stays as it is' },
  })
  expect((await listBookings(request)).map(({ hours }) => hours)).toEqual(request.windows.map(text))
  expect(await listNotifications(request.family)).toEqual(['unavailable'])
})

test("closes other families' requests for the new hours only", async () => {
  const request = await makeBooking()
  const { caregiver } = request
  const target = on(8, '13:00', '15:00')
  const inTheWay = await makeRequest(app, { caregiver, windows: [on(8, '14:00', '15:00')] })
  const elsewhere = await makeRequest(app, { caregiver, windows: [on(8, '15:00', '16:00')] })
  const proposed = await propose(request.family, request, [target])
  await answer(caregiver, proposed.body.id, 'accepted')
  expect(await getRequestState(inTheWay)).toEqual(['rejected', 'conflict', false])
  expect(await getRequestState(elsewhere)).toEqual(['submitted', null, false])
})

test('a dispute ends the proposal and stops another one', async () => {
  const request = await makeBooking()
  const target = on(8, '13:00', '15:00')
  const proposed = await propose(request.family, request, [target])
  await openDispute(request.family, request.id)
  expect((await answer(request.caregiver, proposed.body.id, 'accepted')).status).toBe(409)
  expect((await propose(request.family, request, [target])).body.detail).toBe(
    "This booking has an open dispute, so it can't be moved",
  )
})

test('a visit that was canceled or has started stays where it is', async () => {
  const refuse = async (request: TestRequest) =>
    (await propose(request.family, request, [on(8, '13:00', '15:00')])).body.detail
  const canceled = await makeBooking()
  const at = app.deps.clock.now()
  await app.deps.database
    .update(bookings)
    .set({ canceledAt: at, canceledBy: 'caretaker', bookedTimeId: null })
    .where(eq(bookings.requestId, canceled.id))
  expect(await refuse(canceled)).toBe("A canceled visit can't be moved")
  const started = await makeBooking()
  await app.deps.database
    .update(requestWindows)
    .set({ startsAt: at })
    .where(eq(requestWindows.requestId, started.id))
  expect(await refuse(started)).toBe("A visit that has started can't be moved")
})

test('an expired proposal makes room for another one at once', async () => {
  const request = await makeBooking()
  const first = await propose(request.family, request, [on(8, '13:00', '15:00')])
  await app.deps.database
    .update(moves)
    .set({ expiresAt: app.deps.clock.now() })
    .where(eq(moves.id, first.body.id))
  expect((await propose(request.caregiver, request, [on(9, '13:00', '15:00')])).status).toBe(201)
  expect(await listNotifications(request.family)).toEqual(['expired', 'proposed'])
})

test('expires after 48 hours, or when the first of its hours begins', async () => {
  const late = await makeBooking()
  const slow = await propose(late.family, late, [on(9, '13:00', '15:00')])
  const nowMs = app.deps.clock.now().getTime()
  expect(Date.parse(slow.body.expires_at) - nowMs).toBeGreaterThan(2 * DAY_MS - HOUR_MS)
  const soon = await makeBooking(on(1, '09:00', '11:00'))
  const urgent = await propose(soon.family, soon, [on(9, '13:00', '15:00')])
  expect(urgent.body.expires_at).toBe(urgent.body.from_windows[0].start_utc)
  await app.advance(48 * 60)
  await expireMoves(app.deps)
  const again = async (user: TestUser) => ({ ...user, client: await logInAgain(app, user) })
  expect(await listNotifications(await again(late.family))).toEqual(['expired'])
  expect((await answer(await again(late.caregiver), slow.body.id, 'accepted')).status).toBe(409)
  expect((await listBookings(late)).map(({ hours }) => hours)).toEqual(late.windows.map(text))
})

test('a proposal that is accepted just before it expires is accepted', async () => {
  const request = await makeBooking()
  const target = on(8, '13:00', '15:00')
  const { body: move } = await propose(request.family, request, [target])
  const client = await app.deps.database.$client.connect()
  // Accepting waits for this lock, after it has seen that the proposal is open.
  await client.query('BEGIN')
  await client.query('SELECT FROM bookings WHERE request_id = $1 FOR UPDATE', [request.id])
  const accepting = answer(request.caregiver, move.id, 'accepted')
  await waitForLocks(app)
  const clock = { ...app.deps.clock, now: () => new Date(move.expires_at) }
  const expiring = expireMoves({ ...app.deps, clock })
  await waitForLocks(app, 2)
  await client.query('COMMIT')
  client.release()
  await expiring
  expect((await accepting).body.status).toBe('accepted')
  expect((await listBookings(request)).map(({ hours }) => hours)).toEqual([text(target)])
  expect(await listNotifications(request.family)).toEqual(['accepted'])
})
