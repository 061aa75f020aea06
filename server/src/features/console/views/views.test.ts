import { VIEWS_MAXIMUM } from '@tendwell/contract/console/views'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'

let app: TestApp
let support: TestUser
let finance: TestUser
beforeAll(async () => {
  app = await testApp()
  support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
})
afterAll(() => app.close())

const path = '/api/admin-panel/views'
const saveView = (name: string, { screen = 'requests', query = 'status=closed', by = support } = {}) =>
  by.client.post(path, { screen, name, query })
const listViews = async (screen = 'requests', by = support) =>
  (await by.client.get(`${path}?screen=${screen}`)).body.results

it('saves views by screen, in the order of their names', async () => {
  const saved = await saveView(' Closed ')
  expect(saved).toMatchObject({ status: 201, body: { name: 'Closed', query: 'status=closed' } })
  await saveView('all of them', { query: '' })
  await saveView('Stuck', { screen: 'payments' })
  expect((await listViews()).map(({ name }: { name: string }) => name)).toEqual(['all of them', 'Closed'])
  expect(await listViews('payments')).toMatchObject([{ name: 'Stuck' }])
})

it('belongs to one person', async () => {
  const { body } = await saveView('Mine', { screen: 'audit' })
  expect(await listViews('audit', finance)).toEqual([])
  expect((await finance.client.delete(`${path}/${body.id}`)).status).toBe(404)
  expect((await saveView('Mine', { screen: 'audit', by: finance })).status).toBe(201)
  expect((await support.client.delete(`${path}/${body.id}`)).status).toBe(204)
  expect((await support.client.delete(`${path}/${body.id}`)).status).toBe(404)
  expect(await listViews('audit')).toEqual([])
  expect(await listViews('audit', finance)).toHaveLength(1)
})

it('refuses a name twice, long names and unknown screens', async () => {
  await saveView('Twice', { screen: 'payouts' })
  expect(await saveView('Twice', { screen: 'payouts' })).toMatchObject({
    status: 409,
    body: { detail: 'You have a view with this name already' },
  })
  for (const wrong of [saveView(' '), saveView('x'.repeat(61)), saveView('x', { screen: 'jobs' })]) {
    expect((await wrong).status).toBe(400)
  }
  expect((await saveView('x', { query: 'q'.repeat(1_001) })).status).toBe(400)
  expect((await support.client.get(path)).status).toBe(400)
})

it('keeps at most 20 on a screen', async () => {
  for (let index = 0; index < VIEWS_MAXIMUM; index += 1) {
    expect((await saveView(`View ${index}`, { screen: 'disputes' })).status).toBe(201)
  }
  expect(await saveView('One more', { screen: 'disputes' })).toMatchObject({
    status: 409,
    body: { detail: 'You can save 20 views here. Delete one first' },
  })
})
