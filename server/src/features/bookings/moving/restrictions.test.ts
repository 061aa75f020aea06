/** Moves of people who are under review or removed. @see docs/rules/bookings.md#when-a-person-is-removed */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { listWindows, type TestRequest } from '../../../../test/factories/bookings.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'
import {
  makeCaregiver,
  makeFamily,
  setActive,
  setVerificationStatus,
} from '../../../../test/factories/profiles.ts'
import { decide, makeReport } from '../../../../test/factories/reports.ts'

let app: TestApp
let admin: TestUser
let request: TestRequest
let moveId: number
const wanted = () => ({ date: dateIn(app, 7), start: '13:00', end: '15:00' })
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

/** A paid visit from 9 to 11, and the family's proposal for 13 to 15 o'clock. */
beforeEach(async () => {
  const caregiver = await makeCaregiver(app)
  const family = await makeFamily(app)
  await openHours(caregiver, dateIn(app, 7))
  const windows = [{ date: dateIn(app, 7), start: '09:00', end: '11:00' }]
  request = await insertPaidRequest(app, { caregiver, family, windows })
  moveId = (await proposeMove(family, request, [wanted()])).body.id
})

const deactivate = (user: TestUser) =>
  admin.client.post(`/api/admin-panel/users/${user.id}/status/`, {
    is_active: false,
    reason: 'Forged papers',
  })

test('a visit stays where it is while its caregiver is under review', async () => {
  const { caregiver, family } = request
  await setVerificationStatus(app, caregiver.id, 'flagged')
  expect(await answerMove(caregiver, moveId, 'accepted')).toMatchObject({
    status: 409,
    body: { detail: "Your profile isn't listed now, so your bookings can't get other times" },
  })
  for (const person of [family, caregiver]) {
    expect(await proposeMove(person, request, [wanted()])).toMatchObject({
      status: 409,
      body: { detail: 'The caregiver is no longer available at these times' },
    })
  }
  expect(await listWindows(request)).toMatchObject([{ start: '09:00', state: 'upcoming' }])
  await setVerificationStatus(app, caregiver.id, 'verified')
  expect((await answerMove(caregiver, moveId, 'accepted')).status).toBe(200)
  expect(await listWindows(request)).toMatchObject([{ start: '13:00', state: 'upcoming' }])
})

test('a proposal can be declined and withdrawn while the caregiver is under review', async () => {
  const { caregiver, family } = request
  await setVerificationStatus(app, caregiver.id, 'flagged')
  expect((await answerMove(caregiver, moveId, 'declined')).status).toBe(200)
  expect((await answerMove(family, moveId, 'withdrawn')).status).toBe(409)
})

test('removing the caregiver cancels the visit and ends the proposal', async () => {
  const { caregiver, family } = request
  expect((await deactivate(caregiver)).status).toBe(200)
  expect((await answerMove(caregiver, moveId, 'accepted')).status).toBe(401)
  expect((await answerMove(family, moveId, 'withdrawn')).status).toBe(409)
  expect((await proposeMove(family, request, [wanted()])).body.detail).toBe(
    'The caregiver is no longer available at these times',
  )
  expect(await listWindows(request)).toMatchObject([{ start: '09:00', state: 'canceled' }])
})

test('removing the family cancels the visit and ends the proposal', async () => {
  const { caregiver, family } = request
  expect((await deactivate(family)).status).toBe(200)
  expect((await answerMove(caregiver, moveId, 'accepted')).status).toBe(409)
  expect((await proposeMove(caregiver, request, [wanted()], { bookingIds: [1] })).status).toBe(404)
  const { body } = await caregiver.client.get(`/api/requests/bookings/caregiver/${request.id}`)
  expect(body).toMatchObject({ move: null, windows: [{ state: 'canceled' }] })
})

/** Suspends one side until a day before the visit; a proposal moves it into the suspension. */
async function suspend(who: 'family' | 'caregiver', proposer: 'family' | 'caregiver') {
  const caregiver = await makeCaregiver(app)
  const family = await makeFamily(app)
  for (const days of [3, 30]) await openHours(caregiver, dateIn(app, days))
  const windows = [{ date: dateIn(app, 30), start: '09:00', end: '10:00' }]
  const late = await insertPaidRequest(app, { caregiver, family, windows })
  const people = { caregiver, family }
  const early = [{ date: dateIn(app, 3), start: '09:00', end: '10:00' }]
  const move = await proposeMove(people[proposer], late, early)
  expect(move.status).toBe(201)
  const other = who === 'family' ? caregiver : family
  const report = await makeReport(other, 'profile', people[who].id, { reason: 'safety' })
  const suspension = { measures: ['suspend'], message: 'Harm', suspended_until: dateIn(app, 10) }
  expect((await decide(admin, report, suspension)).status).toBe(200)
  await app.drain()
  return { late, other, moveId: move.body.id as number }
}

test.each([
  ['family', 'family', 'accepted', 'took the proposal of another time back'],
  ['family', 'caregiver', 'withdrawn', 'can’t make the time'],
  ['caregiver', 'caregiver', 'accepted', 'took the proposal of another time back'],
  ['caregiver', 'family', 'withdrawn', 'can’t make the time'],
] as const)('suspending the %s ends a proposal of the %s', async (who, proposer, answer, word) => {
  const { late, other, moveId: suspended } = await suspend(who, proposer)
  expect(await answerMove(other, suspended, answer)).toMatchObject({
    status: 409,
    body: { detail: 'This proposal has changed. Reload and try again' },
  })
  const { body } = await admin.client.get(`/api/admin-panel/bookings/${late.id}`)
  expect(body.windows).toMatchObject([
    { state: 'upcoming', start_utc: expect.stringContaining(dateIn(app, 30)) },
  ])
  const { body: bell } = await other.client.get('/api/notifications?status=all')
  expect(bell.results).toContainEqual(
    expect.objectContaining({ payload: expect.objectContaining({ message: expect.stringContaining(word) }) }),
  )
})

test('nothing is moved with a family that may not use the product, whatever is still open', async () => {
  const { caregiver, family } = request
  await setActive(app, family.id, false)
  expect((await answerMove(caregiver, moveId, 'accepted')).status).toBe(409)
  expect((await answerMove(caregiver, moveId, 'declined')).status).toBe(409)
  const later = { date: dateIn(app, 7), start: '14:00', end: '16:00' }
  await app.deps.database.execute(
    sql`UPDATE moves SET status = 'declined', answered_at = now() WHERE id = ${moveId}`,
  )
  const [window] = (await caregiver.client.get(`/api/requests/bookings/caregiver/${request.id}`)).body.windows
  expect(await proposeMove(caregiver, request, [later], { bookingIds: [window.booking_id] })).toMatchObject({
    status: 409,
    body: { detail: 'The family can’t agree to other times right now' },
  })
  expect(window).toMatchObject({ start: '09:00', state: 'upcoming' })
})
