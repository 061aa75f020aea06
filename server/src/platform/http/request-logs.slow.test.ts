/**
 * The log of calls says who made each call, by id and address alone.
 * @see docs/rules/README.md#tokens-and-secrets
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { createLog } from '../log.ts'

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
  expect(calls.map(({ req, userId, ip }) => [req.url, userId, ip])).toEqual([
    ['/api/auth/caretaker/profile', user.id, '127.0.0.1'],
    ['/api/wallets/mine', user.id, '127.0.0.1'],
    ['/api/auth/settings', undefined, '127.0.0.1'],
  ])
  expect(lines.join('')).not.toContain('Tilda')
  expect(lines.join('')).not.toContain(user.email)
})

it('logs no calls of probes', async () => {
  lines = []
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await app.visitor.get(path)).status).toBe(200)
  }
  expect(lines).toEqual([])
})

const getWithId = (path: string, id: string) => fetch(app.url + path, { headers: { 'x-request-id': id } })

it('keeps the id that a proxy gave a call, in the answer, its error and the log', async () => {
  lines = []
  const id = 'edge-1:2f7c.9_A'
  const answer = await getWithId('/api/nothing', id)
  expect(answer.headers.get('x-request-id')).toBe(id)
  expect(await answer.json()).toMatchObject({ request_id: id })
  expect(JSON.parse(lines.at(-1) ?? '').req.id).toBe(id)
})

it.each(['', 'x'.repeat(65), 'a b', '<script>', 'a"b', 'ä'])(
  'gives a call that came with the id %j one of its own',
  async (id) => {
    const answer = await getWithId('/api/auth/settings', id)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  },
)
