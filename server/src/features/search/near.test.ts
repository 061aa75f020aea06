import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { dateIn, hours, openHours } from '../../../test/factories/availability.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { setRating } from '../profiles/index.ts'

const NEW_YORK = '5128581'
const US = { country: 'United States' } as const

let app: TestApp
let family: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  const people = [
    { name: 'Ann', city: 'New York', ...US, ratingSum: 3 },
    { name: 'Ben', city: 'Brooklyn', ...US, ratingSum: 4 },
    { name: 'Cat', city: 'Elizabeth', ...US, ratingSum: 2 },
    { name: 'Dan', city: 'White Plains', ...US, ratingSum: 1 },
    { name: 'Eve', city: 'Philadelphia', ...US, ratingSum: 5 },
    { name: 'Fay', city: 'A village', ...US, ratingSum: 5 },
    { name: 'Gil', city: 'Paris', country: 'France', ratingSum: 5 },
  ] as const
  for (const { ratingSum, ...person } of people) {
    const caregiver = await makeCaregiver(app, person)
    const { id } = caregiver
    if (person.name === 'Ben') ben = caregiver
    await withTransaction(app.deps.database, (transaction) =>
      setRating(transaction, id, { ratingSum, ratingCount: 1 }),
    )
  }
  family = await makeFamily(app)
  await family.client.put('/api/auth/caretaker/profile', { city: 'New York', ...US })
})
afterAll(() => app.close())

const search = (query: Record<string, string>, client = family.client) =>
  client.get(`/api/auth/caregivers?${new URLSearchParams(query)}`)

async function findNames(query: Record<string, string>, client = family.client): Promise<string> {
  const { status, body } = await search(query, client)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results.map(({ full_name }: { full_name: string }) => full_name).join(' ')
}

describe('near a place', () => {
  it('lists those within 25 km first in the usual order, and the others by distance, on any page', async () => {
    expect(await findNames({})).toBe('Eve Fay Gil Ben Ann Cat Dan')
    expect(await findNames({ near: NEW_YORK })).toBe('Ben Ann Cat Dan Eve Gil Fay')
    const pages = []
    for (const page of ['1', '2', '3']) pages.push(await findNames({ near: NEW_YORK, page, page_size: '3' }))
    expect(pages).toEqual(['Ben Ann Cat', 'Dan Eve Gil', 'Fay'])
    expect((await search({ near: NEW_YORK, page_size: '3' })).body.count).toBe(7)
    expect(await findNames({ near: NEW_YORK, q: 'families' })).toBe('Ben Ann Cat Dan Eve Gil Fay')
    expect(await findNames({ near: NEW_YORK, ordering: 'recommended' })).toBe('Ben Ann Cat Dan Eve Gil Fay')
    expect(await findNames({ near: NEW_YORK, ordering: 'rating' })).toBe('Eve Fay Gil Ben Ann Cat Dan')
  })

  it.each([
    ['10', 'Ben Ann'],
    ['25', 'Ben Ann Cat'],
    ['50', 'Ben Ann Cat Dan'],
  ])('finds those within %s km', async (within_km, expected) => {
    expect(await findNames({ near: NEW_YORK, within_km })).toBe(expected)
    expect(await findNames({ near: NEW_YORK, within_km, country: 'France' })).toBe('')
  })

  it('says how far the nearest matches are from a city where no one is, the closest first', async () => {
    const { body } = await search({ city: 'Jersey City', country: 'United States' })
    expect(body).toMatchObject({ count: 0, near: null })
    expect(body.nearest.searches[0].without).toEqual([{ filter: 'city', value: '' }])
    const distances = body.nearest.results.map((one: { distance_km: number | null }) => one.distance_km)
    expect(distances).toEqual(distances.toSorted((one: number, other: number) => one - other))
    // Not who is farther than 100 km, or somewhere unknown.
    expect(distances).toHaveLength(4)
  })

  it('means a place by a city that is typed and not picked, the closest first', async () => {
    const typed = { city: 'Brooklyn', around: 'true' }
    expect(await findNames(typed)).toBe('Ben Ann Cat')
    expect(await findNames({ ...typed, near: 'home' })).toBe('Ben Ann Cat')
    expect(await findNames({ ...typed, city: 'Brooklyn, NY', ordering: 'rating' })).toBe('Ben Ann Cat')
    expect(await findNames({ ...typed, country: 'France' })).toBe('')
    expect(await findNames({ city: 'brookl', around: 'true' })).toBe('Ben')
    expect(await findNames({ city: 'Brooklyn' })).toBe('Ben')
    const { body } = await search(typed)
    expect(body).toMatchObject({ near: null, named: { name: 'Brooklyn', country: 'United States' } })
    expect(body.results[0].distance_km).toBe(0)
  })

  it('answers the place and each distance', async () => {
    const { body } = await search({ near: NEW_YORK })
    expect(body.near).toEqual({ id: 5128581, name: 'New York', region: 'New York', country: 'United States' })
    const distances = Object.fromEntries(
      body.results.map((one: { full_name: string; distance_km: number | null }) => [
        one.full_name,
        one.distance_km,
      ]),
    )
    expect(distances).toMatchObject({ Ann: 0, Fay: null })
    expect(distances.Ben).toBeGreaterThan(5)
    expect(distances.Ben).toBeLessThan(10)
    expect(distances.Gil).toBeGreaterThan(5_800)
    const without = await search({})
    expect(without.body.near).toBeNull()
    expect(without.body.results[0].distance_km).toBeNull()
  })

  it('is the city of the family who asks, and of no one else', async () => {
    expect((await search({ near: 'home' })).body.near.name).toBe('New York')
    expect(await findNames({ near: 'home' })).toBe('Ben Ann Cat Dan Eve Gil Fay')
    const homeless = await makeFamily(app)
    const caregiver = await makeCaregiver(app, { city: 'Brooklyn', ...US, status: 'pending' })
    for (const client of [app.visitor, homeless.client, caregiver.client]) {
      expect((await search({ near: 'home' }, client)).body.near).toBeNull()
      expect(await findNames({ near: 'home' }, client)).toBe('Eve Fay Gil Ben Ann Cat Dan')
    }
  })

  it('has no one in front who doesn’t travel there, and says how far a visit is', async () => {
    const travel = (travel_km: number | null) =>
      ben.client.patch('/api/auth/caregiver/profile', { travel_km })
    const distance = (city: string, client = family.client) =>
      client.get(`/api/auth/caregivers/${ben.id}/distance?${new URLSearchParams({ city, ...US })}`)
    await travel(5)
    expect(await findNames({ near: NEW_YORK })).toBe('Ann Cat Ben Dan Eve Gil Fay')
    expect(await findNames({ near: NEW_YORK, within_km: '10' })).toBe('Ben Ann')
    expect(await findNames({ near: NEW_YORK, ordering: 'rating' })).toBe('Eve Fay Gil Ben Ann Cat Dan')
    expect((await family.client.get(`/api/auth/caregivers/${ben.id}`)).body.travel_km).toBe(5)
    const { distance_km } = (await distance('philadelphia')).body
    expect(distance_km).toBeGreaterThan(120)
    expect(distance_km).toBeLessThan(140)
    expect((await distance('Brooklyn')).body).toEqual({ distance_km: 0 })
    expect((await distance('A village')).body).toEqual({ distance_km: null })
    const unlisted = await makeCaregiver(app, { city: 'Brooklyn', ...US, status: 'pending' })
    const path = `/api/auth/caregivers/${unlisted.id}/distance?city=Brooklyn&country=France`
    expect((await family.client.get(path)).status).toBe(404)
    await travel(10)
    expect(await findNames({ near: NEW_YORK })).toBe('Ben Ann Cat Dan Eve Gil Fay')
    await travel(null)
  })

  it.each([
    'near=1',
    'near=x',
    'near=-1',
    'near=5128581&within_km=11',
    'within_km=10',
    'city=Paris&around=yes',
    'near=home&within_km=0',
  ])('rejects ?%s', async (query) => {
    expect((await family.client.get(`/api/auth/caregivers?${query}`)).status).toBe(400)
  })
})

it('answers the next free slots, and in a search by date those that match it', async () => {
  const caregiver = await makeCaregiver(app, { name: 'Zoe', skills: ['Sign language'] })
  const [first, second] = [dateIn(app, 2), dateIn(app, 3)]
  await openHours(caregiver, first, [hours('08:00', '12:00')])
  await openHours(caregiver, second, [hours('09:00', '15:00')])
  const starts = async (query: Record<string, string>) => {
    const { body } = await search({ skills: 'Sign language', ...query })
    return body.results[0]?.free_slots.map(({ start_utc }: { start_utc: string }) => start_utc.slice(0, 16))
  }
  const at = (date: string, ...times: string[]) => times.map((time) => `${date}T${time}`)
  expect(await starts({})).toEqual(at(first, '08:00', '09:00', '10:00'))
  expect(await starts({ available_on: second })).toEqual(at(second, '09:00', '10:00', '11:00'))
  expect(await starts({ available_on: second, start: '13:30' })).toEqual(at(second, '14:00'))
  expect(await starts({ available_on: second, start: '13:30', end: '14:30' })).toEqual(
    at(second, '13:00', '14:00'),
  )
})

it('answers a night once, also in a search by date', async () => {
  const caregiver = await makeCaregiver(app, {
    name: 'Nyx',
    skills: ['Overnight care'],
    timezone: 'Asia/Riyadh',
  })
  const date = dateIn(app, 4)
  await openHours(caregiver, date, [{ ...hours('21:00', '06:00'), ends_next_day: true }])
  const searches: Record<string, string>[] = [{}, { available_on: date, timezone: 'Asia/Riyadh' }]
  for (const query of searches) {
    const { body } = await search({ skills: 'Overnight care', ...query })
    const [night] = body.results[0].free_slots
    expect(body.results[0].free_slots).toHaveLength(1)
    expect(night).toEqual({ start_utc: `${date}T18:00:00.000Z`, end_utc: `${dateIn(app, 5)}T03:00:00.000Z` })
  }
})
