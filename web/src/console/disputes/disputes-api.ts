import {
  type DisputeRecord,
  type DisputeStaff,
  type disputeQuestionBody,
  disputeRecord,
  disputeStaffResponse,
} from '@tendwell/contract/console/disputes'
import { type closeDisputeBody, type Dispute, disputeResponse } from '@tendwell/contract/safety/disputes'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { disputesTag } from '../common/disputes/dispute-list-api.ts'

/** What a step carries: escalating nothing, rejecting a resolution, closing a refund too. */
export type DisputeDecision =
  | { action: 'escalate' }
  | { action: 'reject'; body: { resolution: string } }
  | { action: 'close'; body: z.input<typeof closeDisputeBody> }
export type DisputeAction = DisputeDecision['action']

const historyTag = { type: 'Admin', id: 'records' } as const
// Also after a failure: another admin may have acted first.
const changed = [disputesTag, historyTag]

const disputesApi = api.injectEndpoints({
  endpoints: (build) => ({
    disputeRecord: build.query<DisputeRecord, string>({
      query: (id) => `/admin-panel/disputes/${encodeURIComponent(id)}/`,
      responseSchema: disputeRecord,
      providesTags: [disputesTag],
    }),
    disputeStaff: build.query<DisputeStaff[], void>({
      query: () => '/admin-panel/disputes/assignees/',
      transformResponse: (answer) => disputeStaffResponse.parse(answer).results,
    }),
    decideDispute: build.mutation<Dispute, { id: number; decision: DisputeDecision }>({
      query: ({ id, decision: { action, ...more } }) => ({
        url: `/admin-panel/disputes/${id}/${action}/`,
        method: 'POST',
        ...more,
      }),
      responseSchema: disputeResponse,
      invalidatesTags: changed,
    }),
    assignDispute: build.mutation<DisputeRecord, { id: number; assignee_id: number | null }>({
      query: ({ id, ...body }) => ({ url: `/admin-panel/disputes/${id}/`, method: 'PATCH', body }),
      responseSchema: disputeRecord,
      invalidatesTags: changed,
    }),
    askSide: build.mutation<Dispute, { id: number; body: z.output<typeof disputeQuestionBody>; key: string }>(
      {
        query: ({ id, body, key }) => ({
          url: `/admin-panel/disputes/${id}/questions/`,
          method: 'POST',
          body,
          headers: idempotencyHeader(key),
        }),
        responseSchema: disputeResponse,
        invalidatesTags: changed,
      },
    ),
  }),
})

export const {
  useDisputeRecordQuery,
  useDisputeStaffQuery,
  useDecideDisputeMutation,
  useAssignDisputeMutation,
  useAskSideMutation,
} = disputesApi
