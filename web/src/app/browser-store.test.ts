import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logIn, logOut, signUp } from '../lib/session/auth-actions.ts'
import { loggedIn, loggedOut } from '../lib/session/session.ts'
import { writeTabItem } from '../lib/session/tab-storage.ts'
import { saveItem } from '../lib/session/user-storage.ts'

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
const visitor = { user: null, token: null, refreshToken: null }

/** Has its items as own keys, like a browser's storage. */
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
let refreshes: unknown[]
/** The server's answer to a refresh; without one it can't be reached. */
let refreshAnswer: Response | undefined
let otherTabWrites: (text: string) => void

beforeEach(() => {
  vi.resetModules()
  local = new FakeStorage()
  tab = new FakeStorage()
  endedOnServer = []
  refreshes = []
  refreshAnswer = undefined
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (event: { key: string }) => void) => {
      otherTabWrites = (text) => {
        local.setItem(key, text)
        listener({ key })
      }
    },
  })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const { refresh } = JSON.parse(body)
    if (path === '/api/auth/token/refresh/') {
      refreshes.push(refresh)
      if (!refreshAnswer) throw new TypeError('Failed to fetch')
      return refreshAnswer
    }
    expect(path).toBe('/api/auth/logout/')
    endedOnServer.push(refresh)
    return new Response(null, { status: 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const openTab = async () => (await import('./browser-store.ts')).openStore()
type Store = Awaited<ReturnType<typeof openTab>>
const resumed = (store: Store) => vi.waitFor(() => expect(store.getState().isResuming).toBe(false))
const written = () => JSON.parse(local.getItem(key) ?? 'null')
const enter = (id: number, refresh = `r${id}`) => logIn({ user: personOf(id), access: `a${id}`, refresh })

describe('the session of a tab', () => {
  it('starts logged out with an expired token, and comes back with one refresh', async () => {
    local.setItem(key, JSON.stringify(expired))
    refreshAnswer = Response.json({ access: 'a2', refresh: 'r2' })
    const store = await openTab()
    expect(store.getState()).toMatchObject({ session: visitor, isResuming: true })
    expect(written()).toEqual(expired)
    await resumed(store)
    expect(store.getState().session).toEqual({ user, token: 'a2', refreshToken: 'r2' })
    expect([written(), refreshes]).toEqual([store.getState().session, ['r1']])
  })

  it('ends when the server refuses the refresh', async () => {
    local.setItem(key, JSON.stringify(expired))
    refreshAnswer = Response.json({ detail: 'Your session has ended. Please log in again' }, { status: 401 })
    const store = await openTab()
    await resumed(store)
    expect([store.getState().session, written()]).toEqual([visitor, visitor])
  })

  it('comes back as it was when the server can’t be reached', async () => {
    local.setItem(key, JSON.stringify(expired))
    const store = await openTab()
    await resumed(store)
    expect([store.getState().session, written()]).toEqual([expired, expired])
  })

  it('is left to the person who logs in while it is refreshed', async () => {
    local.setItem(key, JSON.stringify(expired))
    refreshAnswer = Response.json({ access: 'a2', refresh: 'r2' })
    const store = await openTab()
    store.dispatch(enter(8))
    await resumed(store)
    expect([store.getState().session.user?.id, written().user.id]).toEqual([8, 8])
  })

  it('is not asked for while the token is valid or after a logout', async () => {
    for (const session of [{ ...expired, token: tokenUntil(Date.now() + 60_000) }, visitor]) {
      local.setItem(key, JSON.stringify(session))
      expect((await openTab()).getState().isResuming).toBe(false)
    }
    expect(refreshes).toEqual([])
  })

  it('is taken from another tab that has refreshed it', async () => {
    local.setItem(key, JSON.stringify(expired))
    const store = await openTab()
    const fresh = { ...expired, token: tokenUntil(Date.now() + 60_000), refreshToken: 'r2' }
    otherTabWrites(JSON.stringify(fresh))
    expect(store.getState().session).toEqual(fresh)
    await resumed(store)
    expect([store.getState().session, written()]).toEqual([fresh, fresh])
  })

  it('survives when another tab stores an expired token', async () => {
    const store = await openTab()
    store.dispatch(loggedIn({ user, access: tokenUntil(Date.now() + 60_000), refresh: 'r1' }))
    otherTabWrites(JSON.stringify(expired))
    expect(store.getState().session).toEqual(expired)
  })

  it('is stored on login, and ends when another tab logs out', async () => {
    const store = await openTab()
    store.dispatch(loggedIn({ user, access: 'a1', refresh: 'r1' }))
    expect(written()).toEqual({ user, token: 'a1', refreshToken: 'r1' })
    otherTabWrites(JSON.stringify(visitor))
    expect(store.getState().session).toEqual(visitor)
  })
})

describe('drafts and choices', () => {
  /** A message, a form and selected times. */
  function leaveDrafts(id: number) {
    saveItem(id, 'draft', '3', 'Dear Clara')
    writeTabItem('tendwell.draft.contact', { message: 'Hello' })
    writeTabItem('tendwell.booking.3', [{ startMs: 1, endMs: 2 }])
  }
  const drafts = () =>
    [...Object.keys(local), ...Object.keys(tab)].filter((name) => /tendwell\.user|draft|booking/.test(name))

  it('are cleared on logout, which also ends the session on the server', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveDrafts(7)
    store.dispatch(logOut())
    expect([drafts(), endedOnServer, written()]).toEqual([[], ['r7'], visitor])
  })

  it('are cleared on a logout after the session ended, as when the account was closed', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveDrafts(7)
    store.dispatch(loggedOut())
    expect(drafts()).toHaveLength(3)
    store.dispatch(logOut())
    expect(drafts()).toEqual([])
  })

  it.each([
    ['login', enter(8)],
    ['sign-up', signUp(personOf(8))],
  ])(
    'are cleared on the %s of another user, which also ends the session on the server',
    async (_, action) => {
      const store = await openTab()
      store.dispatch(enter(7))
      leaveDrafts(7)
      store.dispatch(action)
      expect([drafts(), endedOnServer]).toEqual([[], ['r7']])
      expect(written().user.id).toBe(8)
    },
  )

  it('survive an expired session, but only for the same user', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveDrafts(7)
    store.dispatch(loggedOut())
    store.dispatch(enter(7, 'again'))
    expect(drafts()).toHaveLength(3)
    store.dispatch(loggedOut())
    store.dispatch(enter(8))
    expect([drafts(), endedOnServer]).toEqual([[], []])
  })

  it('are cleared in every tab when another user logs in in one of them', async () => {
    const store = await openTab()
    store.dispatch(enter(7))
    leaveDrafts(7)
    otherTabWrites(JSON.stringify(visitor))
    otherTabWrites(JSON.stringify({ user: personOf(8), token: 'a8', refreshToken: 'r8' }))
    expect(store.getState().session.user?.id).toBe(8)
    expect(Object.keys(tab)).toEqual(['tendwell.tab-owner'])
  })

  it('stay if a visitor wrote them before login', async () => {
    const store = await openTab()
    writeTabItem('tendwell.draft.contact', { message: 'Hello' })
    store.dispatch(enter(7))
    expect(drafts()).toEqual(['tendwell.draft.contact'])
  })
})

it('login ends the stored session on the server, even if this tab ignored it because it had expired', async () => {
  local.setItem(key, JSON.stringify(expired))
  const store = await openTab()
  store.dispatch(enter(7))
  expect(endedOnServer).toEqual(['r1'])
})
