/** @see docs/rules/profiles-and-files.md#saved-searches */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn } from '../../../../test/factories/availability.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'
import { familyProfiles } from '../../profiles/index.ts'

const PATH = '/api/saved-searches'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const save = ({ client }: TestUser, search: object) => client.post(PATH, search)
const list = async ({ client }: TestUser) => (await client.get(PATH)).body.searches

it('keeps up to ten searches of a family, which it lists and deletes', async () => {
  const family = await makeFamily(app)
  const first = await save(family, { q: 'nanny', ordering: 'rate', page: '2' })
  expect(first).toMatchObject({
    status: 201,
    body: { words: 'Nanny', path: '/caregivers?q=nanny', is_over: false },
  })
  expect((await save(family, { q: 'nanny' })).body, 'the same search').toEqual(first.body)
  for (let rate = 11; rate < 20; rate += 1) await save(family, { max_rate: String(rate) })
  const tooMany = await save(family, { q: 'doula' })
  expect(tooMany).toMatchObject({
    status: 409,
    body: { detail: 'You can keep 10 saved searches. Delete one to save another' },
  })
  expect((await family.client.delete(`${PATH}/${first.body.id}`)).status).toBe(204)
  expect((await family.client.delete(`${PATH}/${first.body.id}`)).status).toBe(404)
  expect((await list(family)).map(({ words }: { words: string }) => words)).toEqual(
    [19, 18, 17, 16, 15, 14, 13, 12, 11].map((rate) => `Caregivers, up to $${rate} an hour`),
  )
})

it('refuses a search for nothing, for a day that is over and near an unknown place', async () => {
  const family = await makeFamily(app)
  for (const [search, field] of [
    [{}, 'q'],
    [{ near: 'home', city: ' ' }, 'q'],
    [{ available_on: dateIn(app, -1) }, 'available_on'],
    [{ near: '1' }, 'near'],
    [{ start: '09:00' }, 'available_on'],
    [{ caregiver: '1' }, 'caregiver'],
  ] as const) {
    const { status, body } = await save(family, search)
    expect([search, status, Object.keys(body)]).toEqual([search, 400, expect.arrayContaining([field])])
  }
  expect(await list(family)).toEqual([])
})

it('looks near the home that the family has when it saves, unless the text names another place', async () => {
  const family = await makeFamily(app)
  const [lyon] = (await app.visitor.get('/api/places?q=Lyon')).body.results
  await app.deps.database
    .update(familyProfiles)
    .set({ placeId: lyon.id })
    .where(eq(familyProfiles.userId, family.id))
  const near = await save(family, { q: 'nanny', near: 'home' })
  expect(near.body).toMatchObject({
    words: 'Nanny near Lyon',
    path: `/caregivers?q=nanny&near=${lyon.id}&within_km=50`,
  })
  expect((await save(family, { q: 'nanny in Paris', near: 'home' })).body.words).toBe('Nanny in Paris')
})
