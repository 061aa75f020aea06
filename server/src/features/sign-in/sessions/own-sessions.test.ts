import { MINUTES_PER_DAY } from '@tendwell/contract/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listAuditEntries, makeUser, PASSWORD, refreshSession } from '../../../../test/factories/accounts.ts'
import { describeDevice } from '../devices/device.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const logIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  app.visitor.post('/api/auth/login', { email, password }, headers)

describe('the list of sessions', () => {
  it('has the caller’s live sessions, most recently used first, with a device name', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await makeUser(app, { role: 'caretaker' })
    await app.advance(1)
    const { body: second } = await logIn(user.email, PASSWORD, { 'user-agent': FIREFOX })
    await app.advance(1)
    const { body: ended } = await logIn(user.email)
    await app.visitor.post('/api/auth/logout', { refresh: ended.refresh })

    const answer = await app.withToken(second.access).get('/api/auth/sessions/')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          id: expect.any(String),
          device: 'Firefox on Windows',
          address: '127.0.0.1',
          country: null,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          used_at: expect.stringMatching(/^\d{4}-.*Z$/),
          is_current: true,
        },
        expect.objectContaining({ id: user.sessionId, device: 'Unknown device', is_current: false }),
      ],
    })
    const paged = await user.client.get('/api/auth/sessions/?page_size=1&page=2')
    expect(paged.body).toMatchObject({
      count: 2,
      next: null,
      results: [{ id: user.sessionId, is_current: true }],
    })
    expect((await user.client.get('/api/auth/sessions/?page=0')).status).toBe(400)
    expect((await user.client.get('/api/auth/sessions/?user=1')).status).toBe(400)
  })

  it('leaves out expired sessions', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.advance(31 * MINUTES_PER_DAY)
    const { body } = await logIn(user.email)
    const answer = await app.withToken(body.access).get('/api/auth/sessions')
    expect(answer.body).toMatchObject({ count: 1, results: [{ is_current: true }] })
  })

  it('lets only the owner end a session, and only once', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const stranger = await makeUser(app, { role: 'admin' })
    const { body: elsewhere } = await logIn(user.email)
    const path = `/api/auth/sessions/${user.sessionId}/`
    expect((await stranger.client.delete(path)).status).toBe(404)
    expect((await user.client.get('/api/notifications')).status).toBe(200)

    const client = app.withToken(elsewhere.access)
    const answer = await client.delete(path)
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect((await user.client.get('/api/notifications')).status).toBe(401)
    expect((await refreshSession(app, user.refresh)).status).toBe(401)
    expect((await client.get('/api/notifications')).status).toBe(200)
    expect((await client.delete(path)).status).toBe(404)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual([
      'login',
      'session.revoked',
    ])
  })

  it.each(['1', 'x', '00000000-0000-0000-0000-000000000000', "' OR 1=1", '%00'])(
    'answers 404 for the id %s',
    async (id) => {
      const user = await makeUser(app, { role: 'caretaker' })
      expect((await user.client.delete(`/api/auth/sessions/${id}`)).status).toBe(404)
    },
  )

  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Mac'],
    ['', 'Unknown device'],
    ['curl/8', 'Unknown device'],
  ])('describes the device %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name)
  })
})
