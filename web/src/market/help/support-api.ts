import type { contactBody } from '@tendwell/contract/people/support'
import { messageResponse } from '@tendwell/contract/wire'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'

const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    contactSupport: build.mutation<z.infer<typeof messageResponse>, z.infer<typeof contactBody>>({
      query: (body) => ({ url: '/contact/', method: 'POST', body }),
      responseSchema: messageResponse,
    }),
  }),
})

export const { useContactSupportMutation } = supportApi
