/** Nobody is flooded with what is sent and taken back. @see docs/rules/bookings.md#sent-in-a-day */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { makeFamily, sendRequest } from '../../../../test/factories/bookings.ts'
import { answerMeeting, askMeeting } from '../../../../test/factories/meetings.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

const countMails = async ({ email }: TestUser) => {
  await app.drain()
  return (await listEmailsTo(app, email)).length
}

it('ends requests to one caregiver at five a day, also of those that were withdrawn', async () => {
  const [caregiver, other] = [await makeListedCaregiver(app), await makeListedCaregiver(app)]
  const family = await makeFamily(app)
  const date = dateIn(app, 7)
  for (const one of [caregiver, other]) await openHours(one, date)
  const windows = [{ date, start: '09:00', end: '10:00' }]
  const send = (to = caregiver, by = family) => sendRequest(by, to.id, windows)
  for (let count = 0; count < 5; count += 1) {
    const { status, body } = await send()
    expect(status).toBe(201)
    expect((await family.client.post(`/api/requests/${body.id}/withdraw/`)).status).toBe(200)
  }
  const mails = await countMails(caregiver)
  const refused = await send()
  expect(refused).toMatchObject({
    status: 429,
    body: { detail: 'You have sent 5 requests to this caregiver within a day. Please try again in 24 hours' },
  })
  expect(await countMails(caregiver)).toBe(mails)
  expect((await send(other)).status).toBe(201)
  expect((await send(caregiver, await makeFamily(app))).status).toBe(201)
  await app.advance(MINUTES_PER_DAY + 1)
  expect((await send(caregiver, { ...family, client: await logInAgain(app, family) })).status).toBe(201)
})

it.each(['caregiver', 'family'] as const)(
  'ends proposals of another time by the %s at five a day',
  async (side) => {
    const request = await insertPaidRequest(app, {
      windows: [{ date: dateIn(app, 7), start: '09:00', end: '10:00' }],
    })
    await openHours(request.caregiver, dateIn(app, 8))
    const [by, to] =
      side === 'family' ? [request.family, request.caregiver] : [request.caregiver, request.family]
    const propose = () => proposeMove(by, request, [{ date: dateIn(app, 8), start: '09:00', end: '10:00' }])
    for (let count = 0; count < 5; count += 1) {
      const { status, body } = await propose()
      expect(status).toBe(201)
      expect((await answerMove(by, body.id, 'withdrawn')).status).toBe(200)
    }
    const mails = await countMails(to)
    const whom = side === 'family' ? 'this caregiver' : 'this family'
    expect(await propose()).toMatchObject({
      status: 429,
      body: {
        detail: `You have sent 5 proposals of another time to ${whom} within a day. Please try again in 24 hours`,
      },
    })
    expect(await countMails(to)).toBe(mails)
  },
)

it('ends meetings asked of one caregiver at five a day, and those of a family ahead at five', async () => {
  const family = await makeFamily(app)
  const start = `${dateIn(app, 7)}T09:00:00Z`
  const makeOpenCaregiver = async () => {
    const caregiver = await makeListedCaregiver(app)
    await openHours(caregiver, dateIn(app, 7))
    return caregiver
  }
  const one = await makeOpenCaregiver()
  for (let count = 0; count < 5; count += 1) {
    const { status, body } = await askMeeting(family, one, start)
    expect(status).toBe(201)
    expect((await answerMeeting(family, body.id, { status: 'canceled' })).status).toBe(200)
  }
  expect(await askMeeting(family, one, start)).toMatchObject({
    status: 429,
    body: {
      detail:
        'You have sent 5 requests for a meeting to this caregiver within a day. Please try again in 24 hours',
    },
  })
  for (let count = 0; count < 5; count += 1) {
    expect((await askMeeting(family, await makeOpenCaregiver(), start)).status).toBe(201)
  }
  expect(await askMeeting(family, await makeOpenCaregiver(), start)).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('You have 5 meetings ahead') },
  })
})
