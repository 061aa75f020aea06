/** Accepted hours are offered to nobody else for a while. @see docs/rules/bookings.md#holding */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import {
  answerRequest,
  checkout,
  confirm,
  getRequest,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  payCard,
  sendRequest,
} from '../../../../test/factories/bookings.ts'
import { answerMove, proposeMove } from '../../../../test/factories/moves.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'

const HOLD_HOURS = 6

let app: TestApp
beforeAll(async () => {
  app = await testApp({ HOLD_HOURS: String(HOLD_HOURS) })
})
afterAll(() => app.close())

/** A person who logs in again, after the clock has moved. */
const logIn = async (user: TestUser) => ({ ...user, client: await logInAgain(app, user) })

const windowsOn = (date: string) => [{ date, start: '09:00', end: '11:00' }]

/** How many of the slots of a day are offered, and whether a search of 9 to 11 finds the caregiver. */
async function getOffered({ id }: TestUser, date: string) {
  const day = await app.visitor.get(`/api/availability/day?user_id=${id}&date=${date}&timezone=UTC`)
  const search = await app.visitor.get(`/api/auth/caregivers?available_on=${date}&start=09:00&end=11:00`)
  const ids: number[] = search.body.results.map((one: { id: number }) => one.id)
  return { slots: day.body.slots.length, isFound: ids.includes(id) }
}

const FREE = { slots: 8, isFound: true }
const HELD = { slots: 6, isFound: false }

test('offers the hours to nobody else until the time is over, and tells both sides', async () => {
  const date = dateIn(app, 7)
  const first = await makeRequest(app, { windows: windowsOn(date) })
  const { caregiver, family } = first
  const second = await makeRequest(app, { caregiver, windows: windowsOn(date) })
  expect(await getOffered(caregiver, date)).toEqual(FREE)

  const accepted = await answerRequest(caregiver, first.id, 'accepted')
  const heldMs = Date.parse(accepted.body.held_until) - app.deps.clock.now().getTime()
  expect(Math.round(heldMs / 60_000)).toBe(HOLD_HOURS * 60)
  expect((await app.visitor.get('/api/auth/settings')).body.hold_hours, 'for the terms').toBe(HOLD_HOURS)
  const { held_until } = await getRequest(first)
  expect(held_until).toBe(accepted.body.held_until)
  expect(await getOffered(caregiver, date)).toEqual(HELD)
  await app.drain()
  const mail = (await listEmailsTo(app, family.email)).at(-1)
  expect(mail?.text).toContain(
    `${caregiver.fullName} accepted your request and holds these hours for you until`,
  )
  expect(mail?.text).toContain('Held until')
  expect(mail?.text).not.toContain('The first family to pay')

  const third = await sendRequest(await makeFamily(app), caregiver.id, windowsOn(date))
  expect([third.status, third.body.detail]).toEqual([409, 'These times are already taken'])
  const refused = await answerRequest(caregiver, second.id, 'accepted')
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toMatch(/^You’re holding these times for another family until .+, UTC\. /)
  expect(refused.body.held_until).toBe(held_until)
  expect(await getRequest(second)).toMatchObject({ status: 'submitted', held_until: null })

  await app.advance(HOLD_HOURS * 60 + 1)
  expect(await getOffered(caregiver, date)).toEqual(FREE)
  const lapsed = { ...first, family: await logIn(family) }
  expect(await getRequest(lapsed)).toMatchObject({ status: 'accepted', held_until: null })
  expect((await answerRequest(await logIn(caregiver), second.id, 'accepted')).status).toBe(200)
  expect(await getOffered(caregiver, date)).toEqual(HELD)

  // The first was accepted before, so it can still be paid, which closes the second.
  expect(await payCard(await checkout(lapsed))).toBe(303)
  expect((await confirm(lapsed)).body).toMatchObject({ is_paid: true, held_until: null })
  expect(await getRequest({ ...second, family: await logIn(second.family) })).toMatchObject({
    rejection_cause: 'conflict',
    held_until: null,
  })
  await app.advance(1)
  expect(await getOffered(caregiver, date)).toEqual(HELD)
})

test('gives the hours back when the family withdraws', async () => {
  const date = dateIn(app, 8)
  const request = await makeAcceptedRequest(app, { windows: windowsOn(date) })
  const { caregiver, family, id } = request
  expect(await getOffered(caregiver, date)).toEqual(HELD)
  const withdrawn = await family.client.post(`/api/requests/${id}/withdraw`)
  expect(withdrawn.body).toMatchObject({ status: 'rejected', held_until: null })
  expect(await getOffered(caregiver, date)).toEqual({ slots: 8, isFound: false })
  await app.advance(1)
  expect(await getOffered(caregiver, date)).toEqual(FREE)
})

test('holds the hours for one of two requests that are accepted at once, until they begin at most', async () => {
  const date = dateIn(app, 9)
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date)
  const requests = [
    await makeRequest(app, { caregiver, windows: windowsOn(date) }),
    await makeRequest(app, { caregiver, windows: windowsOn(date) }),
  ]
  const untilStart = (Date.parse(`${date}T09:00:00Z`) - app.deps.clock.now().getTime()) / 60_000
  await app.advance(Math.floor(untilStart) - 60)
  const later = await logIn(caregiver)
  const answers = await Promise.all(requests.map(({ id }) => answerRequest(later, id, 'accepted')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const held = answers.find(({ status }) => status === 200)
  expect(held?.body.held_until).toBe(`${date}T09:00:00.000Z`)
})

test('moves no visit into hours that are held for another family', async () => {
  const date = dateIn(app, 10)
  const caregiver = await makeListedCaregiver(app)
  await openHours(caregiver, date)
  const visit = await makePaidRequest(app, { caregiver, windows: [{ date, start: '14:00', end: '16:00' }] })
  const proposed = await proposeMove(visit.family, visit, windowsOn(date))
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(201)
  await makeAcceptedRequest(app, { caregiver, windows: windowsOn(date) })
  const moved = await answerMove(caregiver, proposed.body.id, 'accepted')
  expect([moved.status, moved.body.detail]).toEqual([
    409,
    'These times are no longer free, so the booking stays as it is',
  ])
  expect((await proposeMove(visit.family, visit, windowsOn(date))).status).toBe(409)
})
