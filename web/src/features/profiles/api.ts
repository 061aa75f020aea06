import type { User } from '@tendwell/contract/accounts'
import type { CaregiverProfileBody, DocumentField, OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { api } from '../../lib/api-base.ts'
import { type SessionState, selectSession, userStored } from '../../lib/session.ts'
import { upload } from '../../lib/upload.ts'

type OnPercent = (percent: number) => void

const profilesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownCaregiverProfile: build.query<OwnCaregiverProfile, void>({
      query: () => '/auth/caregiver/profile/',
      providesTags: ['User'],
      // Each load brings the session's user up to date: after a saved name, a new photo, a completed profile.
      async onQueryStarted(_, { dispatch, getState, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null)
        if (!answer) return
        const { user } = selectSession(getState() as unknown as { session: SessionState })
        const current = user && withProfile(user, answer.data)
        if (current && current !== user) dispatch(userStored(current))
      },
    }),
    saveCaregiverProfile: build.mutation<unknown, CaregiverProfileBody>({
      query: (body) => ({ url: '/auth/caregiver/profile/', method: 'PUT', body }),
      invalidatesTags: (_, error) => (error ? [] : ['User', 'Caregivers']),
    }),
    uploadDocument: build.mutation<unknown, { field: DocumentField; file: File; onPercent: OnPercent }>({
      queryFn: ({ field, file, onPercent }, context) =>
        upload({ path: '/auth/caregiver/documents/', form: formOf(field, file), onPercent }, context),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
    uploadCaregiverPhoto: build.mutation<unknown, { file: File; onPercent: OnPercent }>({
      queryFn: ({ file, onPercent }, context) =>
        upload({ path: '/auth/caregiver/avatar/', form: formOf('avatar', file), onPercent }, context),
      invalidatesTags: (_, error) => (error ? [] : ['User', 'Caregivers']),
    }),
  }),
})

export const {
  useOwnCaregiverProfileQuery,
  useSaveCaregiverProfileMutation,
  useUploadDocumentMutation,
  useUploadCaregiverPhotoMutation,
} = profilesApi

function formOf(name: string, file: File): FormData {
  const form = new FormData()
  form.append(name, file)
  return form
}

/** The user with what the profile says of them; the same object when nothing differs. */
function withProfile(user: User, profile: OwnCaregiverProfile): User {
  const { id, full_name, avatar, profile_complete } = profile
  if (user.id !== id) return user
  const isSame =
    user.full_name === full_name && user.avatar === avatar && user.profile_complete === profile_complete
  return isSame ? user : { ...user, full_name, avatar, profile_complete }
}
