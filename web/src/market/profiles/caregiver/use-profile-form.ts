import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { useSaveCaregiverProfileMutation } from '../../../shared/people/own-profile-api.ts'
import { useSavedForm } from '../use-saved-form.ts'
import { caregiverProfileSchema, toValues } from './profile-values.ts'

/** A caregiver's details as a form. */
export function useProfileForm(profile: OwnCaregiverProfile) {
  const [save] = useSaveCaregiverProfileMutation()
  return useSavedForm({
    schema: caregiverProfileSchema,
    saved: profile,
    toValues,
    save: (body) => save(body).unwrap(),
    success: 'Profile saved',
    failure: 'Failed to save profile',
  })
}
