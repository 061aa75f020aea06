import { lenient } from '@tendwell/contract/lenient-input'
import {
  authSettingsResponse,
  deviceSessionSchema,
  type EmailChange,
  type emailChangeBody,
  type emailChangeConfirmBody,
  emailChangeConfirmResponse,
  emailChangeResponse,
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
  type setupPasswordBody,
  setupPasswordResponse,
  type signupBody,
  signupResponse,
  type User,
  type verifyEmailBody,
  type verifyEmailCodeBody,
  verifyEmailCodeResponse,
  verifyEmailResponse,
} from '@tendwell/contract/sign-in/accounts'
import { type NotMeResponse, notMeResponse } from '@tendwell/contract/sign-in/not-me'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { type SessionState, selectSession, userStored } from '../../lib/session/session.ts'
import { api } from '../../lib/transport/api-base.ts'
import { readList } from '../../lib/transport/list.ts'

type Message = z.infer<typeof messageResponse>

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<z.infer<typeof signupResponse>, z.infer<typeof signupBody>>({
      query: (body) => ({ url: '/auth/signup/', method: 'POST', body }),
      responseSchema: signupResponse,
      invalidatesTags: ['Auth'],
    }),
    logIn: build.mutation<SessionResponse, z.infer<typeof loginBody>>({
      query: (body) => ({ url: '/auth/login/', method: 'POST', body }),
      responseSchema: lenient(sessionResponse),
      invalidatesTags: ['Auth'],
    }),
    verifyEmail: build.mutation<z.infer<typeof verifyEmailResponse>, z.infer<typeof verifyEmailBody>>({
      query: (body) => ({ url: '/auth/verify-email/', method: 'POST', body }),
      responseSchema: lenient(verifyEmailResponse),
      invalidatesTags: ['Auth', 'User'],
    }),
    verifyEmailByCode: build.mutation<{ user: User }, z.infer<typeof verifyEmailCodeBody>>({
      query: (body) => ({ url: '/auth/verify-email/code/', method: 'POST', body }),
      responseSchema: lenient(verifyEmailCodeResponse),
      invalidatesTags: ['Auth', 'User'],
    }),
    /** Null while there is no session for the browser that signed up. */
    openSignupSession: build.mutation<SessionResponse | null, string>({
      query: (handle) => ({
        url: '/auth/verify-email/session/',
        method: 'POST',
        body: { verification_handle: handle },
      }),
      responseSchema: lenient(sessionResponse.nullable()),
      invalidatesTags: (session) => (session ? ['Auth'] : []),
    }),
    setUpPassword: build.mutation<{ user: User }, z.infer<typeof setupPasswordBody>>({
      query: (body) => ({ url: '/auth/verify-email/password/', method: 'POST', body }),
      responseSchema: lenient(setupPasswordResponse),
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
    emailChange: build.query<EmailChange, void>({
      query: () => '/auth/email/',
      responseSchema: emailChangeResponse,
      providesTags: ['Auth'],
      // The address may have changed in another browser.
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }))
        const { user } = selectSession(getState() as unknown as { session: SessionState })
        if (data && user && user.email !== data.email) dispatch(userStored({ ...user, email: data.email }))
      },
    }),
    requestEmailChange: build.mutation<EmailChange, z.infer<typeof emailChangeBody>>({
      query: (body) => ({ url: '/auth/email/change/', method: 'POST', body }),
      responseSchema: emailChangeResponse,
      invalidatesTags: ['Auth'],
    }),
    cancelEmailChange: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/email/change/', method: 'DELETE' }),
      invalidatesTags: ['Auth'],
    }),
    confirmEmailChange: build.mutation<
      z.infer<typeof emailChangeConfirmResponse>,
      z.infer<typeof emailChangeConfirmBody>
    >({
      query: (body) => ({ url: '/auth/email/change/confirm/', method: 'POST', body }),
      responseSchema: emailChangeConfirmResponse,
      invalidatesTags: ['Auth'],
    }),
    stopEmailChange: build.mutation<Message, string>({
      query: (token) => ({ url: '/auth/email/change/stop/', method: 'POST', body: { token } }),
      responseSchema: messageResponse,
      invalidatesTags: ['Auth'],
    }),
    endSession: build.mutation<Message, string>({
      query: (token) => ({ url: '/auth/sessions/end/', method: 'POST', body: { token } }),
      responseSchema: messageResponse,
    }),
    disownChange: build.mutation<NotMeResponse, string>({
      query: (token) => ({ url: '/auth/not-me/', method: 'POST', body: { token } }),
      responseSchema: notMeResponse,
      invalidatesTags: ['Auth'],
    }),
    authSettings: build.query<z.infer<typeof authSettingsResponse>, void>({
      query: () => '/auth/settings/',
      responseSchema: authSettingsResponse,
    }),
    continueWithGoogle: build.mutation<z.infer<typeof googleResponse>, z.infer<typeof googleBody>>({
      query: (body) => ({ url: '/auth/google/', method: 'POST', body }),
      responseSchema: lenient(googleResponse),
      invalidatesTags: ['Auth'],
    }),
  }),
})

export const {
  useSignUpMutation,
  useLogInMutation,
  useVerifyEmailMutation,
  useVerifyEmailByCodeMutation,
  useOpenSignupSessionMutation,
  useResendVerificationMutation,
  useSetUpPasswordMutation,
  useRequestPasswordResetMutation,
  useResetPasswordMutation,
  useChangePasswordMutation,
  useReauthenticateMutation,
  useDeviceSessionsQuery,
  useEndSessionMutation,
  useDisownChangeMutation,
  useRevokeSessionMutation,
  useIdentitiesQuery,
  useRemoveIdentityMutation,
  useEmailChangeQuery,
  useRequestEmailChangeMutation,
  useCancelEmailChangeMutation,
  useConfirmEmailChangeMutation,
  useStopEmailChangeMutation,
  useAuthSettingsQuery,
  useContinueWithGoogleMutation,
} = accountsApi
