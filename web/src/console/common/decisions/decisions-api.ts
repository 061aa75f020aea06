import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { type DeactivationPreview, deactivationPreview } from '@tendwell/contract/console/people'
import {
  type AdminUser,
  adminCaregiver,
  adminPendingChange,
  adminUser,
  type adminUsersQuery,
  type changeDecisionBody,
  changeDecisionResponse,
  type pendingChangesQuery,
  type userStatusBody,
  userStatusResponse,
  type verificationBody,
  type verificationListQuery,
  verificationNeighbors,
  type verificationNeighborsQuery,
  verificationResponse,
} from '@tendwell/contract/console/users'
import { REAUTHENTICATION_REQUIRED } from '@tendwell/contract/reference'
import type { z } from 'zod'
import { getErrorBody, getErrorMessage, getErrorStatus } from '../../../lib/errors.ts'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'
import { requestsTag } from '../requests/requests-api.ts'

export type VerificationBody = z.input<typeof verificationBody>

/** Deactivating needs a `reason`; `refund` is for a family's bookings ahead. */
type UserStatusChange = Pick<AdminUser, 'id'> & z.input<typeof userStatusBody>

/** Whose removal is previewed; `until` is the day on which a suspension ends. */
export interface RemovalQuery {
  id: number
  until?: string
}

export const removalsTag = { type: 'Admin', id: 'removals' } as const
const usersTag = { type: 'Admin', id: 'users' } as const
/** What a decision on a person changes: it may also cancel their bookings and close their requests. */
const accountTags = [usersTag, requestsTag, removalsTag, 'Caregivers'] as const

const decisionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiversToVerify: build.query({
      query: (params: z.output<typeof verificationListQuery>) => ({
        url: '/admin-panel/caregivers/verification/',
        params,
      }),
      transformResponse: readList(adminCaregiver),
      providesTags: [usersTag],
    }),
    verificationNeighbors: build.query({
      query: ({ id, ...params }: { id: string } & z.output<typeof verificationNeighborsQuery>) => ({
        url: `/admin-panel/caregivers/${encodeURIComponent(id)}/verification/neighbors/`,
        params,
      }),
      responseSchema: verificationNeighbors,
      providesTags: [usersTag],
    }),
    setVerification: build.mutation<
      z.output<typeof verificationResponse>,
      { id: number; body: VerificationBody }
    >({
      query: ({ id, body }) => ({ ...verificationCall(id), body }),
      responseSchema: verificationResponse,
      // Also after a failure: the list may be out of date.
      invalidatesTags: accountTags,
      async onQueryStarted({ id }, { dispatch, getState, queryFulfilled }) {
        const succeeded = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (succeeded) for (const update of removeFromLists(getState(), [id])) dispatch(update)
      },
    }),
    /** Makes the calls one after another. A failure doesn't stop the rest. */
    setVerifications: build.mutation<BulkOutcome, BulkDecision>({
      async queryFn({ caregivers, body }, _api, _options, send) {
        const done: number[] = []
        const failed: BulkOutcome['failed'] = []
        let unproven: FetchBaseQueryError | undefined
        for (const { id, shown } of caregivers) {
          const { error } = unproven
            ? { error: unproven }
            : await send({ ...verificationCall(id), body: { ...body, ...shown } })
          // An admin who didn't confirm who they are isn't asked again for each caregiver.
          if (getErrorBody(error)?.code === REAUTHENTICATION_REQUIRED) unproven = error
          if (error)
            failed.push({ id, status: getErrorStatus(error), message: getErrorMessage(error, bulkFailure) })
          else done.push(id)
        }
        return { data: { done, failed } }
      },
      invalidatesTags: accountTags,
      async onQueryStarted(_decision, { dispatch, getState, queryFulfilled }) {
        const { data } = await queryFulfilled
        for (const update of removeFromLists(getState(), data.done)) dispatch(update)
      },
    }),
    pendingChanges: build.query({
      query: (params: z.output<typeof pendingChangesQuery>) => ({
        url: '/admin-panel/caregivers/changes/',
        params,
      }),
      transformResponse: readList(adminPendingChange),
      providesTags: [usersTag],
    }),
    decideChange: build.mutation<
      z.output<typeof changeDecisionResponse>,
      { id: number; body: z.input<typeof changeDecisionBody> }
    >({
      query: ({ id, body }) => ({ url: `/admin-panel/caregivers/${id}/changes/`, method: 'POST', body }),
      responseSchema: changeDecisionResponse,
      // Also after a failure: the list may be out of date.
      invalidatesTags: [usersTag, 'Caregivers'],
    }),
    users: build.query({
      query: (params: z.output<typeof adminUsersQuery>) => ({ url: '/admin-panel/users/', params }),
      transformResponse: readList(adminUser),
      providesTags: [usersTag],
    }),
    deactivationPreview: build.query<DeactivationPreview, RemovalQuery>({
      query: ({ id, ...params }) => ({ url: `/admin-panel/people/${id}/deactivation/`, params }),
      responseSchema: deactivationPreview,
      // A decision that is refused because the refund has changed shows the new one.
      providesTags: [removalsTag],
      keepUnusedDataFor: 0,
    }),
    setUserStatus: build.mutation<z.output<typeof userStatusResponse>, UserStatusChange>({
      query: ({ id, ...body }) => ({
        url: `/admin-panel/users/${id}/status/`,
        method: 'POST',
        body,
      }),
      responseSchema: userStatusResponse,
      invalidatesTags: accountTags,
    }),
  }),
})

export const selectDeactivationPreview = decisionsApi.endpoints.deactivationPreview.select

const bulkFailure = 'This didn’t work. Please try again.'

interface BulkDecision {
  caregivers: readonly { id: number; shown: Partial<VerificationBody> }[]
  body: VerificationBody
}

interface BulkOutcome {
  done: number[]
  failed: { id: number; status: number | undefined; message: string }[]
}

function verificationCall(id: number) {
  return { url: `/admin-panel/caregivers/${id}/verification/`, method: 'POST' }
}

type AdminState = Parameters<typeof decisionsApi.util.selectCachedArgsForQuery>[0]

/**
 * Removes caregivers from the lists immediately, so that nobody decides on them again before the lists have
 * reloaded.
 */
function removeFromLists(state: AdminState, ids: readonly number[]) {
  const pages = decisionsApi.util.selectCachedArgsForQuery(state, 'caregiversToVerify')
  return pages.map((page) =>
    decisionsApi.util.updateQueryData('caregiversToVerify', page, (list) => {
      const remaining = list.results.filter(({ id }) => !ids.includes(id))
      list.count -= list.results.length - remaining.length
      list.results = remaining
    }),
  )
}

export const {
  useCaregiversToVerifyQuery,
  useSetVerificationMutation,
  useVerificationNeighborsQuery,
  useSetVerificationsMutation,
  usePendingChangesQuery,
  useDecideChangeMutation,
  useUsersQuery,
  useDeactivationPreviewQuery,
  useSetUserStatusMutation,
} = decisionsApi
