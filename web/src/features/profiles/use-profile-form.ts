import type { OwnCaregiverProfile } from '@tendwell/contract/profiles'
import { useEffect } from 'react'
import { isOffline } from '../../lib/errors.ts'
import { showServerErrors, useZodForm } from '../../lib/form.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveCaregiverProfileMutation } from './api.ts'
import { profileForm, valuesOf } from './profile-values.ts'

const failed = 'Failed to save profile'

/** The details as a form. What was typed outlives a failed save and a reload of the profile behind it. */
export function useProfileForm(profile: OwnCaregiverProfile) {
  const form = useZodForm(profileForm, { defaultValues: valuesOf(profile) })
  const [save, { isLoading }] = useSaveCaregiverProfileMutation()
  const { isDirty } = form.formState
  const { reset } = form

  useEffect(() => {
    if (!isDirty) reset(valuesOf(profile))
  }, [profile, isDirty, reset])

  const submit = form.handleSubmit(
    async (body) => {
      if (isLoading) return
      try {
        await save(body).unwrap()
        reset(body)
        toast.success('Profile saved')
      } catch (error) {
        const hint = isOffline(error)
          ? 'We could not reach the server. What you typed is still here.'
          : failed
        showServerErrors(form, error, hint, { full_name: 'editable_full_name' })
        toast.error(failed)
      }
    },
    () => void toast.error('Please fix the highlighted fields'),
  )
  return { form, submit, isSaving: isLoading }
}
