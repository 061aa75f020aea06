import type {
  authSettingsResponse,
  DeviceSession,
  googleBody,
  googleResponse,
  loginBody,
  passwordChangeBody,
  passwordResetBody,
  passwordResetConfirmBody,
  resendVerificationBody,
  resendVerificationResponse,
  SessionResponse,
  signupBody,
  signupResponse,
  User,
  verifyEmailBody,
} from '@tendwell/contract/accounts'
import type { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'
import { type List, listOf } from '../../lib/list.ts'

type Message = z.infer<typeof messageResponse>

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<z.infer<typeof signupResponse>, z.infer<typeof signupBody>>({
      query: (body) => ({ url: '/auth/signup/', method: 'POST', body }),
      invalidatesTags: ['Auth'],
    }),
    logIn: build.mutation<SessionResponse, z.infer<typeof loginBody>>({
      query: (body) => ({ url: '/auth/login/', method: 'POST', body }),
      invalidatesTags: ['Auth'],
    }),
    verifyEmail: build.mutation<{ user: User }, z.infer<typeof verifyEmailBody>>({
      query: (body) => ({ url: '/auth/verify-email/', method: 'POST', body }),
      invalidatesTags: ['Auth', 'User'],
    }),
    resendVerification: build.mutation<
      z.infer<typeof resendVerificationResponse>,
      z.infer<typeof resendVerificationBody>
    >({
      query: (body) => ({ url: '/auth/resend-verification/', method: 'POST', body }),
    }),
    requestPasswordReset: build.mutation<Message, z.infer<typeof passwordResetBody>>({
      query: (body) => ({ url: '/auth/password/reset/', method: 'POST', body }),
    }),
    resetPassword: build.mutation<Message, z.infer<typeof passwordResetConfirmBody>>({
      query: (body) => ({ url: '/auth/password/reset/confirm/', method: 'POST', body }),
      invalidatesTags: ['Auth'],
    }),
    changePassword: build.mutation<Message, z.infer<typeof passwordChangeBody>>({
      query: (body) => ({ url: '/auth/password/change/', method: 'POST', body }),
      // This ends the other sessions.
      invalidatesTags: ['Auth'],
    }),
    deviceSessions: build.query<List<DeviceSession>, { page: number; page_size: number }>({
      query: (params) => ({ url: '/auth/sessions/', params: { ...params } }),
      transformResponse: (answer) => listOf<DeviceSession>(answer),
      providesTags: ['Auth'],
    }),
    revokeSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${id}/`, method: 'DELETE' }),
      // Also after a failure, since the list may be out of date.
      invalidatesTags: ['Auth'],
    }),
    authSettings: build.query<z.infer<typeof authSettingsResponse>, void>({
      query: () => '/auth/settings/',
    }),
    continueWithGoogle: build.mutation<z.infer<typeof googleResponse>, z.infer<typeof googleBody>>({
      query: (body) => ({ url: '/auth/google/', method: 'POST', body }),
      invalidatesTags: ['Auth'],
    }),
  }),
})

export const {
  useSignUpMutation,
  useLogInMutation,
  useVerifyEmailMutation,
  useResendVerificationMutation,
  useRequestPasswordResetMutation,
  useResetPasswordMutation,
  useChangePasswordMutation,
  useDeviceSessionsQuery,
  useRevokeSessionMutation,
  useAuthSettingsQuery,
  useContinueWithGoogleMutation,
} = accountsApi
