import { DAY_MS, MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../../test/factories/profiles.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
})
afterAll(() => app.close())

const LISTS = ['users', 'users?role=caregiver', 'caregivers']

it('shows who closed their account, and leaves out who is erased', async () => {
  const caregiver = await makeCaregiver(app)
  const family = await makeFamily(app)
  const open = await makeFamily(app)
  await app.drain()
  for (const { client, email } of [caregiver, family]) {
    expect((await client.post('/api/account/close', { email })).status).toBe(200)
  }
  const closedAt = app.deps.clock.now().getTime()
  await app.drain()
  let staff = admin.client
  const readAll = async () => {
    const rows = []
    for (const list of LISTS) {
      const { body } = await staff.get(`/api/admin-panel/${list}`)
      expect(body.count).toBe(body.results.length)
      rows.push(body.results.map((row: { id: number; is_closed: boolean }) => [row.id, row.is_closed]))
    }
    return rows
  }
  const readClosed = async ({ id }: TestUser) =>
    (await staff.get(`/api/admin-panel/people/${id}`)).body.closed

  const both = [[caregiver.id, true]]
  expect(await readAll()).toEqual([
    [
      [open.id, false],
      [family.id, true],
    ],
    both,
    both,
  ])
  expect(await readClosed(open)).toBeNull()
  const closed = await readClosed(family)
  expect(Math.abs(Date.parse(closed.at) - closedAt)).toBeLessThan(10_000)
  expect(closed).toEqual({
    at: closed.at,
    erased_at: new Date(Date.parse(closed.at) + 14 * DAY_MS).toISOString(),
    is_due: false,
    is_erased: false,
  })

  await app.advance(14 * MINUTES_PER_DAY + 60)
  await app.drain()
  staff = await logInAgain(app, admin)
  expect(await readAll()).toEqual([[[open.id, false]], [], []])
  const csv = await staff.get('/api/admin-panel/users/export?role=caregiver')
  expect(csv.body).not.toContain('Former member')
  const erased = await readClosed(family)
  expect(erased).toMatchObject({ at: closed.at, is_due: false, is_erased: true })
  expect(Date.parse(erased.erased_at)).toBeGreaterThan(Date.parse(closed.erased_at))
})
