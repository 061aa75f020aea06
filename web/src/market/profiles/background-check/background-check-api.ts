import {
  type BackgroundCheckOverview,
  backgroundCheckOverview,
} from '@tendwell/contract/background-checks/background-checks'
import { api } from '../../../lib/transport/api-base.ts'

const backgroundChecksApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownBackgroundCheck: build.query<BackgroundCheckOverview, void>({
      query: () => '/background-checks/mine/',
      responseSchema: backgroundCheckOverview,
      providesTags: ['User'],
    }),
    startBackgroundCheck: build.mutation<
      BackgroundCheckOverview,
      { agreedTo: readonly string[]; key: string }
    >({
      query: ({ agreedTo, key }) => ({
        url: '/background-checks/',
        method: 'POST',
        body: { agreed_to: agreedTo },
        headers: { 'Idempotency-Key': key },
      }),
      responseSchema: backgroundCheckOverview,
      // Also after a failure: what is checked may have changed.
      invalidatesTags: ['User'],
    }),
  }),
})

export const { useOwnBackgroundCheckQuery, useStartBackgroundCheckMutation } = backgroundChecksApi
