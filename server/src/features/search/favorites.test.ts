import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import {
  makeCaregiver,
  makeFamily,
  setActive,
  setVerificationStatus,
} from '../../../test/factories/profiles.ts'
import { caregiverProfiles } from '../profiles/index.ts'
import { favorites } from './tables.ts'

const PATH = '/api/favorites'

let app: TestApp
let family: TestUser
let other: TestUser
let ann: TestUser
let ben: TestUser

beforeAll(async () => {
  app = await testApp()
  ann = await makeCaregiver(app, { name: 'Ann' })
  ben = await makeCaregiver(app, { name: 'Ben' })
})
afterAll(() => app.close())
beforeEach(async () => {
  family = await makeFamily(app)
  other = await makeFamily(app)
})

const save = ({ client }: TestUser, { id }: TestUser) => client.put(`${PATH}/${id}`, {})
const remove = ({ client }: TestUser, { id }: TestUser) => client.delete(`${PATH}/${id}`)
const listIds = async ({ client }: TestUser) => (await client.get(`${PATH}/ids`)).body.ids

it('keeps a family’s favorites, the newest first, until they are removed', async () => {
  for (const one of [ann, ben, ann]) expect((await save(family, one)).status).toBe(204)
  expect((await listIds(family)).sort()).toEqual([ann.id, ben.id].sort())
  const { status, body } = await family.client.get(`${PATH}?page_size=1`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    count: 2,
    next: expect.any(String),
    results: [{ verification_status: 'verified' }],
  })
  for (let time = 0; time < 2; time += 1) expect((await remove(family, ann)).status).toBe(204)
  expect(await listIds(family)).toEqual([ben.id])
})

it('keeps the favorites of two families apart', async () => {
  await save(family, ann)
  await save(other, ben)
  expect((await remove(other, ann)).status).toBe(204)
  expect(await listIds(family)).toEqual([ann.id])
  expect(await listIds(other)).toEqual([ben.id])
  expect((await family.client.get(`${PATH}?caretaker_id=${other.id}`)).status).toBe(400)
  const { body } = await family.client.get(PATH)
  expect(body.results.map(({ id }: { id: number }) => id)).toEqual([ann.id])
})

it('leaves out who is no longer listed, and shows them again once they are', async () => {
  const gone = await makeCaregiver(app)
  await save(family, gone)
  for (const hide of [
    () => setActive(app, gone.id, false),
    () => setVerificationStatus(app, gone.id, 'flagged'),
  ]) {
    await hide()
    expect(await listIds(family)).toEqual([])
    expect((await family.client.get(PATH)).body).toMatchObject({ count: 0, results: [] })
    expect((await save(family, gone)).status).toBe(404)
    await setActive(app, gone.id, true)
    await setVerificationStatus(app, gone.id, 'verified')
  }
  expect(await listIds(family)).toEqual([gone.id])
})

it('saves listed caregivers only', async () => {
  const hidden = await makeCaregiver(app, { status: 'rejected' })
  for (const id of [hidden.id, family.id, other.id, 999_999, 0, -1, 'x']) {
    const { status, body } = await family.client.put(`${PATH}/${id}`, {})
    expect([id, status, body.code]).toEqual([id, 404, 'not_found'])
  }
  expect(await app.deps.database.select().from(favorites)).not.toContainEqual(
    expect.objectContaining({ familyId: family.id }),
  )
})

it('keeps at most 200', async () => {
  const many: TestUser[] = []
  while (many.length < 200) many.push(await makeUser(app, { role: 'caregiver' }))
  const createdAt = app.deps.clock.now()
  await app.deps.database
    .insert(caregiverProfiles)
    .values(many.map(({ id, fullName }) => ({ userId: id, fullName, createdAt })))
    .onConflictDoNothing()
  await app.deps.database
    .insert(favorites)
    .values(many.map(({ id }) => ({ familyId: family.id, caregiverId: id, createdAt })))
  expect((await save(family, ann)).status).toBe(409)
  expect((await save(other, ann)).status).toBe(204)
})

it('is available to families only', async () => {
  const admin = await makeUser(app, { role: 'admin' })
  for (const [client, status] of [
    [app.visitor, 401],
    [ann.client, 403],
    [admin.client, 403],
  ] as const) {
    expect((await client.get(PATH)).status).toBe(status)
    expect((await client.get(`${PATH}/ids`)).status).toBe(status)
    expect((await client.put(`${PATH}/${ben.id}`, {})).status).toBe(status)
    expect((await client.delete(`${PATH}/${ben.id}`)).status).toBe(status)
  }
})
