import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemo, type TestDemo } from '../../test/demo.ts'

let demo: TestDemo
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(() => demo.close())

/** The data that must be the same on every run. */
function readSnapshot() {
  return demo.queryRows(`
    SELECT full_name, city, country, rate_cents, skills, languages, description, timezone, verification_status,
      (SELECT count(*)::int FROM requests WHERE caregiver_id = user_id) AS requests
    FROM caregiver_profiles ORDER BY user_id`)
}

test('is not touched by a second run, and is rebuilt after an interrupted one', async () => {
  const before = await readSnapshot()
  const findLastUser = () => demo.queryRows('SELECT max(id)::int AS last FROM users')
  const last = await findLastUser()
  await demo.fill()
  expect(await findLastUser()).toEqual(last)

  await demo.queryRows(`UPDATE platform_state SET value = '"filling"' WHERE key = 'demo_data'`)
  await demo.queryRows('DELETE FROM notifications')
  await demo.fill()
  expect(await readSnapshot()).toEqual(before)
})
