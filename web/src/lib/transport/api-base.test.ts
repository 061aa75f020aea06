import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { now } from '../format/clock.ts'
import { getBrowserZone } from '../format/format.ts'
import { loggedIn, loggedOut, sessionReducer, writeSession } from '../session/session.ts'
import { renewSession } from '../session/token-refresh.ts'
import { api } from './api-base.ts'

vi.mock('./pause.ts', () => ({ pause: async () => {} }))

const user = {
  id: 7,
  full_name: 'Amelia Hart',
  email: 'amelia@example.test',
  avatar: null,
  role: 'caretaker' as const,
  profile_complete: true,
}
const probe = api.injectEndpoints({
  endpoints: (build) => ({
    probe: build.query<unknown, number>({ query: (n) => `/probe/${n}/` }),
    write: build.mutation<unknown, void>({ query: () => ({ url: '/probe/', method: 'POST' }) }),
  }),
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

function createStore(access: string) {
  const store = configureStore({
    reducer: combineReducers({ session: sessionReducer, [api.reducerPath]: api.reducer }),
    middleware: (defaults) => defaults().concat(api.middleware),
  })
  store.dispatch(loggedIn({ user, access, refresh: 'r1' }))
  return store
}
const request = (store: ReturnType<typeof createStore>, n: number) =>
  store.dispatch(probe.endpoints.probe.initiate(n, { forceRefetch: true }))
const refreshes = () => calls.filter((path) => path.endsWith('/refresh/')).length

it('shares one refresh between parallel calls and retries each once', async () => {
  const store = createStore('stale')
  const answers = await Promise.all([request(store, 1), request(store, 2), request(store, 3)])
  expect(answers.every((answer) => answer.isSuccess)).toBe(true)
  expect(refreshes()).toBe(1)
  expect(store.getState().session).toMatchObject({ token: 'fresh', refreshToken: 'r2' })
})

it('keeps the old refresh token when none is returned', async () => {
  refreshAnswer = () => Response.json({ access: 'fresh' })
  const store = createStore('stale')
  await request(store, 1)
  expect(store.getState().session).toMatchObject({ token: 'fresh', refreshToken: 'r1' })
})

it('takes the token that another tab has fetched', async () => {
  const store = createStore('stale')
  writeSession({ user, token: 'fresh', refreshToken: 'r9' })
  const answer = await request(store, 1)
  expect(answer.isSuccess).toBe(true)
  expect(refreshes()).toBe(0)
  expect(store.getState().session.refreshToken).toBe('r9')
})

it.each([400, 401, 403])(
  'logs out if the refresh is refused with %i, and makes no further call',
  async (status) => {
    refreshAnswer = () => Response.json({ detail: 'No', code: 'no', request_id: 'r' }, { status })
    const store = createStore('stale')
    const answer = await request(store, 1)
    expect(answer.error).toMatchObject({ status: 401 })
    expect(store.getState().session).toEqual({ user: null, token: null, refreshToken: null })
    expect(calls).toEqual(['/api/probe/1/', '/api/auth/token/refresh/'])
  },
)

it('takes the session of another tab that logged in during the refresh', async () => {
  const other = { user: { ...user, id: 8 }, token: 'fresh', refreshToken: 'r8' }
  const store = createStore('stale')
  refreshAnswer = () => {
    writeSession(other)
    return Response.json({ detail: 'No', code: 'no', request_id: 'r' }, { status: 401 })
  }
  const answer = await request(store, 1)
  expect(answer.error, 'the call is not repeated for the other user').toMatchObject({ status: 401 })
  expect(store.getState().session).toEqual(other)
})

const answerOf = (status: number, body: object | string) => () =>
  typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })

it.each([
  ['offline', () => Promise.reject(new TypeError('offline'))],
  ['503', answerOf(503, { detail: 'Please try again in a moment', code: 'unavailable', request_id: 'r' })],
  ['429', answerOf(429, { detail: 'Too many attempts', code: 'throttled', request_id: 'r' })],
  ['a proxy’s 502', answerOf(502, '<h1>Bad Gateway</h1>')],
  ['a proxy’s 403', answerOf(403, '<h1>Forbidden</h1>')],
  ['the 200 of a Wi-Fi login page', answerOf(200, '<h1>Welcome</h1>')],
])('stays logged in if the refresh fails for another reason: %s', async (_, failure) => {
  refreshAnswer = failure
  const store = createStore('stale')
  const answer = await request(store, 1)
  expect(answer.error).toMatchObject({ status: 401 })
  expect(store.getState().session.token).toBe('stale')
})

it('sends the same refresh token again at once if an answer is lost', async () => {
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
  const store = createStore('stale')
  const pending = request(store, 1)
  // For 10 s the server gives the same answer to a used token.
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await pending).isSuccess).toBe(true)
  const body = JSON.stringify({ refresh: 'r1', timezone: getBrowserZone() })
  expect(bodies).toEqual([body, body])
  timeouts.mockRestore()
  vi.useRealTimers()
})

it.each([
  ['renewed', () => Response.json({ access: 'fresh', refresh: 'r2' })],
  ['ended', answerOf(401, { detail: 'No', code: 'no', request_id: 'r' })],
  ['later', answerOf(503, '')],
] as const)('tells a socket that its session is %s', async (renewal, answer) => {
  refreshAnswer = answer
  const store = createStore('stale')
  expect(await store.dispatch(renewSession('stale'))).toBe(renewal)
})

it('repeats a call only once', async () => {
  valid = 'never'
  const store = createStore('stale')
  const answer = await request(store, 1)
  expect(answer.error).toMatchObject({ status: 401 })
  expect(refreshes()).toBe(1)
})

it('asks a busy server again before a read fails, but not to write again', async () => {
  const store = createStore('fresh')
  const answer = fetch
  vi.stubGlobal('fetch', (input: Request) => {
    const isFirst = !calls.some((path) => path === new URL(input.url).pathname)
    return isFirst ? answer(input).then(() => new Response('<h1>Busy</h1>', { status: 503 })) : answer(input)
  })
  expect((await request(store, 1)).isSuccess).toBe(true)
  expect(calls).toEqual(['/api/probe/1/', '/api/probe/1/'])
  calls = []
  const { error } = await store.dispatch(probe.endpoints.write.initiate())
  expect(error).toMatchObject({ originalStatus: 503 })
  expect(calls).toEqual(['/api/probe/'])
})

it('does not restore a session that ended during the refresh', async () => {
  const store = createStore('stale')
  refreshAnswer = () => {
    store.dispatch(loggedOut())
    return Response.json({ access: 'fresh', refresh: 'r2' })
  }
  await request(store, 1)
  expect(store.getState().session.token).toBeNull()
})

it('follows the server’s clock, in successes and refusals', async () => {
  const [answer, machineMs] = [fetch, Date.now()]
  let ahead = 60_000
  vi.setSystemTime(machineMs)
  vi.stubGlobal('fetch', async (input: Request) => {
    const response = await answer(input)
    response.headers.set('x-clock-ahead-ms', String(ahead))
    return response
  })
  const store = createStore('fresh')
  await request(store, 1)
  expect(now()).toBe(machineMs + 60_000)
  ahead = 0
  valid = 'never'
  await request(store, 2)
  expect(now()).toBe(machineMs)
  vi.useRealTimers()
})
