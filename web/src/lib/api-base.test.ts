import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, renewSession } from './api-base.ts'
import { now } from './clock.ts'
import { loggedIn, loggedOut, sessionReducer, writeSession } from './session.ts'

const user = {
  id: 7,
  full_name: 'Amelia Hart',
  email: 'amelia@example.test',
  avatar: null,
  role: 'caretaker' as const,
  profile_complete: true,
}
const probe = api.injectEndpoints({
  endpoints: (build) => ({ probe: build.query<unknown, number>({ query: (n) => `/probe/${n}/` }) }),
})

let valid = 'fresh'
let refreshAnswer: () => Response | Promise<Response>
let calls: string[]

beforeEach(() => {
  valid = 'fresh'
  calls = []
  refreshAnswer = () => Response.json({ access: 'fresh', refresh: 'r2' })
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } })
  const NodeRequest = Request
  vi.stubGlobal(
    'Request',
    class extends NodeRequest {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, 'http://app.test'), init)
      }
    },
  )
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const path = typeof input === 'string' ? input : new URL(input.url).pathname
    calls.push(path)
    if (path.endsWith('/refresh/')) return refreshAnswer()
    const isValid = (input as Request).headers.get('authorization') === `Bearer ${valid}`
    return isValid ? Response.json({ path }) : Response.json({ detail: 'Token expired' }, { status: 401 })
  })
})

afterEach(() => vi.unstubAllGlobals())

function storeWith(access: string) {
  const store = configureStore({
    reducer: combineReducers({ session: sessionReducer, [api.reducerPath]: api.reducer }),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  store.dispatch(loggedIn({ user, access, refresh: 'r1' }))
  return store
}
const ask = (store: ReturnType<typeof storeWith>, n: number) =>
  store.dispatch(probe.endpoints.probe.initiate(n, { forceRefetch: true }))
const refreshes = () => calls.filter((path) => path.endsWith('/refresh/')).length

it('shares one refresh between parallel calls and retries each once', async () => {
  const store = storeWith('stale')
  const answers = await Promise.all([ask(store, 1), ask(store, 2), ask(store, 3)])
  expect(answers.every((answer) => answer.isSuccess)).toBe(true)
  expect(refreshes()).toBe(1)
  expect(store.getState().session).toMatchObject({ token: 'fresh', refreshToken: 'r2' })
})

it('keeps the old refresh token when none is returned', async () => {
  refreshAnswer = () => Response.json({ access: 'fresh' })
  const store = storeWith('stale')
  await ask(store, 1)
  expect(store.getState().session).toMatchObject({ token: 'fresh', refreshToken: 'r1' })
})

it('takes up the token another tab has fetched', async () => {
  const store = storeWith('stale')
  writeSession({ user, token: 'fresh', refreshToken: 'r9' })
  const answer = await ask(store, 1)
  expect(answer.isSuccess).toBe(true)
  expect(refreshes()).toBe(0)
  expect(store.getState().session.refreshToken).toBe('r9')
})

it.each([400, 401, 403])('logs out when the refresh is refused with %i, and asks no more', async (status) => {
  refreshAnswer = () => Response.json({ detail: 'No', code: 'no', request_id: 'r' }, { status })
  const store = storeWith('stale')
  const answer = await ask(store, 1)
  expect(answer.error).toMatchObject({ status: 401 })
  expect(store.getState().session).toEqual({ user: null, token: null, refreshToken: null })
  expect(calls).toEqual(['/api/probe/1/', '/api/auth/token/refresh/'])
})

it('does not log out who has logged in in another tab during the refresh', async () => {
  const other = { user: { ...user, id: 8 }, token: 'fresh', refreshToken: 'r8' }
  const store = storeWith('stale')
  refreshAnswer = () => {
    writeSession(other)
    return Response.json({ detail: 'No', code: 'no', request_id: 'r' }, { status: 401 })
  }
  const answer = await ask(store, 1)
  expect(answer.error, 'what one asked for is not given to the other').toMatchObject({ status: 401 })
  expect(store.getState().session).toEqual(other)
})

const answerOf = (status: number, body: object | string) => () =>
  typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })

it.each([
  ['offline', () => Promise.reject(new TypeError('offline'))],
  ['503', answerOf(503, { detail: 'Please try again in a moment', code: 'unavailable', request_id: 'r' })],
  ['429', answerOf(429, { detail: 'Too many attempts', code: 'throttled', request_id: 'r' })],
  ['502 of a proxy', answerOf(502, '<h1>Bad Gateway</h1>')],
  ['403 of a proxy', answerOf(403, '<h1>Forbidden</h1>')],
  ['200 of a hotel’s network', answerOf(200, '<h1>Welcome</h1>')],
])('stays logged in when nobody has refused the refresh: %s', async (_, refuse) => {
  refreshAnswer = refuse
  const store = storeWith('stale')
  const answer = await ask(store, 1)
  expect(answer.error).toMatchObject({ status: 401 })
  expect(store.getState().session.token).toBe('stale')
})

it('asks again at once, with the same token, when an answer is lost', async () => {
  vi.useFakeTimers()
  const bodies: unknown[] = []
  const [answer, timeouts] = [fetch, vi.spyOn(AbortSignal, 'timeout')]
  timeouts.mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  })
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    if (typeof input !== 'string') return answer(input)
    bodies.push(init?.body)
    if (bodies.length > 1) return answer(input)
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  const store = storeWith('stale')
  const asked = ask(store, 1)
  // Within the 10 s that the server answers a used token the same.
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await asked).isSuccess).toBe(true)
  expect(bodies).toEqual(['{"refresh":"r1"}', '{"refresh":"r1"}'])
  timeouts.mockRestore()
  vi.useRealTimers()
})

it.each([
  ['renewed', () => Response.json({ access: 'fresh', refresh: 'r2' })],
  ['ended', answerOf(401, { detail: 'No', code: 'no', request_id: 'r' })],
  ['later', answerOf(503, '')],
] as const)('tells a socket whose session was refused: %s', async (renewal, answer) => {
  refreshAnswer = answer
  const store = storeWith('stale')
  expect(await store.dispatch(renewSession('stale'))).toBe(renewal)
})

it('retries once alone: a fresh token that is refused too is an answer', async () => {
  valid = 'never'
  const store = storeWith('stale')
  const answer = await ask(store, 1)
  expect(answer.error).toMatchObject({ status: 401 })
  expect(refreshes()).toBe(1)
})

it('does not bring back a session that ended during the refresh', async () => {
  const store = storeWith('stale')
  refreshAnswer = () => {
    store.dispatch(loggedOut())
    return Response.json({ access: 'fresh', refresh: 'r2' })
  }
  await ask(store, 1)
  expect(store.getState().session.token).toBeNull()
})

it('follows the product’s clock, which answers and refusals tell', async () => {
  const [answer, machineMs] = [fetch, Date.now()]
  let ahead = 60_000
  vi.setSystemTime(machineMs)
  vi.stubGlobal('fetch', async (input: Request) => {
    const response = await answer(input)
    response.headers.set('x-clock-ahead-ms', String(ahead))
    return response
  })
  const store = storeWith('fresh')
  await ask(store, 1)
  expect(now()).toBe(machineMs + 60_000)
  ahead = 0
  valid = 'never'
  await ask(store, 2)
  expect(now()).toBe(machineMs)
  vi.useRealTimers()
})
