import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { logInAgain, makeCaregiver, makeFamily } from '../../../test/factories/profiles.ts'
import { decide, makeReport } from '../../../test/factories/reports.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('names the reported person no longer once they are erased', async () => {
  const support = await makeUser(app, { role: 'admin', staffRole: 'support' })
  const caregiver = await makeCaregiver(app, { name: 'Clara Carer' })
  const reporter = await makeFamily(app)
  await decide(support, await makeReport(reporter, 'profile', caregiver.id))
  await app.drain()
  const read = async () => {
    const client = await logInAgain(app, reporter)
    const { body } = await client.get('/api/notifications?status=all')
    return body.results.find(({ type }: { type: string }) => type === 'report_decided').payload.message
  }
  expect(await read()).toContain("your report about Clara's profile, sent ")
  const client = await logInAgain(app, caregiver)
  expect((await client.post('/api/account/close', { email: caregiver.email })).status).toBe(200)
  await app.advance(15 * MINUTES_PER_DAY)
  await app.drain()
  expect(await read()).toContain("your report about Former member's profile, sent ")
})
