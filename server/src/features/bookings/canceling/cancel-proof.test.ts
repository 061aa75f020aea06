/** A stolen session can't cancel one booking after the other. @see docs/rules/bookings.md#canceling */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { listWindows, type TestRequest } from '../../../../test/factories/bookings.ts'
import {
  cancel,
  cancelAsPreviewed,
  makeBooked,
  previewCancellation,
} from '../../../../test/factories/cancellations.ts'
import { logInAgain, makeFamily } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const PROOF_NEEDED = { status: 403, body: { code: 'reauthentication_required' } }
const listStates = async (request: TestRequest) => (await listWindows(request)).map(({ state }) => state)

it.each(['family', 'caregiver'] as const)(
  'a %s needs a recent proof from the third cancellation within a day on, and nothing is canceled without',
  async (side) => {
    const booked = await makeBooked(app, 9, 10, 11, 12)
    const { request, ids } = booked
    await app.advance(11)
    for (const id of ids.slice(0, 2)) await cancelAsPreviewed(booked[side], request, [id])
    const wanted = { booking_ids: ids.slice(2, 3), refund_usd: 50 }
    expect(await cancel(booked[side], request, wanted)).toMatchObject(PROOF_NEEDED)
    expect((await previewCancellation(booked[side], request)).status).toBe(200)
    expect(await listStates(request)).toEqual(['canceled', 'canceled', 'upcoming', 'upcoming'])

    const proven = { client: await logInAgain(app, booked[side]) }
    await cancelAsPreviewed(proven, request, ids.slice(2, 3))
    await app.advance(24 * 60)
    const later = { client: await logInAgain(app, booked[side]) }
    await app.advance(11)
    await cancelAsPreviewed(later, request, ids.slice(3))
  },
)

it('counts a call once, however many visits it cancels, and not what the other side canceled', async () => {
  const { family, caregiver, request, ids, dates } = await makeBooked(app, 9, 10, 11, 12, 13, 14)
  await app.advance(11)
  await cancelAsPreviewed(family, request, ids.slice(0, 3))
  await cancelAsPreviewed(caregiver, request, ids.slice(3, 4))
  await cancelAsPreviewed(caregiver, request, ids.slice(4, 5))
  await cancelAsPreviewed(family, request, ids.slice(5))
  const windows = [{ date: dates[0] as string, start: '09:00', end: '10:30' }]
  const next = await insertPaidRequest(app, { caregiver, family, windows })
  const { body } = await previewCancellation(family, next)
  expect(await cancel(family, next, { refund_usd: body.refund_usd })).toMatchObject(PROOF_NEEDED)
})

it('lets two of several calls at once through', async () => {
  const family = await makeFamily(app)
  const requests: TestRequest[] = []
  for (let count = 0; count < 4; count += 1) requests.push(await insertPaidRequest(app, { family }))
  await app.advance(11)
  const answers = await Promise.all(requests.map((request) => cancel(family, request, { refund_usd: 50 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
})
