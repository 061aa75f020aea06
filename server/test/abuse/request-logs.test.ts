/** The log of calls says who made each call, by id alone. @see docs/rules/README.md#tokens-and-secrets */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { type TestApp, testApp } from '../app.ts'
import { makeUser } from '../factories/accounts.ts'

let app: TestApp
let lines: string[] = []
beforeAll(async () => {
  app = await testApp({}, { log: createLog('info', { write: (line) => void lines.push(line) }) })
})
afterAll(() => app.close())

it('names the person of a call by their id, never by name or email', async () => {
  const user = await makeUser(app, { role: 'caretaker', fullName: 'Tilda Unmistakable' })
  lines = []
  await user.client.get('/api/auth/caretaker/profile')
  await user.client.get('/api/wallets/mine')
  await app.visitor.get('/api/auth/settings')
  const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call')
  expect(calls.map(({ req, userId }) => [req.url, userId])).toEqual([
    ['/api/auth/caretaker/profile', user.id],
    ['/api/wallets/mine', user.id],
    ['/api/auth/settings', undefined],
  ])
  expect(lines.join('')).not.toContain('Tilda')
  expect(lines.join('')).not.toContain(user.email)
})
