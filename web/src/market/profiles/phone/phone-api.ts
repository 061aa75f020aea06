import { lenient } from '@tendwell/contract/lenient-input'
import { type OwnPhone, ownPhone } from '@tendwell/contract/sign-in/phone'
import { api } from '../../../lib/transport/api-base.ts'

const phoneApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownPhone: build.query<OwnPhone, void>({
      query: () => '/auth/phone/',
      responseSchema: lenient(ownPhone),
      // A saved profile may have another number.
      providesTags: ['User'],
    }),
    sendPhoneCode: build.mutation<void, void>({
      query: () => ({ url: '/auth/phone/code/', method: 'POST' }),
    }),
    verifyPhone: build.mutation<OwnPhone, string>({
      query: (code) => ({ url: '/auth/phone/verify/', method: 'POST', body: { phone_code: code } }),
      responseSchema: lenient(ownPhone),
      invalidatesTags: ['User'],
    }),
  }),
})

export const { useOwnPhoneQuery, useSendPhoneCodeMutation, useVerifyPhoneMutation } = phoneApi
