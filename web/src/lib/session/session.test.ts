import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  loggedIn,
  loggedOut,
  restoreSession,
  sessionReducer,
  tokensRefreshed,
  userStored,
  writeSession,
} from './session.ts'

const user = {
  id: 7,
  full_name: 'Amelia Hart',
  email: 'amelia@example.test',
  avatar: null,
  role: 'caretaker' as const,
  profile_complete: true,
}
const visitor = { user: null, token: null, refreshToken: null }
const nowMs = Date.parse('2026-12-01T12:00:00Z')
const tokenUntil = (ms: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: ms / 1000 })).toString('base64url')}.s`

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('restores a session whose token is still valid', () => {
  const session = { user, token: tokenUntil(nowMs + 1000), refreshToken: 'r1' }
  writeSession(session)
  expect(restoreSession(nowMs)).toEqual(session)
  expect([...stored.keys()]).toEqual(['tendwell.session'])
})

it.each([
  ['an expired token', tokenUntil(nowMs - 1000)],
  ['a token without an expiry', 'h.e30.s'],
  ['an unreadable token', 'nonsense'],
])('starts logged out with %s', (_, token) => {
  writeSession({ user, token, refreshToken: 'r1' })
  expect(restoreSession(nowMs)).toEqual(visitor)
})

it.each(['', '{', 'null', '[]', '"text"'])('starts logged out if %j is stored', (text) => {
  stored.set('tendwell.session', text)
  expect(restoreSession(nowMs)).toEqual(visitor)
})

it.each([{ token: tokenUntil(nowMs + 1000) }, { token: 5, user: 'x' }])(
  'logs no one in with %j',
  (session) => {
    stored.set('tendwell.session', JSON.stringify(session))
    expect(restoreSession(nowMs).user).toBeNull()
  },
)

it('restores a user without a token, after sign-up', () => {
  writeSession(sessionReducer(undefined, userStored(user)))
  expect(restoreSession(nowMs)).toEqual({ user, token: null, refreshToken: null })
})

it('follows login, refresh and logout', () => {
  const loggedInSession = sessionReducer(undefined, loggedIn({ user, access: 'a1', refresh: 'r1' }))
  expect(loggedInSession).toEqual({ user, token: 'a1', refreshToken: 'r1' })
  expect(sessionReducer(loggedInSession, tokensRefreshed({ access: 'a2' }))).toEqual({
    user,
    token: 'a2',
    refreshToken: 'r1',
  })
  expect(sessionReducer(loggedInSession, loggedOut())).toEqual(visitor)
})
