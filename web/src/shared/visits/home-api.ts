import { type HomeResponse, homeResponse } from '@tendwell/contract/bookings/home'
import { api } from '../../lib/transport/api-base.ts'

const homeApi = api.injectEndpoints({
  endpoints: (build) => ({
    home: build.query<HomeResponse, void>({
      query: () => '/home/',
      responseSchema: homeResponse,
      providesTags: [
        'Requests',
        'Wallet',
        'User',
        'Availability',
        'Conversation',
        'Reviews',
        { type: 'Disputes', id: 'lists' },
      ],
    }),
  }),
})

export const { useHomeQuery } = homeApi
