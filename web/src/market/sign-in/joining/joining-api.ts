import { lenient } from '@tendwell/contract/lenient-input'
import { type SessionResponse, sessionResponse } from '@tendwell/contract/sign-in/accounts'
import type { acceptInvitationBody } from '@tendwell/contract/staff/staff'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'

const joiningApi = api.injectEndpoints({
  endpoints: (build) => ({
    acceptInvitation: build.mutation<SessionResponse, z.infer<typeof acceptInvitationBody>>({
      query: (body) => ({ url: '/auth/staff/accept/', method: 'POST', body }),
      responseSchema: lenient(sessionResponse),
      invalidatesTags: ['Auth'],
    }),
  }),
})

export const { useAcceptInvitationMutation } = joiningApi
