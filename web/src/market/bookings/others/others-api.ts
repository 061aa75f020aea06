import { type OthersBody, type OthersResponse, othersResponse } from '@tendwell/contract/bookings/others'
import { api } from '../../../lib/transport/api-base.ts'

/** Apart from the other calls, because only the booking screen asks several caregivers. */
const othersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Who else could be asked for times that are being chosen. */
    others: build.query<OthersResponse, OthersBody>({
      query: (body) => ({ url: '/requests/others/', method: 'POST', body }),
      responseSchema: othersResponse,
    }),
  }),
})

export const { useOthersQuery } = othersApi
