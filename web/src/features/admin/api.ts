import type { AdminCaregiver, verificationBody } from '@tendwell/contract/admin'
import type { VerificationStatus } from '@tendwell/contract/profiles'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

interface VerificationPage {
  status: VerificationStatus
  page: number
  page_size: number
}

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    caregiversToVerify: build.query<List<AdminCaregiver>, VerificationPage>({
      query: (params) => ({ url: '/admin-panel/caregivers/verification/', params: { ...params } }),
      transformResponse: (answer) => listOf<AdminCaregiver>(answer),
      providesTags: ['Admin'],
    }),
    setVerification: build.mutation<unknown, { id: number; body: z.input<typeof verificationBody> }>({
      query: ({ id, body }) => ({
        url: `/admin-panel/caregivers/${id}/verification/`,
        method: 'POST',
        body,
      }),
      // After a refusal too: what is shown may be out of date.
      invalidatesTags: ['Admin', 'Caregivers'],
      // Whoever was decided on leaves the lists at once, so that nobody decides twice while they reload.
      async onQueryStarted({ id }, { dispatch, getState, queryFulfilled }) {
        const succeeded = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (!succeeded) return
        for (const shown of adminApi.util.selectCachedArgsForQuery(getState(), 'caregiversToVerify')) {
          dispatch(
            adminApi.util.updateQueryData('caregiversToVerify', shown, (list) => {
              const left = list.results.filter((caregiver) => caregiver.id !== id)
              list.count -= list.results.length - left.length
              list.results = left
            }),
          )
        }
      },
    }),
  }),
})

export const { useCaregiversToVerifyQuery, useSetVerificationMutation } = adminApi
