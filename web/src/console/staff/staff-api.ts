import {
  type decideStaffChangeBody,
  type inviteBody,
  type StaffInvitation,
  type StaffMember,
  staffChange,
  staffInvitation,
  staffMember,
  staffRoleResponse,
  staffStatusResponse,
  waitingStaffChange,
} from '@tendwell/contract/staff/staff'
import { messageResponse } from '@tendwell/contract/wire'
import { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'
import { readList } from '../../lib/transport/list.ts'

type PageParams = { page: number; page_size: number }

const queueTag = { type: 'Admin', id: 'queue' } as const
/** A change of the admins may have to wait for a second one. */
const inviteAnswer = z.union([waitingStaffChange, staffInvitation])
const roleAnswer = z.union([waitingStaffChange, staffRoleResponse])
const statusAnswer = z.union([waitingStaffChange, staffStatusResponse])

const staffTag = { type: 'Admin', id: 'staff' } as const

const staffApi = api.injectEndpoints({
  endpoints: (build) => ({
    staff: build.query({
      query: (params: PageParams) => ({ url: '/admin-panel/staff/', params }),
      transformResponse: readList(staffMember),
      providesTags: [staffTag],
    }),
    staffInvitations: build.query({
      query: (params: PageParams) => ({ url: '/admin-panel/staff/invitations/', params }),
      transformResponse: readList(staffInvitation),
      providesTags: [staffTag],
    }),
    staffChanges: build.query({
      query: (params: PageParams) => ({ url: '/admin-panel/staff/changes/', params }),
      transformResponse: readList(staffChange),
      providesTags: [staffTag],
    }),
    decideStaffChange: build.mutation<
      z.output<typeof staffChange>,
      { id: number } & z.input<typeof decideStaffChangeBody>
    >({
      query: ({ id, decision }) => ({
        url: `/admin-panel/staff/changes/${id}/decision/`,
        method: 'POST',
        body: { decision },
      }),
      responseSchema: staffChange,
      // Also after a failure: someone else may have decided meanwhile.
      invalidatesTags: [staffTag, queueTag],
    }),
    inviteStaff: build.mutation<
      z.output<typeof inviteAnswer>,
      { body: z.output<typeof inviteBody>; key: string }
    >({
      query: ({ body, key }) => ({
        url: '/admin-panel/staff/invitations/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: inviteAnswer,
      invalidatesTags: [staffTag, queueTag],
    }),
    resendInvitation: build.mutation<StaffInvitation, number>({
      query: (id) => ({ url: `/admin-panel/staff/invitations/${id}/resend/`, method: 'POST' }),
      responseSchema: staffInvitation,
      // Also after a failure: it may have been accepted or withdrawn.
      invalidatesTags: [staffTag],
    }),
    withdrawInvitation: build.mutation<z.output<typeof messageResponse>, number>({
      query: (id) => ({ url: `/admin-panel/staff/invitations/${id}/withdraw/`, method: 'POST' }),
      responseSchema: messageResponse,
      invalidatesTags: [staffTag],
    }),
    changeStaffRole: build.mutation<z.output<typeof roleAnswer>, Pick<StaffMember, 'id' | 'staff_role'>>({
      query: ({ id, ...body }) => ({ url: `/admin-panel/staff/${id}/role/`, method: 'POST', body }),
      responseSchema: roleAnswer,
      invalidatesTags: [staffTag, queueTag],
    }),
    setStaffStatus: build.mutation<z.output<typeof statusAnswer>, Pick<StaffMember, 'id' | 'is_active'>>({
      query: ({ id, ...body }) => ({ url: `/admin-panel/staff/${id}/status/`, method: 'POST', body }),
      responseSchema: statusAnswer,
      invalidatesTags: [staffTag, queueTag],
    }),
  }),
})

export const {
  useStaffQuery,
  useStaffChangesQuery,
  useDecideStaffChangeMutation,
  useStaffInvitationsQuery,
  useInviteStaffMutation,
  useResendInvitationMutation,
  useWithdrawInvitationMutation,
  useChangeStaffRoleMutation,
  useSetStaffStatusMutation,
} = staffApi
