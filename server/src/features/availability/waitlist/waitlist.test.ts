/** @see docs/rules/availability.md#waiting-for-hours */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { dateIn, makeListedCaregiver, openHours } from '../../../../test/factories/availability.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'
import { blocks } from '../../blocks/tables.ts'

const PATH = '/api/availability/waitlist'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const wait = ({ client }: TestUser, { id }: TestUser, date: string) =>
  client.post(PATH, { caregiver_id: id, date, timezone: 'UTC' })
const listDates = async ({ client }: TestUser) =>
  (await client.get(PATH)).body.waits.map(({ date }: { date: string }) => date)

const block = (blocker: TestUser, blocked: TestUser) =>
  app.deps.database.insert(blocks).values({
    ...{ blockerId: blocker.id, blockedId: blocked.id, reason: 'other', createdAt: app.deps.clock.now() },
  })

it('lets a family wait for a full day until it stops', async () => {
  const family = await makeFamily(app)
  const date = dateIn(app, 3)
  const caregiver = await makeListedCaregiver(app)
  const first = await wait(family, caregiver, date)
  expect(first).toMatchObject({ status: 201, body: { caregiver_id: caregiver.id, date } })
  expect((await wait(family, caregiver, date)).body, 'asking again').toEqual(first.body)
  const { waits } = (await family.client.get(PATH)).body
  expect(waits).toEqual([{ ...first.body, caregiver_name: caregiver.fullName }])
  for (const status of [204, 404]) {
    expect((await family.client.delete(`${PATH}/${first.body.id}`)).status).toBe(status)
  }
  expect(await listDates(family)).toEqual([])
})

it('refuses days that have free hours, have begun or are too far ahead, and caregivers whom it can’t see', async () => {
  const family = await makeFamily(app)
  const date = dateIn(app, 3)
  const open = await makeListedCaregiver(app)
  await openHours(open, date)
  const [hidden, blocker] = [
    await makeListedCaregiver(app, { isListed: false }),
    await makeListedCaregiver(app),
  ]
  await block(blocker, family)
  for (const [caregiver, day, status] of [
    [open, date, 409],
    [open, dateIn(app, 0), 400],
    [open, dateIn(app, 400), 400],
    [open, 'tomorrow', 400],
    [hidden, date, 404],
    [blocker, date, 404],
    [family, date, 404],
  ] as const) {
    expect([day, (await wait(family, caregiver, day)).status]).toEqual([day, status])
  }
  expect(await listDates(family)).toEqual([])
})
