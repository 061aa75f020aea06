import type {
  AdminCaregiver,
  AdminListState,
  AdminRequest,
  AdminUser,
  verificationBody,
} from '@tendwell/contract/admin'
import type { AdminDispute, Dispute } from '@tendwell/contract/disputes'
import type { VerificationStatus } from '@tendwell/contract/profiles'
import type { CareCategory } from '@tendwell/contract/reference'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

/** Lists on a visible tab are fetched again every minute. */
export const polling = {
  pollingInterval: 60_000,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
}

interface Paged {
  q?: string | undefined
  date_from?: string | undefined
  date_to?: string | undefined
  page: number
  page_size: number
}

export interface PeopleFilters {
  category?: CareCategory | undefined
}

type VerificationPage = Paged & PeopleFilters & { status: VerificationStatus }
type PeoplePage = Paged & PeopleFilters & { role: 'caretaker' | 'caregiver' }
type StatePage = Paged & { state: AdminListState }

export type VerificationWords = z.input<typeof verificationBody>

export const disputeSteps = ['escalate', 'reject', 'close'] as const
export type DisputeStep = (typeof disputeSteps)[number]

/** The disputes' lists and details, apart from the people and the requests. */
const disputesTag = { type: 'Admin', id: 'disputes' } as const

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiversToVerify: build.query<List<AdminCaregiver>, VerificationPage>({
      query: (params) => ({ url: '/admin-panel/caregivers/verification/', params: { ...params } }),
      transformResponse: (answer) => listOf<AdminCaregiver>(answer),
      providesTags: [{ type: 'Admin', id: 'people' }],
    }),
    setVerification: build.mutation<unknown, { id: number; body: VerificationWords }>({
      query: ({ id, body }) => ({ ...verificationOf(id), body }),
      // After a refusal too: what is shown may be out of date.
      invalidatesTags: [{ type: 'Admin', id: 'people' }, 'Caregivers'],
      async onQueryStarted({ id }, { dispatch, getState, queryFulfilled }) {
        const succeeded = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (succeeded) for (const take of withoutDecided(getState(), [id])) dispatch(take)
      },
    }),
    /** One after the other, so that a refusal of one leaves the rest; answers whom the server took. */
    setVerifications: build.mutation<{ done: number[]; failed: number[] }, BulkDecision>({
      async queryFn({ caregivers, body }, { dispatch, getState }, _options, send) {
        const done: number[] = []
        const failed: number[] = []
        for (const { id, document_ids } of caregivers) {
          const { error } = await send({ ...verificationOf(id), body: { ...body, document_ids } })
          ;(error ? failed : done).push(id)
        }
        for (const take of withoutDecided(getState(), done)) dispatch(take)
        return { data: { done, failed } }
      },
      invalidatesTags: [{ type: 'Admin', id: 'people' }, 'Caregivers'],
    }),
    people: build.query<List<AdminUser>, PeoplePage>({
      query: (params) => ({ url: '/admin-panel/users/', params: { ...params } }),
      transformResponse: (answer) => listOf<AdminUser>(answer),
      providesTags: [{ type: 'Admin', id: 'people' }],
    }),
    setUserStatus: build.mutation<unknown, { id: number; is_active: boolean }>({
      query: ({ id, is_active }) => ({
        url: `/admin-panel/users/${id}/status/`,
        method: 'POST',
        body: { is_active },
      }),
      invalidatesTags: [{ type: 'Admin', id: 'people' }, 'Caregivers'],
    }),
    allRequests: build.query<List<AdminRequest>, StatePage>({
      query: (params) => ({ url: '/admin-panel/requests/', params: { ...params } }),
      transformResponse: (answer) => listOf<AdminRequest>(answer),
      providesTags: [{ type: 'Admin', id: 'requests' }],
    }),
    allDisputes: build.query<List<AdminDispute>, StatePage>({
      query: (params) => ({ url: '/admin-panel/disputes/', params: { ...params } }),
      transformResponse: (answer) => listOf<AdminDispute>(answer),
      providesTags: [disputesTag],
    }),
    anyDispute: build.query<Dispute, string>({
      query: (id) => `/admin-panel/disputes/${encodeURIComponent(id)}/`,
      providesTags: [disputesTag],
    }),
    moveDispute: build.mutation<Dispute, { id: number; step: DisputeStep; refund_usd?: number }>({
      query: ({ id, step, refund_usd }) => ({
        url: `/admin-panel/disputes/${id}/${step}/`,
        method: 'POST',
        ...(refund_usd && { body: { refund_usd } }),
      }),
      // After a refusal too: another admin may have been faster.
      invalidatesTags: [disputesTag],
    }),
  }),
})

interface BulkDecision {
  caregivers: readonly Pick<AdminCaregiver, 'id' | 'document_ids'>[]
  body: VerificationWords
}

function verificationOf(id: number) {
  return { url: `/admin-panel/caregivers/${id}/verification/`, method: 'POST' }
}

/** Whoever was decided on leaves the lists at once, so that nobody decides twice while they reload. */
function withoutDecided(state: unknown, ids: readonly number[]) {
  const shown = adminApi.util.selectCachedArgsForQuery(state as never, 'caregiversToVerify')
  return shown.map((page) =>
    adminApi.util.updateQueryData('caregiversToVerify', page, (list) => {
      const left = list.results.filter(({ id }) => !ids.includes(id))
      list.count -= list.results.length - left.length
      list.results = left
    }),
  )
}

export const {
  useCaregiversToVerifyQuery,
  useSetVerificationMutation,
  useSetVerificationsMutation,
  usePeopleQuery,
  useSetUserStatusMutation,
  useAllRequestsQuery,
  useAllDisputesQuery,
  useAnyDisputeQuery,
  useMoveDisputeMutation,
} = adminApi
