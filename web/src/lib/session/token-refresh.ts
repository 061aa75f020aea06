import type { BaseQueryApi } from '@reduxjs/toolkit/query/react'
import { getBrowserZone } from '../format/format.ts'
import {
  loggedOut,
  readStoredSession,
  resumeEnded,
  resumeStarted,
  type SessionState,
  selectSession,
  sessionReplaced,
  tokensRefreshed,
} from './session.ts'
import { announceSessionEnd } from './session-end.ts'
import { withTabLock } from './tab-lock.ts'

const firstTimeoutMs = 4_000
const secondTimeoutMs = 8_000
/**
 * With a `detail`, these statuses mean that the refresh token is refused. Without one, a proxy has answered.
 */
const refusalStatuses = [400, 401, 403]

type Dispatch = BaseQueryApi['dispatch']
type GetState = () => unknown

interface State {
  session: SessionState
  isEnding: boolean
  api: { mutations: Record<string, { status: string } | undefined> }
}

let currentRefresh: Promise<boolean> | null = null

/**
 * Replaces an access token that the server refused. All callers share one refresh, and only one tab refreshes
 * at a time: the others take its token.
 * @returns whether the call is worth repeating
 */
export function refreshSession(refusedToken: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<boolean> => {
    const { token } = getSession(getState)
    if (token !== refusedToken) return token !== null
    currentRefresh ??= withTabLock('tendwell.refresh', () =>
      refresh(refusedToken, dispatch, getState),
    ).finally(() => {
      currentRefresh = null
    })
    return currentRefresh
  }
}

async function refresh(refusedToken: string, dispatch: Dispatch, getState: GetState): Promise<boolean> {
  const stored = readStoredSession()
  const isSameUser = stored.user?.id === getSession(getState).user?.id
  if (stored.token && stored.token !== refusedToken && isSameUser) {
    dispatch(sessionReplaced(stored))
    return true
  }
  const { refreshToken } = getSession(getState)
  const tokens = refreshToken ? await fetchTokens(refreshToken) : 'refused'
  if (tokens === 'unreachable') return false
  // The user may have logged out meanwhile, or another one logged in.
  if (getSession(getState).token !== refusedToken) return false
  if (tokens === 'refused') {
    const latest = readStoredSession()
    const isReplaced = latest.token !== null && latest.token !== refusedToken
    if (isReplaced) dispatch(sessionReplaced(latest))
    else end(dispatch, getState)
    return false
  }
  dispatch(tokensRefreshed(tokens))
  return true
}

/** Logs out, and says so unless a call of this tab is ending the session. */
function end(dispatch: Dispatch, getState: GetState): void {
  const { isEnding, api } = getState() as State
  const isSending = Object.values(api.mutations).some((mutation) => mutation?.status === 'pending')
  dispatch(loggedOut())
  if (!isEnding) announceSessionEnd({ isSending })
}

/**
 * Brings back the stored session of a tab that started logged out because its access token had expired. If
 * the server can't be reached, the session comes back as it is, and each call tries again.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
export function resumeSession() {
  return async (dispatch: Dispatch, getState: GetState): Promise<void> => {
    const expired = readStoredSession()
    if (!expired.user || !expired.refreshToken) return
    dispatch(resumeStarted())
    const session = await withTabLock('tendwell.refresh', () => renewStored(expired))
    // Someone may have logged in meanwhile, here or in another tab.
    if (getSession(getState).user === null) dispatch(session ? sessionReplaced(session) : loggedOut())
    dispatch(resumeEnded())
  }
}

/** @returns null if the server refuses the refresh token */
async function renewStored(expired: SessionState): Promise<SessionState | null> {
  const stored = readStoredSession()
  if (stored.token !== expired.token) return stored
  const tokens = expired.refreshToken ? await fetchTokens(expired.refreshToken) : 'refused'
  if (tokens === 'unreachable') return expired
  if (tokens !== 'refused') {
    return { ...expired, token: tokens.access, refreshToken: tokens.refresh ?? expired.refreshToken }
  }
  const latest = readStoredSession()
  return latest.token === expired.token ? null : latest
}

/** Whether a socket may reconnect: now, never, or `later`, because the server couldn't be reached. */
export type Renewal = 'renewed' | 'ended' | 'later'

/** `refreshSession` for a socket. */
export function renewSession(refusedToken: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<Renewal> => {
    if (await refreshSession(refusedToken)(dispatch, getState)) return 'renewed'
    return getSession(getState).token === null ? 'ended' : 'later'
  }
}

type Tokens = { access: string; refresh?: string | undefined } | 'refused' | 'unreachable'

/**
 * A refresh token works once, but the server repeats its answer for 10 s. So a lost answer is requested again
 * right away. While the server can't be reached the session stays.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
async function fetchTokens(refreshToken: string): Promise<Tokens> {
  const tokens = await tryFetchTokens(refreshToken, firstTimeoutMs)
  return tokens === 'unreachable' ? tryFetchTokens(refreshToken, secondTimeoutMs) : tokens
}

async function tryFetchTokens(refreshToken: string, timeoutMs: number): Promise<Tokens> {
  try {
    const response = await fetch('/api/auth/token/refresh/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: refreshToken, timezone: getBrowserZone() }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json()
    if (!isRecord(body)) return 'unreachable'
    if (refusalStatuses.includes(response.status) && typeof body.detail === 'string') return 'refused'
    if (!response.ok || typeof body.access !== 'string') return 'unreachable'
    return { access: body.access, refresh: typeof body.refresh === 'string' ? body.refresh : undefined }
  } catch {
    return 'unreachable'
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function getSession(getState: GetState): SessionState {
  return selectSession(getState() as State)
}
