import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loggedIn } from '../lib/session.ts'

const key = 'tendwell.session'
const user = {
  id: 7,
  full_name: 'Amelia Hart',
  email: 'amelia@example.test',
  avatar: null,
  role: 'caretaker' as const,
  profile_complete: true,
}
const tokenUntil = (ms: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: ms / 1000 })).toString('base64url')}.s`
const expired = { user, token: tokenUntil(Date.now() - 60_000), refreshToken: 'r1' }
const nobody = { user: null, token: null, refreshToken: null }

let stored: Map<string, string>
let otherTabWrites: (text: string) => void

beforeEach(() => {
  vi.resetModules()
  stored = new Map()
  const storage = () => ({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (event: { key: string }) => void) => {
      otherTabWrites = (text) => {
        stored.set(key, text)
        listener({ key })
      }
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

const openTab = async () => (await import('./store.ts')).store

it('starts empty on an expired token, and leaves what is stored to the tabs that can refresh it', async () => {
  stored.set(key, JSON.stringify(expired))
  const store = await openTab()
  expect(store.getState().session).toEqual(nobody)
  expect(JSON.parse(stored.get(key) ?? '')).toEqual(expired)

  const fresh = { ...expired, token: tokenUntil(Date.now() + 60_000), refreshToken: 'r2' }
  otherTabWrites(JSON.stringify(fresh))
  expect(store.getState().session).toEqual(fresh)
})

it('is not logged out by what another tab writes of an expired token', async () => {
  const store = await openTab()
  store.dispatch(loggedIn({ user, access: tokenUntil(Date.now() + 60_000), refresh: 'r1' }))
  otherTabWrites(JSON.stringify(expired))
  expect(store.getState().session).toEqual(expired)
})

it('writes a login, and follows the logout of another tab', async () => {
  const store = await openTab()
  store.dispatch(loggedIn({ user, access: 'a1', refresh: 'r1' }))
  expect(JSON.parse(stored.get(key) ?? '')).toEqual({ user, token: 'a1', refreshToken: 'r1' })
  otherTabWrites(JSON.stringify(nobody))
  expect(store.getState().session).toEqual(nobody)
})
