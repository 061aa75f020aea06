import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { useSelector } from 'react-redux'
import { now } from '../format/clock.ts'

/**
 * Who is using this browser. A user without a token has just signed up or verified their email, and isn't
 * logged in.
 */
export interface SessionState {
  user: User | null
  token: string | null
  refreshToken: string | null
}

export type Role = User['role']

const storageKey = 'tendwell.session'
export const loggedOutSession: SessionState = { user: null, token: null, refreshToken: null }

const sessionSlice = createSlice({
  name: 'session',
  initialState: loggedOutSession,
  reducers: {
    loggedIn: (_state, { payload }: PayloadAction<{ user: User; access: string; refresh: string }>) => ({
      user: payload.user,
      token: payload.access,
      refreshToken: payload.refresh,
    }),
    /** After sign-up, email verification, or a change of the name or photo. Keeps the tokens. */
    userStored: (state, { payload }: PayloadAction<User>) => ({ ...state, user: payload }),
    tokensRefreshed: (
      state,
      { payload }: PayloadAction<{ access: string; refresh?: string | undefined }>,
    ) => ({
      ...state,
      token: payload.access,
      refreshToken: payload.refresh ?? state.refreshToken,
    }),
    /** Another tab logged in or out. */
    sessionReplaced: (_state, { payload }: PayloadAction<SessionState>) => payload,
    // A new object, so that the store's listeners see a change even when the tab started logged out.
    loggedOut: () => ({ ...loggedOutSession }),
  },
})

/** Whether this tab is asking the server for a new access token, because the stored one has expired. */
const resumingSlice = createSlice({
  name: 'isResuming',
  initialState: false,
  reducers: {
    resumeStarted: () => true,
    resumeEnded: () => false,
  },
})

/**
 * Whether a call of this tab is ending the session, such as closing the account. The session's end may arrive
 * before the call's answer, and the screens wait for the answer.
 */
const endingSlice = createSlice({
  name: 'isEnding',
  initialState: false,
  reducers: {
    endingStarted: () => true,
    endingEnded: () => false,
  },
})

export const sessionReducer = sessionSlice.reducer
export const { loggedIn, userStored, tokensRefreshed, sessionReplaced, loggedOut } = sessionSlice.actions
export const resumingReducer = resumingSlice.reducer
export const { resumeStarted, resumeEnded } = resumingSlice.actions

export const endingReducer = endingSlice.reducer
export const { endingStarted, endingEnded } = endingSlice.actions

interface WithSession {
  session: SessionState
}

export const selectSession = (state: WithSession) => state.session

interface WithPhases {
  isResuming: boolean
  isEnding: boolean
}

/** Whether the session may come back in a moment, or its end is still to be answered. Guards wait for both. */
export function useIsSessionChanging(): boolean {
  return useSelector(({ isResuming, isEnding }: WithPhases) => isResuming || isEnding)
}

export function useSession() {
  const { user, token } = useSelector(selectSession)
  return { user, token, isLoggedIn: Boolean(user && token) }
}

/**
 * The stored session that a new tab starts with; a visitor's if its access token is expired or unreadable.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export function restoreSession(nowMs = now()): SessionState {
  const stored = readStoredSession()
  if (stored.token === null) return stored
  const expiresMs = readExpiryMs(stored.token)
  return expiresMs !== null && expiresMs > nowMs ? stored : loggedOutSession
}

/** The session that all tabs share, even if its access token has expired. */
export function readStoredSession(): SessionState {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return loggedOutSession
    return {
      user: typeof stored.user?.id === 'number' ? stored.user : null,
      token: typeof stored.token === 'string' ? stored.token : null,
      refreshToken: typeof stored.refreshToken === 'string' ? stored.refreshToken : null,
    }
  } catch {
    return loggedOutSession
  }
}

export function writeSession(session: SessionState): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(session))
  } catch {
    // Storage is full or blocked: the session lives as long as the tab.
  }
}

/**
 * Calls `onChange` when another tab logs in, logs out or refreshes its tokens. The session may have an
 * expired access token, which is refreshed on its next use.
 * @returns stops watching
 */
export function watchStoredSession(onChange: (session: SessionState) => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) onChange(readStoredSession())
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** When a JWT expires, in ms since 1970; null if it can't be read. */
function readExpiryMs(token: string): number | null {
  try {
    const part = token.split('.')[1] ?? ''
    const claims = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null
  } catch {
    return null
  }
}
