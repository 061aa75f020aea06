/**
 * A session ends 90 days after it was opened, however often it is used.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, probeToken, refreshSession } from '../../../../test/factories/accounts.ts'
import { createFindLiveSessions } from '../index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('ends 90 days after its login, even if it was refreshed until then', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  let { token, refresh } = user
  const refreshAgain = async () => {
    const answer = await refreshSession(app, refresh)
    expect(answer.status).toBe(200)
    token = answer.body.access
    refresh = answer.body.refresh
  }
  for (let round = 0; round < 3; round += 1) {
    await app.advance(29 * MINUTES_PER_DAY)
    await refreshAgain()
  }
  await app.advance(3 * MINUTES_PER_DAY - 5)
  await refreshAgain()
  expect((await probeToken(app, token)).status).toBe(200)
  const other = await makeUser(app, { role: 'caretaker' })

  await app.advance(6)
  expect((await probeToken(app, token)).status).toBe(401)
  const refused = await refreshSession(app, refresh)
  expect([refused.status, refused.body.detail]).toEqual([401, 'Your session has ended. Please log in again'])
  const findLiveSessions = createFindLiveSessions(app.deps)
  expect(await findLiveSessions([user.sessionId, other.sessionId])).toEqual([other.sessionId])
  expect((await probeToken(app, other.token)).status).toBe(200)
})
