/** Who else is offered for hours that came to nothing. @see docs/rules/bookings.md#backup-caregivers */
import { MINUTE_MS } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, openHours } from '../../../../test/factories/availability.ts'
import { block } from '../../../../test/factories/blocks.ts'
import {
  answerRequest,
  checkout,
  confirm,
  makeAcceptedRequest,
  makeFamily,
  makePaidRequest,
  makeRequest,
  payCard,
} from '../../../../test/factories/bookings.ts'
import { makeConversation } from '../../../../test/factories/chat.ts'
import { logInAgain, makeCaregiver, setActive } from '../../../../test/factories/profiles.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { setRating } from '../../profiles/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Caregivers who are free on a day that no other test uses. */
async function makeFree(date: string, count: number): Promise<TestUser[]> {
  const caregivers: TestUser[] = []
  for (let made = 0; made < count; made += 1) {
    const caregiver = await makeCaregiver(app)
    await openHours(caregiver, date)
    caregivers.push(caregiver)
  }
  return caregivers
}

const windowsOn = (...dates: string[]) => dates.map((date) => ({ date, start: '09:00', end: '11:00' }))
const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id)

async function getOffered({ client }: Pick<TestUser, 'client'>, requestId: number) {
  const { body } = await client.get(`/api/requests/${requestId}/backup-caregivers`)
  return {
    ids: idsOf(body.results),
    requested: body.requested,
    excluded: body.excluded,
    care: body.care,
    windows: body.windows,
  }
}

const ask = ({ client }: Pick<TestUser, 'client'>, requestId: number, { id }: TestUser) =>
  client.post(`/api/requests/${requestId}/backup-requests`, { caregiver_id: id })

it('offers others for a rejected request, and nobody a second time for the same hours', async () => {
  const date = dateIn(app, 10)
  const [first, second, third] = (await makeFree(date, 3)) as [TestUser, TestUser, TestUser]
  const visit = { note: 'Two steps at the door' }
  const request = await makeRequest(app, { caregiver: first, windows: windowsOn(date), visit })
  const { family } = request
  await first.client.patch(`/api/requests/${request.id}/status`, { status: 'rejected', reason: 'distance' })
  await app.drain()
  const mail = (await listEmailsTo(app, family.email)).at(-1)
  expect(mail?.text).toContain(`${first.fullName} declined: it’s too far to travel. You weren’t charged.`)
  for (const { id, fullName } of [second, third]) {
    expect(mail?.text).toMatch(new RegExp(`Also free: ${fullName}\\n  .*\\$\\d+\\.00 an hour\\n  Ask `))
    expect(mail?.text).toContain(`${app.url}/caregiver/${id}/book?instead=${request.id}`)
  }
  expect(mail?.text).toContain(`${app.url}/bookings/${request.id}`)
  const others = [second.id, third.id]
  expect(await getOffered(family, request.id)).toMatchObject({ ids: others, excluded: [first.id] })

  const asked = await ask(family, request.id, second)
  expect(asked.body).toMatchObject({ caregiver: second.id, status: 'submitted', ...visit })
  expect(asked.body.windows).toMatchObject([{ date_local: date, start_local: '09:00', end_local: '11:00' }])
  expect(await getOffered(family, request.id)).toMatchObject({
    ids: [third.id],
    requested: [{ id: second.id, full_name: second.fullName }],
    excluded: [first.id, second.id],
  })
  await answerRequest(second, asked.body.id, 'rejected')
  expect(await getOffered(family, asked.body.id)).toMatchObject({
    ids: [third.id],
    requested: [],
    excluded: expect.arrayContaining([first.id, second.id]),
  })
  expect(await getOffered(family, request.id)).toMatchObject({ ids: [third.id] })

  await makePaidRequest(app, { caregiver: third, family, windows: windowsOn(date) })
  expect(await getOffered(family, request.id)).toMatchObject({ ids: [], windows: [] })
  const late = await ask(family, request.id, second)
  expect([late.status, late.body.detail]).toEqual([409, 'You have booked someone else for these times'])
})

it('says by bell and mail who still has a request, and leads to a search without them', async () => {
  const date = dateIn(app, 30)
  const [first, second] = (await makeFree(date, 2)) as [TestUser, TestUser]
  const request = await makeRequest(app, { caregiver: first, windows: windowsOn(date) })
  const { family } = request
  await ask(family, request.id, second)
  await answerRequest(first, request.id, 'rejected')
  await app.drain()
  const { results } = (await family.client.get('/api/notifications/')).body
  expect(results[0].payload).toMatchObject({
    message: expect.stringContaining(`Your request to ${second.fullName} is still open. You can look for`),
    action_url: expect.stringMatching(new RegExp(`&except=${first.id}%2C${second.id}$`)),
  })
  const mail = (await listEmailsTo(app, family.email)).at(-1)
  expect(mail?.text).toContain(`Your request to ${second.fullName} is still open.`)
})

it('withdraws a request once the one that was sent instead of it is paid', async () => {
  const date = dateIn(app, 9)
  const [first, second] = (await makeFree(date, 2)) as [TestUser, TestUser]
  const { id, family } = await makeRequest(app, { caregiver: first, windows: windowsOn(date) })
  const stranger = await makeRequest(app)
  const body = { caregiver_id: second.id, timezone: 'UTC', windows: windowsOn(date) }
  const send = (insteadOf: number) => family.client.post('/api/requests', { ...body, instead_of: insteadOf })
  const refused = await send(stranger.id)
  expect([refused.status, refused.body.instead_of]).toEqual([400, ['This is not one of your requests']])
  expect((await second.client.get('/api/requests/incoming')).body.count).toBe(0)
  const sent = (await send(id)).body
  const paid = { id: sent.id, family, caregiver: second }
  await answerRequest(second, sent.id, 'accepted')
  await payCard(await checkout(paid as never))
  await confirm(paid as never)
  await app.drain()
  expect((await family.client.get(`/api/requests/${id}`)).body).toMatchObject({ status: 'rejected' })
})

it('offers others when another family has paid first, or a search without the caregiver', async () => {
  const [date, lonelyDate] = [dateIn(app, 11), dateIn(app, 12)]
  const [caregiver, other] = (await makeFree(date, 2)) as [TestUser, TestUser]
  await openHours(caregiver, lonelyDate)
  for (const [day, button] of [
    [date, 'See who is free'],
    [lonelyDate, 'Find another caregiver'],
  ] as const) {
    const loser = await makeAcceptedRequest(app, { caregiver, windows: windowsOn(day) })
    await makePaidRequest(app, { caregiver, windows: windowsOn(day) })
    await app.drain()
    const { results } = (await loser.family.client.get('/api/notifications/')).body
    const [{ payload }] = results.filter(({ type }: { type: string }) => type === 'booking_auto_rejected')
    const search = `/caregivers?q=newborn%20specialist&country=France&city=Lyon&available_on=${day}&start=09%3A00&end=11%3A00`
    expect(payload).toMatchObject({
      action_text: button,
      action_url: day === date ? `/bookings/${loser.id}` : `${search}&except=${caregiver.id}`,
    })
    expect((await getOffered(loser.family, loser.id)).ids).toEqual(day === date ? [other.id] : [])
  }
  const search = (more: string) =>
    app.visitor.get(`/api/auth/caregivers/?available_on=${date}&start=13:00&end=14:00${more}`)
  expect(idsOf((await search('')).body.results)).toContain(caregiver.id)
  expect(idsOf((await search(`&except=${caregiver.id}`)).body.results)).toEqual([other.id])
  expect((await search('&except=x')).body.except).toEqual(['Except must be numbers'])
})

it('offers only those who travel to the visit', async () => {
  const date = dateIn(app, 16)
  const [first, second, third] = (await makeFree(date, 3)) as [TestUser, TestUser, TestUser]
  await second.client.patch('/api/auth/caregiver/profile', { travel_km: 1 })
  const offeredFor = async (city: string) => {
    const visit = { address: { city, country: 'France' as const } }
    const request = await makeRequest(app, { caregiver: first, windows: windowsOn(date), visit })
    await answerRequest(first, request.id, 'rejected')
    return (await getOffered(request.family, request.id)).ids
  }
  expect(await offeredFor('Villeurbanne')).toEqual([third.id])
  expect(await offeredFor('Lyon')).toEqual([second.id, third.id])
})

it('offers nobody for a request that its family withdrew', async () => {
  const date = dateIn(app, 13)
  const [caregiver, other] = (await makeFree(date, 2)) as [TestUser, TestUser]
  const { family, id } = await makeRequest(app, { caregiver, windows: windowsOn(date) })
  await family.client.post(`/api/requests/${id}/withdraw/`)
  expect(await getOffered(family, id)).toMatchObject({ ids: [], windows: [] })
  const refused = await ask(family, id, other)
  expect([refused.status, refused.body.detail]).toEqual([409, 'These times need no other caregiver'])
})

it('offers others for the visits of an expired request that are still ahead, not for the rest of one that has begun', async () => {
  const [soon, later] = [dateIn(app, 1), dateIn(app, 14)]
  const [caregiver, other] = (await makeFree(later, 2)) as [TestUser, TestUser]
  for (const person of [caregiver, other]) await openHours(person, soon)
  const family = await makeFamily(app)
  const begun = ['09:00', '10:00', '11:00'].map((start, index) => {
    return { date: soon, start, end: `${10 + index}:00` }
  })
  const windows = [...begun, ...windowsOn(later)]
  const { id } = await makeRequest(app, { caregiver, family, windows })
  const toStartMs = Date.parse(`${soon}T09:00:00Z`) - app.deps.clock.now().getTime()
  await app.advance(Math.ceil(toStartMs / MINUTE_MS) + 2)
  const client = await logInAgain(app, family)
  expect((await client.get(`/api/requests/${id}`)).body.rejection_cause).toBe('expired')
  const offered = await getOffered({ client }, id)
  expect(offered).toMatchObject({ ids: [other.id], windows: [{ start_utc: `${later}T09:00:00.000Z` }] })
  const asked = await ask({ client }, id, other)
  expect(asked.body.windows).toMatchObject([{ date_local: later }])
})

it('offers others where the visit is, not where the caregiver lives', async () => {
  const date = dateIn(app, 15)
  const cities = ['Lyon', 'Lyon', 'Paris', 'Versailles', 'Marseille']
  const people: TestUser[] = []
  for (const city of cities) {
    const person = await makeCaregiver(app, { city })
    await openHours(person, date)
    people.push(person)
  }
  const [caregiver, , inParis, nearby] = people as [TestUser, TestUser, TestUser, TestUser]
  const visit = { address: { city: 'Paris', country: 'France' as const } }
  const { family, id } = await makeRequest(app, { caregiver, windows: windowsOn(date), visit })
  await answerRequest(caregiver, id, 'rejected')
  expect((await getOffered(family, id)).ids).toEqual([inParis.id, nearby.id])
})

it('offers those who do what the ages of the children call for, and no one of another kind', async () => {
  const date = dateIn(app, 22)
  const makeFreeWith = async (skills: string[]) => {
    const caregiver = await makeCaregiver(app, { skills })
    await openHours(caregiver, date)
    return caregiver
  }
  const first = await makeFreeWith(['Light housekeeping', 'Meal prep', 'Newborn care'])
  const sitter = await makeFreeWith(['Newborn care', 'Infant care'])
  const housekeeper = await makeFreeWith(['Light housekeeping', 'Meal prep'])
  await makeFreeWith(['Dementia care', 'Dog walking'])
  await makeFreeWith(['Homework help'])
  const family = await makeFamily(app)
  const children = [{ name: 'Otto', age_months: 4 }]
  const { body: profile } = await family.client.put('/api/auth/caretaker/profile', { children })
  const visit = { children: [profile.children[0].id] }
  const request = await makeRequest(app, { caregiver: first, family, windows: windowsOn(date), visit })
  await answerRequest(first, request.id, 'rejected')
  expect(await getOffered(family, request.id)).toMatchObject({ ids: [sitter.id], care: 'newborn specialist' })
  const listOthers = (chosen: object) =>
    family.client.post('/api/requests/others', {
      ...{ caregiver_id: first.id, timezone: 'UTC', windows: windowsOn(date) },
      ...chosen,
    })
  expect(idsOf((await listOthers(visit)).body.results)).toEqual([sitter.id])
  // Where no child is named it is half of what the caregiver does.
  const { body: unnamed } = await listOthers({})
  expect(idsOf(unnamed.results)).toEqual([housekeeper.id])
  expect(unnamed).toMatchObject({
    care: 'newborn specialist',
    excluded: [first.id],
    place: { city: 'Lyon' },
  })
  expect((await listOthers({ children: [999_999] })).status).toBe(400)
})

it('offers at most three, the best rated first, and no one who is blocked or not listed', async () => {
  const date = dateIn(app, 23)
  const [first, blocked, unlisted, ...free] = await makeFree(date, 7)
  const best = free.at(-1)
  if (!first || !blocked || !unlisted || !best) throw new Error('Too few caregivers')
  await withTransaction(app.deps.database, (transaction) =>
    setRating(transaction, best.id, { ratingSum: 5, ratingCount: 1 }),
  )
  await setActive(app, unlisted.id, false)
  const { family } = await makeConversation(app, { caregiver: blocked })
  expect((await block(blocked, family)).status).toBe(204)
  const { id } = await makeRequest(app, { caregiver: first, family, windows: windowsOn(date) })
  await answerRequest(first, id, 'rejected')
  expect((await getOffered(family, id)).ids).toEqual(idsOf([best, ...free]).slice(0, 3))
})

it('offers no one by skills that go with any care', async () => {
  const date = dateIn(app, 24)
  const skills = ['First Aid', 'CPR', 'Overnight care', 'Transportation']
  const people: TestUser[] = []
  for (let count = 0; count < 2; count += 1) {
    const caregiver = await makeCaregiver(app, { skills })
    await openHours(caregiver, date)
    people.push(caregiver)
  }
  const [caregiver] = people as [TestUser]
  const { family, id } = await makeRequest(app, { caregiver, windows: windowsOn(date) })
  await answerRequest(caregiver, id, 'rejected')
  expect(await getOffered(family, id)).toMatchObject({ ids: [], care: '' })
})

it('gives the hours of the search in the zone of the family’s newest browser', async () => {
  const date = dateIn(app, 16)
  const [caregiver] = (await makeFree(date, 1)) as [TestUser]
  const { family, id } = await makeRequest(app, { caregiver, windows: windowsOn(date) })
  await app.deps.database.execute(`UPDATE users SET timezone = 'Asia/Karachi' WHERE id = ${family.id}`)
  await answerRequest(caregiver, id, 'rejected')
  await app.drain()
  const { results } = (await family.client.get('/api/notifications/')).body
  expect(results[0].payload.action_url).toContain(`available_on=${date}&start=14%3A00&end=16%3A00`)
})
