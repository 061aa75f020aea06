import { lenient } from '@tendwell/contract/lenient-input'
import {
  type OwnReference,
  ownReference,
  ownReferences,
  type RefereeQuestion,
  type ReferenceBody,
  refereeQuestion,
} from '@tendwell/contract/profiles/references'
import { api } from '../../../lib/transport/api-base.ts'

const OWN_PATH = '/auth/caregiver/references/'

const referencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownReferences: build.query<{ references: OwnReference[] }, void>({
      query: () => OWN_PATH,
      responseSchema: lenient(ownReferences),
      providesTags: ['References'],
    }),
    addReference: build.mutation<OwnReference, ReferenceBody>({
      query: (body) => ({ url: OWN_PATH, method: 'POST', body }),
      responseSchema: lenient(ownReference),
      invalidatesTags: ['References'],
    }),
    askForReference: build.mutation<OwnReference, number>({
      query: (id) => ({ url: `${OWN_PATH}${id}/ask/`, method: 'POST' }),
      responseSchema: lenient(ownReference),
      // Also after a failure: the referee may have confirmed meanwhile.
      invalidatesTags: ['References'],
    }),
    removeReference: build.mutation<void, number>({
      query: (id) => ({ url: `${OWN_PATH}${id}/`, method: 'DELETE' }),
      invalidatesTags: ['References'],
    }),
    refereeQuestion: build.query<RefereeQuestion, string>({
      query: (token) => ({ url: '/references/', params: { token } }),
      responseSchema: lenient(refereeQuestion),
    }),
    answerReference: build.mutation<RefereeQuestion, { token: string; confirms: boolean }>({
      query: (body) => ({ url: '/references/answer/', method: 'POST', body }),
      responseSchema: lenient(refereeQuestion),
    }),
    deleteRefereeData: build.mutation<void, string>({
      query: (token) => ({ url: '/references/delete/', method: 'POST', body: { token } }),
    }),
  }),
})

export const {
  useOwnReferencesQuery,
  useAddReferenceMutation,
  useAskForReferenceMutation,
  useRemoveReferenceMutation,
  useRefereeQuestionQuery,
  useAnswerReferenceMutation,
  useDeleteRefereeDataMutation,
} = referencesApi
