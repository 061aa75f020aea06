/** In whose zone mails give times. @see docs/rules/chat-and-notifications.md#emails */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listEmailsTo } from '../../../../test/factories/accounts.ts'
import { checkout, confirm, makeAcceptedRequest, payCard } from '../../../../test/factories/bookings.ts'
import { findReaderZone } from '../../profiles/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('gives a caregiver the times of their calendar and a family those of its last browser', async () => {
  const request = await makeAcceptedRequest(app)
  const { family, caregiver } = request
  await app.deps.database.execute(sql`
    UPDATE caregiver_profiles SET timezone = 'Asia/Riyadh' WHERE user_id = ${caregiver.id}`)
  await app.deps.database.execute(sql`UPDATE users SET timezone = 'Asia/Tokyo'`)
  await payCard(await checkout(request))
  await confirm(request)
  await app.drain()
  const readMails = async (email: string) => (await listEmailsTo(app, email)).map(({ text }) => text).join()
  const [toCaregiver, toFamily] = await Promise.all([caregiver, family].map(({ email }) => readMails(email)))
  expect(toCaregiver).toContain('Times are in Riyadh time')
  expect(toCaregiver).not.toContain('Tokyo')
  expect(toFamily).toContain('Times are in Tokyo time')
  const zones = [caregiver, family].map(({ id }) => findReaderZone(app.deps.database, id))
  expect(await Promise.all(zones)).toEqual(['Asia/Riyadh', 'Asia/Tokyo'])
})
