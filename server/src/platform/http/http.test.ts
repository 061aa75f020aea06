import { queryInteger, queryList } from '@tendwell/contract/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readConfig } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { createLog, redactUrl } from '../log.ts'
import { guardRoutes } from './access.ts'
import { createHttp } from './http.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function bareApp() {
  const bare = await createHttp(
    readConfig({ RATE_LIMITS: 'off', OVERLOAD_PROTECTION: 'off' }),
    createLog('silent'),
  )
  guardRoutes(bare, async () => null)
  return bare
}

test('says when to repeat a call that gets 503, thrown or sent', async () => {
  const bare = await bareApp()
  const config = { access: 'public' as const }
  bare.get('/api/thrown', { config }, () => {
    throw new AppError(503, 'unavailable', 'Please try again in a moment')
  })
  bare.get('/api/sent', { config }, (_request, reply) => reply.code(503).send({}))
  bare.get('/api/sent-late', { config }, (_request, reply) =>
    reply.code(503).header('retry-after', 60).send({}),
  )
  bare.get('/api/fine', { config }, () => 'fine')
  const read = async (path: string) => (await bare.inject(path)).headers['retry-after']
  expect(await Promise.all(['/api/thrown', '/api/sent', '/api/sent-late', '/api/fine'].map(read))).toEqual([
    '5',
    '5',
    '60',
    undefined,
  ])
  await bare.close()
})

describe('access', () => {
  test('a route that declares no access stops the app from starting', async () => {
    const bare = await bareApp()
    expect(() => bare.get('/api/open-by-accident', () => 'hello')).toThrow('declares no access')
  })

  test('a route for a role answers a visitor 401 before it reads the body', async () => {
    const bare = await bareApp()
    bare.post(
      '/api/for-admins',
      { config: { access: ['admin'] }, schema: { body: z.strictObject({ name: z.string() }) } },
      () => 'never',
    )
    const answer = await bare.inject({ method: 'POST', url: '/api/for-admins', payload: '{not json' })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ detail: 'Please log in', code: 'unauthorized' })
    await bare.close()
  })
})

describe('errors', () => {
  test('answers 404 in the common form to an unknown path, with and without the slash', async () => {
    for (const path of ['/api/nothing', '/api/nothing/']) {
      const answer = await app.visitor.get(path)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ detail: 'Not found', code: 'not_found', request_id: expect.any(String) })
    }
  })

  test('names at most 20 unknown fields', async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`${'x'.repeat(200)}${at}`, 1]),
    )
    const answer = await app.visitor.post('/api/auth/login', { ...unknown, email: 'a@b.test', password: 'x' })
    expect(answer.status).toBe(400)
    expect(Object.values(answer.body).filter((value) => Array.isArray(value))).toHaveLength(20)
  })

  test('a 500 reveals nothing about its cause', async () => {
    const bare = await bareApp()
    bare.get('/api/broken', { config: { access: 'public' } }, () => {
      throw new Error('password of the database is 1234')
    })
    const answer = await bare.inject('/api/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      detail: 'Something went wrong on our side',
      code: 'internal',
      request_id: expect.any(String),
    })
    await bare.close()
  })

  test('names invalid and unknown fields', async () => {
    const bare = await bareApp()
    const body = z.strictObject({ name: z.string({ error: 'Name is required' }) })
    bare.post('/api/named', { config: { access: 'public' }, schema: { body } }, () => 'never')
    const answer = await bare.inject({ method: 'POST', url: '/api/named', payload: { nickname: 'Ada' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      name: ['Name is required'],
      nickname: ['Unknown field'],
      code: 'invalid',
    })
    await bare.close()
  })

  test.each([
    ['no body', undefined, undefined],
    ['a JSON body of zero length', '', 'application/json'],
    ['a JSON body of spaces', ' \r\n ', 'application/json'],
    ['JSON null', 'null', 'application/json'],
    ['an empty text', '', 'text/plain'],
    ['an empty form', '', 'application/x-www-form-urlencoded'],
    ['an empty object', '{}', 'application/json'],
    ['null for its fields', '{"note": null}', 'application/json'],
    ['empty parameters in the query', '{}', 'application/json', '?status='],
  ])('does not refuse %s where nothing is required', async (_name, payload, type, query = '') => {
    const bare = await bareApp()
    const schema = {
      body: z.strictObject({ note: z.string().default('none') }),
      querystring: z.strictObject({ status: z.enum(['open']).optional() }),
    }
    const config = { access: 'public' as const }
    bare.post('/api/notes', { config, schema }, ({ body, query: read }) => ({ body, read }))
    const answer = await bare.inject({
      method: 'POST',
      url: `/api/notes${query}`,
      ...(type && { headers: { 'content-type': type } }),
      ...(payload !== undefined && { payload }),
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, { body: { note: 'none' }, read: {} }])
    await bare.close()
  })

  test('does not refuse a JSON body of zero length where no body is read', async () => {
    const bare = await bareApp()
    bare.post('/api/bare', { config: { access: 'public' } }, () => ({ done: true }))
    const headers = { 'content-type': 'application/json' }
    const answer = await bare.inject({ method: 'POST', url: '/api/bare', headers, payload: '' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: true }])
    await bare.close()
  })

  test('reads the parameter of a list that is repeated as one list', async () => {
    const bare = await bareApp()
    const querystring = z.strictObject({
      skills: queryList('Skills', 3).optional(),
      page: queryInteger('Page', { min: 1, max: 9 }).optional(),
    })
    const config = { access: 'public' as const }
    bare.get('/api/listed', { config, schema: { querystring } }, ({ query }) => query)
    const get = async (query: string) => (await bare.inject(`/api/listed?${query}`)).json()
    expect(await get('skills=a&skills=b,c')).toEqual({ skills: ['a', 'b', 'c'] })
    expect(await get('skills=a&skills=')).toEqual({ skills: ['a'] })
    expect(await get('page=1&page=2')).toMatchObject({ page: ['This must be text'] })
    await bare.close()
  })

  test('says in plain words what a schema refuses without words of its own', async () => {
    const bare = await bareApp()
    const body = z.strictObject({
      name: z.string().min(2).max(3),
      age: z.number().min(1),
      tags: z.array(z.string()).min(1),
      on: z.boolean(),
      kind: z.enum(['a', 'b']),
      only: z.literal('x'),
      when: z.iso.date(),
      either: z.union([z.number(), z.boolean()]),
      more: z.object({ id: z.int() }),
    })
    const config = { access: 'public' as const }
    bare.post('/api/plain', { config, schema: { body } }, () => 'never')
    const post = async (payload: object) => {
      const { statusCode, json } = await bare.inject({ method: 'POST', url: '/api/plain', payload })
      const { detail, code, request_id, ...fields } = json()
      expect([statusCode, detail]).toEqual([400, Object.values(fields).flat()[0]])
      return fields
    }
    const required = ['This is required']
    const names = ['name', 'age', 'tags', 'on', 'kind', 'only', 'when', 'either', 'more']
    expect(await post({})).toEqual(Object.fromEntries(names.map((name) => [name, required])))
    expect(
      await post({
        name: 7,
        age: 'x',
        tags: 'a',
        on: 1,
        kind: 'c',
        only: 1,
        when: '9',
        either: 'x',
        more: 1,
      }),
    ).toEqual({
      name: ['This must be text'],
      age: ['This must be a number'],
      tags: ['This must be a list'],
      on: ['This must be true or false'],
      kind: ['This must be one of: a, b'],
      only: ['This must be x'],
      when: ['This is not in the right form'],
      either: ['This is not valid'],
      more: ['This must be an object'],
    })
    const rest = { on: true, kind: 'a', only: 'x', when: '2027-01-02', either: 1 }
    expect(await post({ ...rest, name: 'a', age: 0, tags: [], more: { id: 1.5 } })).toEqual({
      name: ['This must have at least 2 characters'],
      age: ['This must be at least 1'],
      tags: ['This must have at least 1 entry'],
      more: ['This must be a whole number'],
    })
    expect(await post({ ...rest, name: 'abcd', age: 1, tags: ['a'], more: { id: 1 } })).toEqual({
      name: ['This must have at most 3 characters'],
    })
    await bare.close()
  })

  test.each([
    ['invalid JSON', '{oops', 'application/json', 400],
    ['an unknown content type', '<a/>', 'application/xml', 415],
    ['a body over the limit', JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json', 413],
    ['a prototype', '{"__proto__": {"admin": true}}', 'application/json', 400],
  ])('rejects %s', async (_name, payload, type, status) => {
    const answer = await fetch(`${app.url}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: payload,
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ detail: expect.any(String), request_id: expect.any(String) })
  })
})

describe('the server', () => {
  test('answers liveness, readiness, metrics and the API reference', async () => {
    expect((await app.visitor.get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await app.visitor.get('/readyz')).body).toMatchObject({
      status: 'ready',
      checks: { database: 'ok' },
    })
    const { body } = await app.visitor.get('/api/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toContain('/api/auth/login')
    expect((await app.visitor.get('/api/docs/')).status).toBe(200)
    expect((await app.visitor.get('/metrics')).body).toContain('process_cpu_seconds_total')
  })

  test('sends security headers and no-store', async () => {
    const { headers } = await app.visitor.get('/api/nothing')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain("script-src 'self' 'unsafe-inline'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    const encoded = await app.visitor.get('/%61pi/auth/caregivers')
    expect([encoded.status, encoded.headers.get('cache-control')]).toEqual([
      200,
      (await app.visitor.get('/api/auth/caregivers')).headers.get('cache-control'),
    ])
    expect((await app.visitor.get('/%61pi/notifications')).headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['/ws/notifications/?token=abc.def&x=1', '/ws/notifications/?token=[redacted]&x=1'],
    ['/verify-email?token=abc', '/verify-email?token=[redacted]'],
    ['/verify-email?TOKEN=abc', '/verify-email?TOKEN=[redacted]'],
    ['/confirm?side=old;token=abc', '/confirm?side=old;token=[redacted]'],
    ['/confirm?side=old&amp;token=abc', '/confirm?side=old&amp;token=[redacted]'],
    ['/verify-email?token%3Dabc', '/verify-email?token=[redacted]'],
    ['/verify-email%3Ftoken%3Dabc', '/verify-email?token=[redacted]'],
    ['/verify-email?token%253Dabc', '/verify-email?token=[redacted]'],
    ['/verify-email%25253ftoken%25253dabc', '/verify-email?token=[redacted]'],
    ['/verify-email?%74oken=abc', '/verify-email?token=[redacted]'],
    ['/verify-email?token[]=abc', '/verify-email?token[]=[redacted]'],
    ['/verify-email?token=x%26abc', '/verify-email?token=[redacted]'],
    [
      '/login?next=%2Freset-password%3Ftoken%3Dabc%26x%3D1&y=2',
      '/login?next=/reset-password?token=[redacted]&x=1&y=2',
    ],
    ['/go?a=%26amp%3Btoken%3Dabc', '/go?a=&amp;token=[redacted]'],
    ['/files/1?signature%3Dabc', '/files/1?signature=[redacted]'],
    ['/calendars/abc.ics', '/calendars/[redacted]'],
    ['/login?next=%2Fcalendars%2Fabc.ics', '/login?next=/calendars/[redacted]'],
  ])('redacts what is secret in a logged URL: %s', (url, logged) => {
    expect(redactUrl(url)).toBe(logged)
    expect(redactUrl(url)).not.toContain('abc')
  })

  test('cuts long addresses, because redacting them costs time', () => {
    const long = `/api/x${';q['.repeat(5_000)}%25252525252541`
    expect(redactUrl(long).length).toBeLessThanOrEqual(2_001)
    expect(redactUrl(`/x?token=${'a'.repeat(9_000)}`)).toBe('/x?token=[redacted]')
  })

  test.each([
    '/caregivers?city=New%20York&monkey=7',
    '/login?next=%2Fbookings%2F12%3Ftab%3Dpast',
    '/api/calendars/12',
    '/odd%zz%',
  ])('leaves any other URL as it is: %s', (url) => {
    expect(redactUrl(url)).toBe(url)
  })
})
