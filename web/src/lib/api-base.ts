import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { followClock } from './clock.ts'
import { askForProof } from './proof.ts'
import { type SessionState, selectSession } from './session.ts'
import { refreshSession } from './token-refresh.ts'

/** A 401 of these calls is about their body, not the access token. */
const credentialPaths = ['/auth/login/', '/auth/google/', '/auth/token/refresh/', '/auth/logout/']

const send = fetchBaseQuery({
  baseUrl: '/api',
  timeout: 30_000,
  fetchFn: async (input, init) => {
    const response = await fetch(input, init)
    followClock(response.headers)
    return response
  },
  prepareHeaders: (headers, { getState }) => {
    const token = getToken(getState)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return headers
  },
})

const sendWithRefresh: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (
  args,
  context,
  options,
) => {
  const token = getToken(context.getState)
  const path = typeof args === 'string' ? args : args.url
  // A malformed id in the URL becomes NaN, which no record has.
  if (path.split('/').includes('NaN')) return { error: { status: 404, data: null } }
  const result = await send(args, context, options)
  if (result.error?.status !== 401 || !token || credentialPaths.includes(path)) return result

  const isRefreshed = await refreshSession(token)(context.dispatch, context.getState)
  return isRefreshed ? send(args, context, options) : result
}

const sendWithProof: typeof sendWithRefresh = async (args, context, options) => {
  const result = await sendWithRefresh(args, context, options)
  const isProven = result.error?.status === 403 && (await askForProof(result.error))
  return isProven ? sendWithRefresh(args, context, options) : result
}

/** Features add their endpoints with `api.injectEndpoints`; paths keep the trailing slash. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: sendWithProof,
  tagTypes: [
    'Auth',
    'User',
    'Availability',
    'Rules',
    'Overrides',
    'TimeOff',
    'Caregivers',
    'Favorites',
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

function getToken(getState: () => unknown): string | null {
  return selectSession(getState() as { session: SessionState }).token
}
