import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, hours, openHours } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'
import { caregiverProfiles } from '../../profiles/index.ts'

const FRANCE = { country: 'France' } as const

let app: TestApp
let family: TestUser

type Found = { id: number; full_name: string; description: string; match_reasons?: string[] }

async function find(query: Record<string, string> = {}, client = family.client): Promise<Found[]> {
  const params = new URLSearchParams({ ordering: 'match', near: 'home', ...query })
  const { status, body } = await client.get(`/api/auth/caregivers?${params}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results
}

const toNames = (found: Found[]) => found.map(({ full_name }) => full_name).join(' ')

const people: Record<string, TestUser> = {}

beforeAll(async () => {
  app = await testApp()
  const caregivers = {
    Far: { city: 'Paris', skills: ['Newborn care'], languages: ['Urdu', 'English'] },
    Plain: { city: 'Lyon', skills: ['First Aid'], languages: ['French'] },
    Fluent: { city: 'Lyon', skills: ['First Aid'], languages: ['Urdu'] },
    Kind: { city: 'Lyon', skills: ['Infant care'], languages: ['French'] },
    Both: { city: 'Lyon', skills: ['Newborn care', 'Dog walking'], languages: ['French'] },
  }
  for (const [name, details] of Object.entries(caregivers)) {
    people[name] = await makeCaregiver(app, { name, ...FRANCE, ...details })
  }
  family = await makeFamily(app)
  const { status } = await family.client.put('/api/auth/caretaker/profile', {
    ...{ city: 'Lyon', ...FRANCE, languages: ['Urdu'], care_needs: ['Dog walking'] },
    children: [{ name: 'Otto', age_months: 2 }],
  })
  expect(status).toBe(200)
})
afterAll(() => app.close())

it('lists first who fits the children, the care needs, the languages and the place, and says why', async () => {
  const found = await find()
  expect(toNames(found)).toBe('Both Kind Fluent Plain Far')
  expect(found.map(({ match_reasons }) => match_reasons)).toEqual([
    ['Newborn care for Otto', 'Pet care', 'Close to Lyon'],
    ['Newborn care for Otto', 'Close to Lyon'],
    ['Speaks Urdu', 'Close to Lyon'],
    ['Close to Lyon'],
    ['Newborn care for Otto', 'Speaks Urdu'],
  ])
  expect(toNames(await find({ near: '' }))).toBe('Both Far Kind Fluent Plain')
  expect(toNames(await find({ page: '2', page_size: '2' }))).toBe('Fluent Plain')
  expect(toNames(await find({ skills: 'First Aid' }))).toBe('Fluent Plain')
})

it('counts those who don’t travel to the place as farther away', async () => {
  const { client } = people.Fluent as TestUser
  const travel = (travel_km: number | null) => client.patch('/api/auth/caregiver/profile', { travel_km })
  const nearVilleurbanne = async () => {
    const found = await find({ near: '2968254' })
    return [toNames(found), found.find(({ full_name }) => full_name === 'Fluent')?.match_reasons]
  }
  await travel(5)
  expect(await nearVilleurbanne()).toEqual([
    'Both Kind Fluent Plain Far',
    ['Speaks Urdu', 'Close to Villeurbanne'],
  ])
  await travel(1)
  expect(await nearVilleurbanne()).toEqual(['Both Kind Plain Fluent Far', ['Speaks Urdu']])
  await travel(null)
})

it('is the recommended order for everyone else, and with a search text', async () => {
  const caregiver = people.Plain as TestUser
  const newFamily = await makeFamily(app)
  const recommended = await find({ ordering: 'recommended' })
  expect(toNames(recommended)).toBe('Plain Fluent Kind Both Far')
  expect(recommended[0]).not.toHaveProperty('match_reasons')
  for (const client of [app.visitor, caregiver.client, newFamily.client]) {
    const found = await find({ near: '2996944' }, client)
    expect(found.map(({ match_reasons: _, ...one }) => one.full_name).join(' ')).toBe(toNames(recommended))
  }
  expect((await find({ near: '2996944' }, app.visitor))[0]).not.toHaveProperty('match_reasons')
  expect((await find({ q: 'aid' }))[0]).not.toHaveProperty('match_reasons')
})

it('stays the same whatever a caregiver’s name, time zone, description and rate are', async () => {
  const before = await find()
  const { id, client } = people.Kind as TestUser
  const description = 'I have looked after many dogs and speak some Urdu.'
  const changed = await client.patch('/api/auth/caregiver/profile', {
    ...{ description, timezone: 'Asia/Riyadh', hourly_rate_usd: 99 },
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  await app.deps.database
    .update(caregiverProfiles)
    .set({ fullName: 'Zoltan Quist' })
    .where(eq(caregiverProfiles.userId, id))
  const after = await find()
  expect(after.find((one) => one.id === id)).toMatchObject({ description, full_name: 'Zoltan Quist' })
  const toOrder = (found: Found[]) => found.map((one) => [one.id, one.match_reasons])
  expect(toOrder(after)).toEqual(toOrder(before))
})

it('counts whom the family booked and saved, and who is free when it usually books', async () => {
  const [booked, free] = [people.Plain as TestUser, people.Fluent as TestUser]
  const dates = [dateIn(app, 7), dateIn(app, 14)]
  const windows = dates.map((date) => ({ date, start: '09:00', end: '11:00' }))
  await insertPaidRequest(app, { family, caregiver: booked, windows })
  for (const date of dates) await openHours(free, date, [hours('09:00', '12:00')])
  await family.client.put(`/api/favorites/${people.Far?.id}`)
  const found = await find()
  const reasonsOf = (user: TestUser | undefined) => found.find(({ id }) => id === user?.id)?.match_reasons
  expect(reasonsOf(booked)?.[0]).toBe('You booked them before')
  expect(reasonsOf(people.Far)).toContain('In your favorites')
  expect(reasonsOf(free)).toContainEqual(expect.stringMatching(/^Free on [A-Z][a-z]+days$/))
  expect(JSON.stringify(reasonsOf(people.Kind))).not.toMatch(/Free|booked|favorites/)
  const ids = ['Both', 'Fluent', 'Plain', 'Kind', 'Far'].map((name) => people[name]?.id)
  expect(found.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
})

it('lists those farther than 100 km by distance, whatever else speaks for them', async () => {
  await makeCaregiver(app, { name: 'Nearer', ...FRANCE, city: 'Dijon', skills: ['First Aid'] })
  expect(toNames((await find()).slice(-2))).toBe('Nearer Far')
})
