import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  loggedIn,
  loggedOut,
  readSession,
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
const nobody = { user: null, token: null, refreshToken: null }
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

it('comes back with a token that is still good', () => {
  const session = { user, token: tokenUntil(nowMs + 1000), refreshToken: 'r1' }
  writeSession(session)
  expect(readSession(nowMs)).toEqual(session)
  expect([...stored.keys()]).toEqual(['tendwell.session'])
})

it.each([
  ['an expired token', tokenUntil(nowMs - 1000)],
  ['a token without an end', 'h.e30.s'],
  ['no token at all', 'nonsense'],
])('starts empty on %s', (_, token) => {
  writeSession({ user, token, refreshToken: 'r1' })
  expect(readSession(nowMs)).toEqual(nobody)
})

it.each(['', '{', 'null', '[]', '"text"'])('starts empty on stored %j', (text) => {
  stored.set('tendwell.session', text)
  expect(readSession(nowMs)).toEqual(nobody)
})

it('keeps a user without a token, after signup', () => {
  writeSession(sessionReducer(undefined, userStored(user)))
  expect(readSession(nowMs)).toEqual({ user, token: null, refreshToken: null })
})

it('goes from login by refresh to logout', () => {
  const inside = sessionReducer(undefined, loggedIn({ user, access: 'a1', refresh: 'r1' }))
  expect(inside).toEqual({ user, token: 'a1', refreshToken: 'r1' })
  expect(sessionReducer(inside, tokensRefreshed({ access: 'a2' }))).toEqual({
    user,
    token: 'a2',
    refreshToken: 'r1',
  })
  expect(sessionReducer(inside, loggedOut())).toEqual(nobody)
})
