import {
  type AvailableBooking,
  assignedDispute,
  availableBooking,
  type Dispute,
  type DisputeBody,
  type DisputeReplyBody,
  type disputeAnswerBody,
  disputeResponse,
  type Evidence,
  evidenceItem,
  ownDispute,
} from '@tendwell/contract/safety/disputes'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { type List, readList } from '../../lib/transport/list.ts'

interface ListQuery {
  booking_id?: number
  q?: string
  status?: string
  type?: string
  page: number
}

/** More than a family's recently paid bookings, so that one page holds all of them. */
const MAX_BOOKINGS = 100

interface EvidenceUpload {
  disputeId: number
  file: File
  onPercent: (percent: number) => void
}

const lists = { type: 'Disputes', id: 'lists' } as const
/** Read when the form opens, but not while the form still uploads evidence. */
const bookings = { type: 'Disputes', id: 'bookings' } as const

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownDisputes: build.query({
      query: (params: ListQuery) => ({ url: '/disputes/mine/', params }),
      transformResponse: readList(ownDispute),
      providesTags: [lists],
    }),
    assignedDisputes: build.query({
      query: (params: ListQuery) => ({ url: '/disputes/assigned-to-me/', params }),
      transformResponse: readList(assignedDispute),
      providesTags: [lists],
    }),
    disputableBookings: build.query<List<AvailableBooking>, void>({
      query: () => ({ url: '/disputes/bookings/available/', params: { page_size: MAX_BOOKINGS } }),
      transformResponse: readList(availableBooking),
      providesTags: [bookings],
      // The form must not open with an outdated list.
      keepUnusedDataFor: 0,
    }),
    dispute: build.query<Dispute, number>({
      query: (id) => `/disputes/${id}/`,
      responseSchema: disputeResponse,
      providesTags: (_dispute, _error, id) => [{ type: 'Disputes', id }],
    }),
    createDispute: build.mutation<Dispute, { body: DisputeBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/disputes/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: disputeResponse,
      // After a refusal the booking may no longer be open to disputes.
      invalidatesTags: (_dispute, error) => [error ? bookings : lists],
    }),
    closeDispute: build.mutation<Dispute, number>({
      query: (id) => ({ url: `/disputes/${id}/close/`, method: 'PATCH', body: {} }),
      responseSchema: disputeResponse,
      // Also after a refusal, because then the dispute on screen is out of date.
      invalidatesTags: (_dispute, _error, id) => [lists, bookings, { type: 'Disputes', id }],
    }),
    answerQuestion: build.mutation<
      Dispute,
      { id: number; body: z.input<typeof disputeAnswerBody>; key: string }
    >({
      query: ({ id, body, key }) => ({
        url: `/disputes/${id}/answers/`,
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: disputeResponse,
      // Also after a refusal, because then the dispute on screen is out of date.
      invalidatesTags: (_dispute, _error, { id }) => [{ type: 'Disputes', id }],
    }),
    respondToDispute: build.mutation<Dispute, { id: number; body: DisputeReplyBody }>({
      query: ({ id, body }) => ({ url: `/disputes/${id}/response/`, method: 'PUT', body }),
      responseSchema: disputeResponse,
      // Also after a refusal, because then the dispute on screen is out of date.
      invalidatesTags: (_dispute, _error, { id }) => [lists, { type: 'Disputes', id }],
    }),
    uploadEvidence: build.mutation<Evidence, EvidenceUpload>({
      query: ({ disputeId, file, onPercent }) => {
        const form = new FormData()
        // The caption comes first, so that the server has read it when the file arrives.
        form.append('caption', `Evidence file: ${file.name}`)
        form.append('file', file)
        return { url: `/disputes/${disputeId}/evidence/`, method: 'POST', body: form, onPercent }
      },
      responseSchema: evidenceItem,
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
  useAnswerQuestionMutation,
  useRespondToDisputeMutation,
  useUploadEvidenceMutation,
} = disputesApi
