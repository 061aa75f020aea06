import type { UnknownAction } from '@reduxjs/toolkit'
import { lenient } from '@tendwell/contract/lenient-input'
import type { CaregiverProfileBody } from '@tendwell/contract/profiles/caregiver-body'
import {
  type CaretakerForCaregiver,
  type CaretakerProfileBody,
  caretakerForCaregiver,
  type OwnCaretakerProfile,
  ownCaretakerProfile,
} from '@tendwell/contract/profiles/families'
import {
  type AvatarResponse,
  avatarResponse,
  type DocumentField,
  documentOpening,
  type OwnCaregiverProfile,
  ownCaregiverProfile,
} from '@tendwell/contract/profiles/profiles'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { type SessionState, selectSession, userStored } from '../../lib/session/session.ts'
import { api } from '../../lib/transport/api-base.ts'
import { readList } from '../../lib/transport/list.ts'

type OnPercent = (percent: number) => void
interface DocumentUpload {
  field: DocumentField
  file: File
  isRenewal?: boolean
  onPercent: OnPercent
}
export type ProfileRole = 'caregiver' | 'caretaker'

const profilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownCaregiverProfile: build.query<OwnCaregiverProfile, void>({
      query: () => '/auth/caregiver/profile/',
      responseSchema: lenient(ownCaregiverProfile),
      providesTags: ['User'],
      onQueryStarted: (_, context) => updateSession(context),
    }),
    ownCaretakerProfile: build.query<OwnCaretakerProfile, void>({
      query: () => '/auth/caretaker/profile/',
      responseSchema: lenient(ownCaretakerProfile),
      providesTags: ['User'],
      onQueryStarted: (_, context) => updateSession(context),
    }),
    saveCaretakerProfile: build.mutation<OwnCaretakerProfile, CaretakerProfileBody>({
      query: (body) => ({ url: '/auth/caretaker/profile/', method: 'PUT', body }),
      responseSchema: lenient(ownCaretakerProfile),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    caretaker: build.query<CaretakerForCaregiver, number>({
      query: (id) => `/auth/caretakers/${id}/`,
      responseSchema: caretakerForCaregiver,
      // A request or its payment changes what the caregiver may see.
      providesTags: ['Requests'],
    }),
    saveCaregiverProfile: build.mutation<OwnCaregiverProfile, CaregiverProfileBody>({
      query: (body) => ({ url: '/auth/caregiver/profile/', method: 'PUT', body }),
      responseSchema: lenient(ownCaregiverProfile),
      invalidatesTags: (_, error) => (error ? [] : ['User', 'Caregivers']),
    }),
    withdrawChanges: build.mutation<OwnCaregiverProfile, void>({
      query: () => ({ url: '/auth/caregiver/profile/changes/', method: 'DELETE' }),
      responseSchema: lenient(ownCaregiverProfile),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    documentOpenings: build.query({
      query: (params: { page: number; page_size: number }) => ({
        url: '/auth/caregiver/documents/openings/',
        params,
      }),
      transformResponse: readList(documentOpening),
      providesTags: ['User'],
    }),
    /** `isRenewal`: the caregiver expects no change of their status. */
    uploadDocument: build.mutation<unknown, DocumentUpload>({
      query: ({ field, file, isRenewal = false, onPercent }) => {
        const form = toFormData(field, file)
        if (isRenewal) form.append('only_renewals', 'true')
        return { url: '/auth/caregiver/documents/', method: 'POST', body: form, onPercent }
      },
      responseSchema: lenient(ownCaregiverProfile),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    uploadPhoto: build.mutation<AvatarResponse, { role: ProfileRole; file: File; onPercent: OnPercent }>({
      query: ({ role, file, onPercent }) => ({
        url: `/auth/${role}/avatar/`,
        method: 'POST',
        body: toFormData('avatar', file),
        onPercent,
      }),
      responseSchema: avatarResponse,
      invalidatesTags: (_, error) => (error ? [] : ['User', 'Caregivers']),
    }),
  }),
})

export const {
  useOwnCaregiverProfileQuery,
  useSaveCaregiverProfileMutation,
  useOwnCaretakerProfileQuery,
  useSaveCaretakerProfileMutation,
  useCaretakerQuery,
  useDocumentOpeningsQuery,
  useUploadDocumentMutation,
  useUploadPhotoMutation,
  useWithdrawChangesMutation,
} = profilesApi

function toFormData(name: string, file: File): FormData {
  const form = new FormData()
  form.append(name, file)
  return form
}

type OwnProfile = Pick<OwnCaregiverProfile, 'id' | 'full_name' | 'avatar' | 'profile_complete'>

interface Loading {
  dispatch: (action: UnknownAction) => unknown
  getState: () => unknown
  queryFulfilled: Promise<{ data: OwnProfile }>
}

/** Each load updates the session's user, such as after a new name or photo. */
async function updateSession({ dispatch, getState, queryFulfilled }: Loading): Promise<void> {
  const answer = await queryFulfilled.catch(() => null)
  if (!answer) return
  const { user } = selectSession(getState() as { session: SessionState })
  const current = user && withProfile(user, answer.data)
  if (current && current !== user) dispatch(userStored(current))
}

/** The user with the profile's values; the same object when nothing changed. */
function withProfile(user: User, profile: OwnProfile): User {
  const { id, full_name, avatar, profile_complete } = profile
  if (user.id !== id) return user
  const isSame =
    user.full_name === full_name && user.avatar === avatar && user.profile_complete === profile_complete
  return isSame ? user : { ...user, full_name, avatar, profile_complete }
}
