import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { TestUser } from '../../../test/factories/accounts.ts'
import { makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { places } from './tables.ts'

const NEW_YORK = 5128581
const BROOKLYN = 5110302
const LONDON = 2643743
const PORTLAND_OREGON = 5746545

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function suggest(q: string): Promise<string[]> {
  const { status, body } = await app.visitor.get(`/api/places?${new URLSearchParams({ q })}`)
  expect(status, q).toBe(200)
  return body.results.map(({ name, region, country }: Record<string, string>) =>
    [name, region, country].join(', '),
  )
}

describe('the suggestions', () => {
  it('are cities that begin with the text, the largest first, without case and accents', async () => {
    expect((await suggest('new yo'))[0]).toBe('New York, New York, United States')
    expect((await suggest('MONTREAL'))[0]).toBe('Montréal, Quebec, Canada')
    expect((await suggest('portland')).slice(0, 2)).toEqual([
      'Portland, Oregon, United States',
      'Portland, Maine, United States',
    ])
    // An exact name comes before larger cities with a longer one.
    expect((await suggest('bath'))[0]).toBe('Bath, England, United Kingdom')
    expect(await suggest('san')).toHaveLength(8)
  })

  it('know other names of a city', async () => {
    expect((await suggest('nyc'))[0]).toBe('New York, New York, United States')
    expect((await suggest('köln'))[0]).toMatch(/^Cologne, /)
    expect((await suggest('bombay'))[0]).toMatch(/^Mumbai, /)
  })

  it('are empty for unknown and odd texts', async () => {
    for (const q of ['', '  ', 'Atlantis', '%', '_', '|', '||', "'; DROP TABLE places; --"]) {
      expect(await suggest(q), q).toEqual([])
    }
    for (const query of [`q=${'a'.repeat(101)}`, 'q=%00', 'q=a&q=b', 'q=a&country=France']) {
      expect((await app.visitor.get(`/api/places?${query}`)).status, query).toBe(400)
    }
  })
})

describe('the place of a profile', () => {
  const details = { country: 'United States' as const, skills: ['First Aid'] }

  async function savePlace({ client, role }: TestUser, change: object): Promise<number | null> {
    const save = role === 'caregiver' ? client.patch : client.put
    const { status, body } = await save(`/api/auth/${role}/profile`, change)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.place_id
  }

  it('is the picked one, or the one that city and country clearly name', async () => {
    for (const user of [await makeCaregiver(app, details), await makeFamily(app)]) {
      const save = (change: object) => savePlace(user, { country: 'United States', ...change })
      expect(await save({ city: 'portland', place_id: PORTLAND_OREGON })).toBe(PORTLAND_OREGON)
      expect(await save({ city: 'New York' })).toBe(NEW_YORK)
      expect(await save({ city: 'nyc', place_id: null })).toBe(NEW_YORK)
      expect(await save({ city: 'Springfield' })).toBeNull()
      expect(await save({ city: 'Atlantis', place_id: NEW_YORK })).toBeNull()
      expect(await save({ city: 'London', country: 'United Kingdom', place_id: NEW_YORK })).toBe(LONDON)
      expect(await save({ city: 'London', country: 'France' })).toBeNull()
      expect(await save({ city: 'New York', place_id: 999_999_999 })).toBe(NEW_YORK)
      expect(await save({ city: '' })).toBeNull()
    }
  })

  it('is refused if it is no id', async () => {
    const family = await makeFamily(app)
    for (const place_id of ['New York', -1, 1.5, {}]) {
      expect((await family.client.put('/api/auth/caretaker/profile', { place_id })).status).toBe(400)
    }
  })

  it('is the coordinates that the search uses', async () => {
    const { id } = await makeCaregiver(app, { ...details, city: 'Brooklyn' })
    const [row] = await app.deps.database
      .select({
        placeId: caregiverProfiles.placeId,
        isSame: sql`${places.latitude} = ${caregiverProfiles.latitude}`,
      })
      .from(caregiverProfiles)
      .innerJoin(places, eq(places.id, caregiverProfiles.placeId))
      .where(eq(caregiverProfiles.userId, id))
    expect(row).toEqual({ placeId: BROOKLYN, isSame: true })
  })
})
