import {
  type inviteBody,
  type StaffInvitation,
  type StaffMember,
  staffInvitation,
  staffMember,
  staffRoleResponse,
  staffStatusResponse,
} from '@tendwell/contract/staff'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'
import { idempotencyHeader } from '../../lib/idempotency.ts'
import { readList } from '../../lib/list.ts'

type PageParams = { page: number; page_size: number }

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
    inviteStaff: build.mutation<StaffInvitation, { body: z.output<typeof inviteBody>; key: string }>({
      query: ({ body, key }) => ({
        url: '/admin-panel/staff/invitations/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: staffInvitation,
      invalidatesTags: [staffTag],
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
    changeStaffRole: build.mutation<
      z.output<typeof staffRoleResponse>,
      Pick<StaffMember, 'id' | 'staff_role'>
    >({
      query: ({ id, ...body }) => ({ url: `/admin-panel/staff/${id}/role/`, method: 'POST', body }),
      responseSchema: staffRoleResponse,
      invalidatesTags: [staffTag],
    }),
    setStaffStatus: build.mutation<
      z.output<typeof staffStatusResponse>,
      Pick<StaffMember, 'id' | 'is_active'>
    >({
      query: ({ id, ...body }) => ({ url: `/admin-panel/staff/${id}/status/`, method: 'POST', body }),
      responseSchema: staffStatusResponse,
      invalidatesTags: [staffTag],
    }),
  }),
})

export const {
  useStaffQuery,
  useStaffInvitationsQuery,
  useInviteStaffMutation,
  useResendInvitationMutation,
  useWithdrawInvitationMutation,
  useChangeStaffRoleMutation,
  useSetStaffStatusMutation,
} = staffApi
