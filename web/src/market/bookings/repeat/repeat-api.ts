import {
  type Occurrences,
  type OccurrencesBody,
  occurrencesResponse,
} from '@tendwell/contract/bookings/repeat'
import { api } from '../../../lib/transport/api-base.ts'

/** Apart from the other calls, because only the booking screen repeats hours. */
const repeatApi = api.injectEndpoints({
  endpoints: (build) => ({
    occurrences: build.query<Occurrences, OccurrencesBody>({
      query: (body) => ({ url: '/requests/occurrences/', method: 'POST', body }),
      responseSchema: occurrencesResponse,
      providesTags: ['Availability'],
    }),
  }),
})

export const { useOccurrencesQuery } = repeatApi
