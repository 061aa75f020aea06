import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logIn, logOut, signUp } from '../lib/change-person.ts'
import { keep } from '../lib/kept.ts'
import { loggedIn, loggedOut } from '../lib/session.ts'
import { writeTab } from '../lib/tab-storage.ts'

const key = 'tendwell.session'
const personOf = (id: number) => ({
  id,
  full_name: 'Amelia Hart',
  email: `${id}@example.test`,
  avatar: null,
  role: 'caretaker' as const,
  profile_complete: true,
})
const user = personOf(7)
const tokenUntil = (ms: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: ms / 1000 })).toString('base64url')}.s`
const expired = { user, token: tokenUntil(Date.now() - 60_000), refreshToken: 'r1' }
const nobody = { user: null, token: null, refreshToken: null }

/** Its keys are its own, as those of a browser's are. */
class FakeStorage {
  readonly #own = () => this as unknown as Record<string, string>
  getItem(name: string) {
    return this.#own()[name] ?? null
  }
  setItem(name: string, value: string) {
    this.#own()[name] = value
  }
  removeItem(name: string) {
    delete this.#own()[name]
  }
}

let local: FakeStorage
let tab: FakeStorage
let endedOnServer: unknown[]
let otherTabWrites: (text: string) => void

beforeEach(() => {
  vi.resetModules()
  local = new FakeStorage()
  tab = new FakeStorage()
  endedOnServer = []
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (event: { key: string }) => void) => {
      otherTabWrites = (text) => {
        local.setItem(key, text)
        listener({ key })
      }
    },
  })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    expect(path).toBe('/api/auth/logout/')
    endedOnServer.push(JSON.parse(body).refresh)
    return new Response(null, { status: 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const openTab = async () => (await import('./store.ts')).store
const written = () => JSON.parse(local.getItem(key) ?? 'null')
const enter = (id: number, refresh = `r${id}`) => logIn({ user: personOf(id), access: `a${id}`, refresh })

describe('the session of a tab', () => {
  it('starts empty on an expired token, and leaves what is stored to the tabs that can refresh it', async () => {
    local.setItem(key, JSON.stringify(expired))
    const store = await openTab()
    expect(store.getState().session).toEqual(nobody)
    expect(written()).toEqual(expired)

    const fresh = { ...expired, token: tokenUntil(Date.now() + 60_000), refreshToken: 'r2' }
    otherTabWrites(JSON.stringify(fresh))
    expect(store.getState().session).toEqual(fresh)
  })

  it('does not end by what another tab writes of an expired token', async () => {
    const store = await openTab()
    store.dispatch(loggedIn({ user, access: tokenUntil(Date.now() + 60_000), refresh: 'r1' }))
    otherTabWrites(JSON.stringify(expired))
    expect(store.getState().session).toEqual(expired)
  })

  it('is written at a login, and follows the logout of another tab', async () => {
    const store = await openTab()
    store.dispatch(loggedIn({ user, access: 'a1', refresh: 'r1' }))
    expect(written()).toEqual({ user, token: 'a1', refreshToken: 'r1' })
    otherTabWrites(JSON.stringify(nobody))
    expect(store.getState().session).toEqual(nobody)
  })
})

describe('what was kept for somebody', () => {
  /** Words to another person, a form, and chosen hours. */
  function leaveThings(id: number) {
    keep(id, 'draft', '3', 'Dear Clara')
    writeTab('tendwell.draft.contact', { message: 'Hello' })
    writeTab('tendwell.booking.3', [{ startMs: 1, endMs: 2 }])
  }
  const things = () =>
    [...Object.keys(local), ...Object.keys(tab)].filter((name) => /kept|draft|book/.test(name))

  it('goes with a log-out, which ends the session on the server', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveThings(7)
    store.dispatch(logOut())
    expect([things(), endedOnServer, written()]).toEqual([[], ['r7'], nobody])
  })

  it.each([
    ['a login', enter(8)],
    ['a sign-up', signUp(personOf(8))],
  ])('goes with %s of another person, which ends the session on the server', async (_, comes) => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveThings(7)
    store.dispatch(comes)
    expect([things(), endedOnServer]).toEqual([[], ['r7']])
    expect(written().user.id).toBe(8)
  })

  it('outlives a session that has expired, for the same person alone', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveThings(7)
    store.dispatch(loggedOut())
    store.dispatch(enter(7, 'again'))
    expect(things()).toHaveLength(3)
    store.dispatch(loggedOut())
    store.dispatch(enter(8))
    expect([things(), endedOnServer]).toEqual([[], []])
  })

  it('goes in every tab when another person logs in in one of them', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveThings(7)
    otherTabWrites(JSON.stringify(nobody))
    otherTabWrites(JSON.stringify({ user: personOf(8), token: 'a8', refreshToken: 'r8' }))
    expect(store.getState().session.user?.id).toBe(8)
    expect(Object.keys(tab)).toEqual(['tendwell.person'])
  })

  it('is not what a visitor has typed before a login', async () => {
    const store = await openTab()
    writeTab('tendwell.draft.contact', { message: 'Hello' })
    store.dispatch(enter(7))
    expect(things()).toEqual(['tendwell.draft.contact'])
  })
})

it('a login over a session that a tab did not take up, because it had expired, ends it on the server', async () => {
  local.setItem(key, JSON.stringify(expired))
  const store = await openTab()
  store.dispatch(enter(7))
  expect(endedOnServer).toEqual(['r1'])
})
