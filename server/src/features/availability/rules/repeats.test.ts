/** Calls that are repeated because the first response was lost: each creates only one thing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { dateIn, hours, makeListedCaregiver } from '../../../../test/factories/availability.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const MONDAY = { weekday: 1, start: '09:00', end: '12:00' }
const keyed = (key: string) => ({ 'idempotency-key': key })

function dayOff(ahead: number) {
  return { start_utc: `${dateIn(app, ahead)}T00:00:00Z`, end_utc: `${dateIn(app, ahead + 1)}T00:00:00Z` }
}

test('saving the same time off again returns the existing one, with the same key or another', async () => {
  const { id, client } = await makeListedCaregiver(app)
  const other = await makeListedCaregiver(app)
  const path = '/api/availability/timeoff/'
  const first = await client.post(path, dayOff(3), keyed('off'))
  expect(first.status).toBe(201)
  expect(await client.post(path, dayOff(3), keyed('off'))).toMatchObject({ status: 201, body: first.body })
  expect(await client.post(path, dayOff(3))).toMatchObject({ status: 201, body: first.body })
  expect((await client.post(path, dayOff(5), keyed('off'))).status).toBe(409)
  expect((await client.get(path)).body).toMatchObject({ count: 1, results: [first.body] })
  expect((await other.client.post(path, dayOff(3))).body.id).not.toBe(first.body.id)

  const again = app.deps.database.$client.query(
    'INSERT INTO time_off (caregiver_id, starts_at, ends_at) VALUES ($1, $2, $3)',
    [id, dayOff(3).start_utc, dayOff(3).end_utc],
  )
  await expect(again).rejects.toMatchObject({ constraint: 'time_off_once' })
})

test('at the limit, existing time off can still be saved again, also by parallel calls', async () => {
  const { client } = await makeListedCaregiver(app)
  const path = '/api/availability/timeoff'
  for (let ahead = 3; ahead < 103; ahead += 1) await client.post(path, dayOff(ahead))
  expect((await client.post(path, dayOff(103))).status).toBe(409)
  const answers = await Promise.all(Array.from({ length: 6 }, () => client.post(path, dayOff(50))))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect((await client.get(path)).body.count).toBe(100)
})

test('saving the same weekly rule again returns the existing one', async () => {
  const { client } = await makeListedCaregiver(app)
  const path = '/api/availability/rules'
  const first = await client.post(path, MONDAY, keyed('rule'))
  expect(await client.post(path, MONDAY, keyed('rule'))).toMatchObject({ status: 201, body: first.body })
  expect(await client.post(path, MONDAY)).toMatchObject({ status: 201, body: first.body })
  expect((await client.post(path, { ...MONDAY, weekday: 2 }, keyed('rule'))).status).toBe(409)
  expect((await client.get(path)).body).toMatchObject({ count: 1, results: [first.body] })
  // A change to the same hours would make two rules overlap.
  const later = await client.post(path, { ...MONDAY, start: '13:00', end: '14:00' })
  expect((await client.put(`${path}/${later.body.id}`, MONDAY)).status).toBe(400)
})

test('repeating an override with the same key returns the first response and changes nothing', async () => {
  const { id, client } = await makeListedCaregiver(app)
  const path = '/api/availability/overrides'
  const day = {
    caregiver: id,
    date_local: dateIn(app, 3),
    is_available: true,
    windows: [hours('09:00', '12:00')],
  }
  const first = await client.post(path, day, keyed('day'))
  const later = await client.put(`${path}/${first.body.id}`, { ...day, windows: [hours('14:00', '16:00')] })
  expect(later.status).toBe(200)
  // Sent before that change, but arriving after it.
  expect(await client.post(path, day, keyed('day'))).toMatchObject({ status: 201, body: first.body })
  expect((await client.get(path)).body.results).toEqual([later.body])
  expect((await client.post(path, { ...day, is_available: false }, keyed('day'))).status).toBe(409)
})
