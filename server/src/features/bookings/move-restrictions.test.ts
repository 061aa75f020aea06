/** Moves of people who are under review or removed. @see docs/rules/bookings.md#when-a-person-is-removed */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { listWindows, type TestRequest } from '../../../test/factories/bookings.ts'
import { answerMove, proposeMove } from '../../../test/factories/moves.ts'
import { makeCaregiver, makeFamily, setVerificationStatus } from '../../../test/factories/profiles.ts'

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
