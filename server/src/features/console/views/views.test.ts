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
const save = (name: string, { screen = 'requests', query = 'status=closed', by = support } = {}) =>
  by.client.post(path, { screen, name, query })
const list = async (screen = 'requests', by = support) =>
  (await by.client.get(`${path}?screen=${screen}`)).body.results

it('saves views by screen, in the order of their names', async () => {
  const saved = await save(' Closed ')
  expect(saved).toMatchObject({ status: 201, body: { name: 'Closed', query: 'status=closed' } })
  await save('all of them', { query: '' })
  await save('Stuck', { screen: 'payments' })
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['all of them', 'Closed'])
  expect(await list('payments')).toMatchObject([{ name: 'Stuck' }])
})

it('belongs to one person', async () => {
  const { body } = await save('Mine', { screen: 'audit' })
  expect(await list('audit', finance)).toEqual([])
  expect((await finance.client.delete(`${path}/${body.id}`)).status).toBe(404)
  expect((await save('Mine', { screen: 'audit', by: finance })).status).toBe(201)
  expect((await support.client.delete(`${path}/${body.id}`)).status).toBe(204)
  expect((await support.client.delete(`${path}/${body.id}`)).status).toBe(404)
  expect(await list('audit')).toEqual([])
  expect(await list('audit', finance)).toHaveLength(1)
})

it('refuses a name twice, long names and unknown screens', async () => {
  await save('Twice', { screen: 'payouts' })
  expect(await save('Twice', { screen: 'payouts' })).toMatchObject({
    status: 409,
    body: { detail: 'You have a view with this name already' },
  })
  for (const wrong of [save(' '), save('x'.repeat(61)), save('x', { screen: 'jobs' })]) {
    expect((await wrong).status).toBe(400)
  }
  expect((await save('x', { query: 'q'.repeat(1_001) })).status).toBe(400)
  expect((await support.client.get(path)).status).toBe(400)
})

it('keeps at most 20 on a screen', async () => {
  for (let index = 0; index < VIEWS_MAXIMUM; index += 1) {
    expect((await save(`View ${index}`, { screen: 'disputes' })).status).toBe(201)
  }
  expect(await save('One more', { screen: 'disputes' })).toMatchObject({
    status: 409,
    body: { detail: 'You can save 20 views here. Delete one first' },
  })
})
