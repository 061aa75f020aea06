import type { User } from '@tendwell/contract/accounts'
import { useSelector } from 'react-redux'
import { now } from './clock.ts'

/** Who is using this browser. A user without a token has signed up or verified, and is not logged in. */
export interface SessionState {
  user: User | null
  token: string | null
  refreshToken: string | null
}

export type Role = User['role']

const storageKey = 'tendwell.session'
/** The state of a visitor. */
export const nobody: SessionState = { user: null, token: null, refreshToken: null }

export const loggedIn = action<{ user: User; access: string; refresh: string }>('session/loggedIn')
/** Signup, e-mail verification, a changed name or photo: the user alone; tokens stay as they are. */
export const userStored = action<User>('session/userStored')
export const tokensRefreshed = action<{ access: string; refresh?: string | undefined }>(
  'session/tokensRefreshed',
)
/** Another tab logged in or out. */
export const sessionReplaced = action<SessionState>('session/replaced')
export const loggedOut = action<void>('session/loggedOut')

export function sessionReducer(state: SessionState = nobody, action: { type: string }): SessionState {
  if (loggedIn.match(action)) {
    const { user, access, refresh } = action.payload
    return { user, token: access, refreshToken: refresh }
  }
  if (userStored.match(action)) return { ...state, user: action.payload }
  if (tokensRefreshed.match(action)) {
    const { access, refresh } = action.payload
    return { ...state, token: access, refreshToken: refresh ?? state.refreshToken }
  }
  if (sessionReplaced.match(action)) return action.payload
  return loggedOut.match(action) ? nobody : state
}

/** By hand and not by the toolkit, which would bring itself and immer to the landing page. */
function action<Payload>(type: string) {
  const create = (payload: Payload) => ({ type, payload })
  const match = (other: { type: string }): other is { type: string; payload: Payload } => other.type === type
  return Object.assign(create, { type, match })
}

interface WithSession {
  session: SessionState
}

export const selectSession = (state: WithSession) => state.session

/** `user` and `token`; both are there exactly when someone is logged in, and then `isLoggedIn` is true. */
export function useSession() {
  const { user, token } = useSelector(selectSession)
  return { user, token, isLoggedIn: Boolean(user && token) }
}

/**
 * The stored session, read when a tab starts. Without a readable token that is still valid, no one is signed in.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export function readSession(nowMs = now()): SessionState {
  const stored = readStored()
  if (stored.token === null) return stored
  const expiresMs = expiryMs(stored.token)
  return expiresMs !== null && expiresMs > nowMs ? stored : nobody
}

/** What all tabs share, its access token expired or not. */
export function readStored(): SessionState {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return nobody
    return {
      user: typeof stored.user?.id === 'number' ? stored.user : null,
      token: typeof stored.token === 'string' ? stored.token : null,
      refreshToken: typeof stored.refreshToken === 'string' ? stored.refreshToken : null,
    }
  } catch {
    return nobody
  }
}

export function writeSession(session: SessionState): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(session))
  } catch {
    // Storage may be full or forbidden: the session then lives as long as the tab.
  }
}

/**
 * Calls back when another tab has changed the session; the answer stops it. Login and logout are followed; an access
 * token that has expired is neither, and is refreshed when it is used.
 */
export function watchStoredSession(changed: (session: SessionState) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) changed(readStored())
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** When a JWT ends, in ms since 1970; null when it can't be read. */
function expiryMs(token: string): number | null {
  try {
    const part = token.split('.')[1] ?? ''
    const claims = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null
  } catch {
    return null
  }
}
