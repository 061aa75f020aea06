import { lenient } from '@tendwell/contract/lenient-input'
import { type SessionResponse, sessionResponse } from '@tendwell/contract/sign-in/accounts'
import {
  type addPasskeyBody,
  appSetupResponse,
  type confirmAppBody,
  factorAddedResponse,
  type passkeyLoginBody,
  type passkeyLoginOptionsBody,
  passkeyOptions,
  recoveryCodesResponse,
  type renameFactorBody,
  type secondStepBody,
  type TwoStep,
  twoStepResponse,
} from '@tendwell/contract/sign-in/two-step'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'

export type PasskeyOptions = z.output<typeof passkeyOptions>
type FactorAdded = z.output<typeof factorAddedResponse>
type Message = z.output<typeof messageResponse>

const twoStepApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendSecondStep: build.mutation<SessionResponse, z.input<typeof secondStepBody>>({
      query: (body) => ({ url: '/auth/login/second-step/', method: 'POST', body }),
      responseSchema: lenient(sessionResponse),
      invalidatesTags: ['Auth'],
    }),
    passkeyLoginOptions: build.mutation<PasskeyOptions, z.input<typeof passkeyLoginOptionsBody>>({
      query: (body) => ({ url: '/auth/login/passkey/options/', method: 'POST', body }),
      responseSchema: passkeyOptions,
    }),
    logInWithPasskey: build.mutation<SessionResponse, z.input<typeof passkeyLoginBody>>({
      query: (body) => ({ url: '/auth/login/passkey/', method: 'POST', body }),
      responseSchema: lenient(sessionResponse),
      invalidatesTags: ['Auth'],
    }),
    proofOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: '/auth/reauthenticate/passkey/options/', method: 'POST' }),
      responseSchema: passkeyOptions,
    }),
    twoStep: build.query<TwoStep, void>({
      query: () => '/auth/two-step/',
      responseSchema: twoStepResponse,
      providesTags: ['Auth'],
    }),
    addPasskeyOptions: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: '/auth/two-step/passkeys/options/', method: 'POST' }),
      responseSchema: passkeyOptions,
    }),
    addPasskey: build.mutation<FactorAdded, z.input<typeof addPasskeyBody>>({
      query: (body) => ({ url: '/auth/two-step/passkeys/', method: 'POST', body }),
      responseSchema: factorAddedResponse,
      invalidatesTags: ['Auth'],
    }),
    setUpApp: build.mutation<z.output<typeof appSetupResponse>, void>({
      query: () => ({ url: '/auth/two-step/app/', method: 'POST' }),
      responseSchema: appSetupResponse,
    }),
    confirmApp: build.mutation<FactorAdded, z.input<typeof confirmAppBody>>({
      query: (body) => ({ url: '/auth/two-step/app/confirm/', method: 'POST', body }),
      responseSchema: factorAddedResponse,
      invalidatesTags: ['Auth'],
    }),
    renameFactor: build.mutation<unknown, { factor: FactorPath } & z.input<typeof renameFactorBody>>({
      query: ({ factor, name }) => ({ url: `/auth/two-step/${factor}/`, method: 'PATCH', body: { name } }),
      // Also after a failure, since the list may be out of date.
      invalidatesTags: ['Auth'],
    }),
    removeFactor: build.mutation<unknown, FactorPath>({
      query: (factor) => ({ url: `/auth/two-step/${factor}/`, method: 'DELETE' }),
      invalidatesTags: ['Auth'],
    }),
    makeRecoveryCodes: build.mutation<z.output<typeof recoveryCodesResponse>, void>({
      query: () => ({ url: '/auth/two-step/recovery-codes/', method: 'POST' }),
      responseSchema: recoveryCodesResponse,
      invalidatesTags: ['Auth'],
    }),
    forgetDevices: build.mutation<unknown, void>({
      query: () => ({ url: '/auth/two-step/remembered-devices/', method: 'DELETE' }),
      invalidatesTags: ['Auth'],
    }),
    stopRecovery: build.mutation<Message, string>({
      query: (token) => ({ url: '/auth/two-step/recovery/stop/', method: 'POST', body: { token } }),
      responseSchema: messageResponse,
    }),
  }),
})

/** The end of a factor's path. */
export type FactorPath = 'app' | `passkeys/${number}`

export const {
  useSendSecondStepMutation,
  usePasskeyLoginOptionsMutation,
  useLogInWithPasskeyMutation,
  useProofOptionsMutation,
  useTwoStepQuery,
  useAddPasskeyOptionsMutation,
  useAddPasskeyMutation,
  useSetUpAppMutation,
  useConfirmAppMutation,
  useRenameFactorMutation,
  useRemoveFactorMutation,
  useMakeRecoveryCodesMutation,
  useForgetDevicesMutation,
  useStopRecoveryMutation,
} = twoStepApi
