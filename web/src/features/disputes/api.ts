import type {
  AssignedDispute,
  AvailableBooking,
  Dispute,
  DisputeBody,
  Evidence,
  OwnDispute,
} from '@tendwell/contract/disputes'
import { api } from '../../lib/api-base.ts'
import { idempotencyHeader } from '../../lib/idempotency.ts'
import { type List, listOf } from '../../lib/list.ts'
import { upload } from '../../lib/upload.ts'

/** What narrows a list, without what is not set, and its page. */
export type ListQuery = Record<string, string>

/** Everything of one family: a family opens few disputes in a month, and only paid bookings are offered. */
const MOST_BOOKINGS = 100

interface EvidenceUpload {
  disputeId: number
  file: File
  onPercent: (percent: number) => void
}

const lists = { type: 'Disputes', id: 'lists' } as const
/** Read anew whenever the form opens; not while it still sends evidence of the one it has just opened. */
const bookings = { type: 'Disputes', id: 'bookings' } as const

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownDisputes: build.query<List<OwnDispute>, ListQuery>({
      query: (params) => ({ url: '/disputes/mine/', params }),
      transformResponse: (answer) => listOf<OwnDispute>(answer),
      providesTags: [lists],
    }),
    assignedDisputes: build.query<List<AssignedDispute>, ListQuery>({
      query: (params) => ({ url: '/disputes/assigned-to-me/', params }),
      transformResponse: (answer) => listOf<AssignedDispute>(answer),
      providesTags: [lists],
    }),
    disputableBookings: build.query<List<AvailableBooking>, void>({
      query: () => ({ url: '/disputes/bookings/available/', params: { page_size: MOST_BOOKINGS } }),
      transformResponse: (answer) => listOf<AvailableBooking>(answer),
      providesTags: [bookings],
      // The form stays as it opened, so it must never open on what was so when it was left.
      keepUnusedDataFor: 0,
    }),
    dispute: build.query<Dispute, number>({
      query: (id) => `/disputes/${id}/`,
      providesTags: (_dispute, _error, id) => [{ type: 'Disputes', id }],
    }),
    createDispute: build.mutation<Dispute, { body: DisputeBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/disputes/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      // A refusal may mean that the booking is open to disputes no more.
      invalidatesTags: (_dispute, error) => [error ? bookings : lists],
    }),
    closeDispute: build.mutation<Dispute, number>({
      query: (id) => ({ url: `/disputes/${id}/close/`, method: 'PATCH', body: {} }),
      // After a refusal too: then what is shown is no longer so.
      invalidatesTags: (_dispute, _error, id) => [lists, bookings, { type: 'Disputes', id }],
    }),
    uploadEvidence: build.mutation<Evidence, EvidenceUpload>({
      queryFn: async ({ disputeId, file, onPercent }, context) => {
        const form = new FormData()
        // The words before the bytes, so that the server has read them when the file comes.
        form.append('caption', `Evidence file: ${file.name}`)
        form.append('file', file)
        const answer = await upload({ path: `/disputes/${disputeId}/evidence/`, form, onPercent }, context)
        return 'error' in answer ? answer : { data: answer.data as Evidence }
      },
      invalidatesTags: (_evidence, _error, { disputeId }) => [lists, { type: 'Disputes', id: disputeId }],
    }),
  }),
})

export const {
  useOwnDisputesQuery,
  useAssignedDisputesQuery,
  useDisputableBookingsQuery,
  useDisputeQuery,
  useCreateDisputeMutation,
  useCloseDisputeMutation,
  useUploadEvidenceMutation,
} = disputesApi
