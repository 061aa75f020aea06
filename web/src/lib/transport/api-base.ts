import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { TWO_STEP_REQUIRED } from '@tendwell/contract/reference'
import { getErrorBody } from '../errors.ts'
import { followClock } from '../format/clock.ts'
import { askForProof } from '../session/proof.ts'
import { type SessionState, selectSession, userStored } from '../session/session.ts'
import { refreshSession } from '../session/token-refresh.ts'
import { withRetries } from './busy-server.ts'
import { type Upload, upload } from './upload.ts'

/** A 401 of these calls is about their body, not the access token. */
const credentialPaths = [/^\/auth\/login\//, /^\/auth\/(google|token\/refresh|logout)\/$/]

const sendByFetch = withRetries(
  fetchBaseQuery({
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
  }),
)

type Send = BaseQueryFn<string | FetchArgs | Upload, unknown, FetchBaseQueryError>

const send: Send = (args, context, options) =>
  typeof args === 'object' && 'onPercent' in args
    ? upload(args, getToken(context.getState))
    : sendByFetch(args, context, options)

const sendWithRefresh: Send = async (args, context, options) => {
  const token = getToken(context.getState)
  const path = typeof args === 'string' ? args : args.url
  // A malformed id in the URL becomes NaN, which no record has.
  if (path.split('/').includes('NaN')) return { error: { status: 404, data: null } }
  const result = await send(args, context, options)
  if (result.error?.status !== 401 || !token || credentialPaths.some((paths) => paths.test(path)))
    return result

  const isRefreshed = await refreshSession(token)(context.dispatch, context.getState)
  return isRefreshed ? send(args, context, options) : result
}

const sendWithProof: Send = async (args, context, options) => {
  const result = await sendWithRefresh(args, context, options)
  if (result.error?.status !== 403) return result
  requireTwoStep(result.error, context)
  return (await askForProof(result.error)) ? sendWithRefresh(args, context, options) : result
}

/** Leads an admin to the setup of two-step sign-in if that is why the console refused a call. */
function requireTwoStep(error: FetchBaseQueryError, { dispatch, getState }: BaseQueryApi): void {
  const { user } = selectSession(getState() as { session: SessionState })
  if (getErrorBody(error)?.code !== TWO_STEP_REQUIRED || !user || user.must_set_up_two_step) return
  dispatch(userStored({ ...user, must_set_up_two_step: true }))
}

/** Features add their endpoints with `api.injectEndpoints`; paths keep the trailing slash. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: sendWithProof,
  tagTypes: [
    'Auth',
    'User',
    'References',
    'Availability',
    'Rules',
    'Overrides',
    'TimeOff',
    'Blocks',
    'Caregivers',
    'Favorites',
    'SavedSearches',
    'Waits',
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
