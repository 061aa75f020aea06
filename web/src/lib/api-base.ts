import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { followClock } from './clock.ts'
import {
  loggedOut,
  readStored,
  type SessionState,
  selectSession,
  sessionReplaced,
  tokensRefreshed,
} from './session.ts'

const baseUrl = '/api'
const lockName = 'tendwell.refresh'

// Their 401 speaks of what was typed or sent, not of the access token.
const ownCredentials = ['/auth/login/', '/auth/google/', '/auth/token/refresh/', '/auth/logout/']

// In the product's own form these speak of the token; any other answer, or one of whatever is in between, does not.
const refusals = [400, 401, 403]

type Dispatch = BaseQueryApi['dispatch']
type GetState = () => unknown

const send = fetchBaseQuery({
  baseUrl,
  timeout: 30_000,
  fetchFn: async (input, init) => {
    const response = await fetch(input, init)
    followClock(response.headers)
    return response
  },
  prepareHeaders: (headers, { getState }) => {
    const { token } = sessionOf(getState)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return headers
  },
})

const sendWithRefresh: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (
  args,
  context,
  options,
) => {
  const { token } = sessionOf(context.getState)
  const path = typeof args === 'string' ? args : args.url
  // What an address ends in may be no number: then it is nobody's id, and the server need not be asked.
  if (path.split('/').includes('NaN')) return { error: { status: 404, data: null } }
  const result = await send(args, context, options)
  if (result.error?.status !== 401 || !token || ownCredentials.includes(path)) return result

  const fresh = await refreshSession(token)(context.dispatch, context.getState)
  return fresh ? send(args, context, options) : result
}

/** Features add their endpoints with `api.injectEndpoints`; paths keep the trailing slash. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: sendWithRefresh,
  tagTypes: [
    'Auth',
    'User',
    'Availability',
    'Rules',
    'Overrides',
    'TimeOff',
    'Caregivers',
    'Requests',
    'Conversation',
    'Message',
    'Notification',
    'Reviews',
    'RatingSummary',
    'Payments',
    'Wallet',
    'Admin',
    'Disputes',
  ],
  keepUnusedDataFor: 120,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

let underway: Promise<boolean> | null = null

/**
 * Replaces an access token that was refused; true when the call is worth a second try. Every caller of this tab
 * shares one refresh, and tabs take turns, so that one of them refreshes and the others take up its token.
 * Dispatchable: `dispatch(refreshSession(token))`.
 */
export function refreshSession(refused: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<boolean> => {
    const { token } = sessionOf(getState)
    if (token !== refused) return token !== null
    underway ??= inTurn(() => refresh(refused, dispatch, getState)).finally(() => {
      underway = null
    })
    return underway
  }
}

async function refresh(refused: string, dispatch: Dispatch, getState: GetState): Promise<boolean> {
  const stored = readStored()
  if (stored.token && stored.token !== refused && stored.user?.id === sessionOf(getState).user?.id) {
    dispatch(sessionReplaced(stored))
    return true
  }
  const { refreshToken } = sessionOf(getState)
  const tokens = refreshToken ? await askForTokens(refreshToken) : 'refused'
  if (tokens === 'unreachable') return false
  // Meanwhile someone may have logged out, or in as someone else: then this answer is nobody's.
  if (sessionOf(getState).token !== refused) return false
  if (tokens === 'refused') {
    const latest = readStored()
    const isOther = latest.token !== null && latest.token !== refused
    dispatch(isOther ? sessionReplaced(latest) : loggedOut())
    return false
  }
  dispatch(tokensRefreshed(tokens))
  return true
}

/**
 * What to do about a socket that was closed because its session had ended: connect again with the token that is there
 * now, leave it, or ask again later, because the server could not be asked.
 */
export type Renewal = 'renewed' | 'ended' | 'later'

/** As `refreshSession`, for a socket. @param refused the token that it was opened with */
export function renewSession(refused: string) {
  return async (dispatch: Dispatch, getState: GetState): Promise<Renewal> => {
    if (await refreshSession(refused)(dispatch, getState)) return 'renewed'
    return sessionOf(getState).token === null ? 'ended' : 'later'
  }
}

type Tokens = { access: string; refresh?: string | undefined } | 'refused' | 'unreachable'

/**
 * When the server can't be reached, the session stays and the call fails. A lost response has used up the token, and
 * the server repeats that response for only 10 s, so the second try follows right away and may wait longer.
 * @see docs/rules/accounts.md#sessions-and-tokens
 */
async function askForTokens(refreshToken: string): Promise<Tokens> {
  const tokens = await askOnce(refreshToken, 4_000)
  return tokens === 'unreachable' ? askOnce(refreshToken, 8_000) : tokens
}

async function askOnce(refreshToken: string, withinMs: number): Promise<Tokens> {
  try {
    const response = await fetch(`${baseUrl}/auth/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: refreshToken }),
      signal: AbortSignal.timeout(withinMs),
    })
    const body: unknown = await response.json()
    if (!isRecord(body)) return 'unreachable'
    if (refusals.includes(response.status) && typeof body.detail === 'string') return 'refused'
    if (!response.ok || typeof body.access !== 'string') return 'unreachable'
    return { access: body.access, refresh: typeof body.refresh === 'string' ? body.refresh : undefined }
  } catch {
    return 'unreachable'
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** One tab at a time, where the browser has Web Locks. */
function inTurn(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request(lockName, work) : work()
}

function sessionOf(getState: GetState): SessionState {
  return selectSession(getState() as { session: SessionState })
}
