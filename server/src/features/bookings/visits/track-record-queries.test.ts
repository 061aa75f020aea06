/** @see docs/rules/bookings.md#from-records */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { dateIn, makeListedCaregiver } from '../../../../test/factories/availability.ts'
import { insertPaidRequest } from '../../../../test/factories/booked.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('a page says how soon the caregiver answers and how many families booked again', async () => {
  const caregiver = await makeListedCaregiver(app)
  const families = await Promise.all([1, 2, 3, 4, 5].map(() => makeFamily(app)))
  let day = 7
  const book = async (family = families[0]) => {
    day += 1
    const windows = [{ date: dateIn(app, day), start: '09:00', end: '11:00' }]
    return insertPaidRequest(app, { caregiver, windows, ...(family && { family }) })
  }
  const readPage = async () => {
    const { body } = await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
    return [body.response_hours, body.repeat_families]
  }
  const ids: number[] = []
  for (const family of families.slice(0, 4)) ids.push((await book(family)).id)
  expect(await readPage()).toEqual([null, null])
  ids.push((await book(families[4])).id)
  // The answers took 1, 2, 3, 4 and 5 hours.
  for (const [index, id] of ids.entries()) {
    await app.deps.database.execute(
      sql`UPDATE requests SET submitted_at = submitted_at - make_interval(hours => ${index + 1}) WHERE id = ${id}`,
    )
  }
  expect(await readPage()).toEqual([4, 0])
  const again = await book()
  expect((await readPage())[1]).toBe(1)
  await app.deps.database.execute(
    sql`UPDATE bookings SET canceled_at = now(), canceled_by = 'caretaker', booked_time_id = NULL WHERE request_id = ${again.id}`,
  )
  expect((await readPage())[1]).toBe(0)
  await app.deps.database.execute(
    sql`UPDATE requests SET submitted_at = submitted_at - interval '91 days', answered_at = answered_at - interval '91 days'
      WHERE id = ${ids[0]}`,
  )
  expect((await readPage())[0]).toBe(4)
})
