import {
  authSettingsResponse,
  deviceSessionSchema,
  type googleBody,
  googleResponse,
  linkedIdentitySchema,
  type loginBody,
  type passwordChangeBody,
  type passwordResetBody,
  type passwordResetConfirmBody,
  type ReauthenticateBody,
  type resendVerificationBody,
  resendVerificationResponse,
  type SessionResponse,
  sessionResponse,
  type signupBody,
  signupResponse,
  type User,
  type verifyEmailBody,
  verifyEmailResponse,
} from '@tendwell/contract/accounts'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/api-base.ts'
import { readList } from '../../lib/list.ts'

type Message = z.infer<typeof messageResponse>

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<z.infer<typeof signupResponse>, z.infer<typeof signupBody>>({
      query: (body) => ({ url: '/auth/signup/', method: 'POST', body }),
      responseSchema: signupResponse,
      invalidatesTags: ['Auth'],
    }),
    logIn: build.mutation<SessionResponse, z.infer<typeof loginBody>>({
      query: (body) => ({ url: '/auth/login/', method: 'POST', body }),
      responseSchema: sessionResponse,
      invalidatesTags: ['Auth'],
    }),
    verifyEmail: build.mutation<{ user: User }, z.infer<typeof verifyEmailBody>>({
      query: (body) => ({ url: '/auth/verify-email/', method: 'POST', body }),
      responseSchema: verifyEmailResponse,
      invalidatesTags: ['Auth', 'User'],
    }),
    resendVerification: build.mutation<
      z.infer<typeof resendVerificationResponse>,
      z.infer<typeof resendVerificationBody>
    >({
      query: (body) => ({ url: '/auth/resend-verification/', method: 'POST', body }),
      responseSchema: resendVerificationResponse,
    }),
    requestPasswordReset: build.mutation<Message, z.infer<typeof passwordResetBody>>({
      query: (body) => ({ url: '/auth/password/reset/', method: 'POST', body }),
      responseSchema: messageResponse,
    }),
    resetPassword: build.mutation<Message, z.infer<typeof passwordResetConfirmBody>>({
      query: (body) => ({ url: '/auth/password/reset/confirm/', method: 'POST', body }),
      responseSchema: messageResponse,
      invalidatesTags: ['Auth'],
    }),
    changePassword: build.mutation<Message, z.infer<typeof passwordChangeBody>>({
      query: (body) => ({ url: '/auth/password/change/', method: 'POST', body }),
      responseSchema: messageResponse,
      // This ends the other sessions.
      invalidatesTags: ['Auth'],
    }),
    reauthenticate: build.mutation<Message, ReauthenticateBody>({
      query: (body) => ({ url: '/auth/reauthenticate/', method: 'POST', body }),
      responseSchema: messageResponse,
    }),
    deviceSessions: build.query({
      query: (params: { page: number; page_size: number }) => ({ url: '/auth/sessions/', params }),
      transformResponse: readList(deviceSessionSchema),
      providesTags: ['Auth'],
    }),
    revokeSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/auth/sessions/${id}/`, method: 'DELETE' }),
      // Also after a failure, since the list may be out of date.
      invalidatesTags: ['Auth'],
    }),
    identities: build.query({
      query: (params: { page: number; page_size: number }) => ({ url: '/auth/identities/', params }),
      transformResponse: readList(linkedIdentitySchema),
      providesTags: ['Auth'],
    }),
    removeIdentity: build.mutation<unknown, number>({
      query: (id) => ({ url: `/auth/identities/${id}/`, method: 'DELETE' }),
      // Also after a failure, since the list may be out of date.
      invalidatesTags: ['Auth'],
    }),
    authSettings: build.query<z.infer<typeof authSettingsResponse>, void>({
      query: () => '/auth/settings/',
      responseSchema: authSettingsResponse,
    }),
    continueWithGoogle: build.mutation<z.infer<typeof googleResponse>, z.infer<typeof googleBody>>({
      query: (body) => ({ url: '/auth/google/', method: 'POST', body }),
      responseSchema: googleResponse,
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
  useReauthenticateMutation,
  useDeviceSessionsQuery,
  useRevokeSessionMutation,
  useIdentitiesQuery,
  useRemoveIdentityMutation,
  useAuthSettingsQuery,
  useContinueWithGoogleMutation,
} = accountsApi
