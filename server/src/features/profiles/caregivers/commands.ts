import { centsFromUsd } from '@tendwell/contract/money'
import type { CaregiverProfileBody } from '@tendwell/contract/profiles/caregiver-body'
import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { releaseFiles } from '../../files/index.ts'
import { changePhone, lockUser } from '../../people/index.ts'
import { matchPlace } from '../../places/index.ts'
import { setPendingChange } from '../changes/pending-changes.ts'
import { changeOwnName, createProfile, recordCompleteness } from '../commands.ts'
import { findContactErrors } from '../contact-details/contact-details.ts'
import { ensureProfile } from '../store.ts'
import { isCompleteCaregiver, removeDuplicates } from './caregiver.ts'
import { findOwnCaregiverProfile } from './queries.ts'
import {
  lockCaregiverProfile,
  recordIdentityChange,
  refreshListing,
  updateCaregiverDetails,
} from './store.ts'

const HIDDEN_MESSAGE = 'You can change the video link once your description is shown again'

/**
 * A caregiver's own profile. Creates it if the job after sign-up has not run yet.
 * @see docs/rules/profiles-and-files.md#caregiver-profile
 */
export async function getOwnCaregiverProfile(deps: Deps, userId: number): Promise<OwnCaregiverProfile> {
  const existing = await findOwnCaregiverProfile(deps, userId)
  if (existing) return existing
  await createProfile(deps, userId, null)
  const created = await findOwnCaregiverProfile(deps, userId)
  if (!created) throw notFound()
  return created
}

/**
 * Changes those fields of a caregiver's own profile that `changes` has. A new name also becomes the
 * account's. A verified caregiver's new name waits for staff instead, and so does the new description of a
 * profile that staff hid. Records whether the profile is complete, and lists or unlists the caregiver.
 * @throws AppError 400 for contact details in a field that the public reads, and for a new video link while
 *   staff hide the profile
 * @see docs/rules/profiles-and-files.md#caregiver-profile
 */
export async function updateCaregiverProfile(
  deps: Deps,
  userId: number,
  changes: Partial<CaregiverProfileBody>,
): Promise<OwnCaregiverProfile> {
  const contactErrors = findContactErrors(changes)
  if (contactErrors) throw invalid(contactErrors)
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await ensureProfile(transaction, deps, user)
    const profile = await lockCaregiverProfile(transaction, userId)
    const { editable_full_name: newName = null, hourly_rate_usd: rateUsd } = changes
    const mayRenameNow = profile.verificationStatus !== 'verified'
    const fullName = (mayRenameNow && newName) || profile.fullName
    if (newName !== null) {
      const waitingName = newName === fullName ? null : newName
      await setPendingChange(transaction, deps, userId, { fullName: waitingName })
    }
    const { description: newDescription } = changes
    if (profile.hiddenAt !== null && newDescription !== undefined) {
      const isNew = newDescription !== '' && newDescription !== profile.hiddenDescription
      await setPendingChange(transaction, deps, userId, { description: isNew ? newDescription : null })
    }
    const { video_url: videoUrl = profile.videoUrl } = changes
    if (profile.hiddenAt !== null && videoUrl !== '' && videoUrl !== profile.videoUrl)
      throw invalid({ video_url: [HIDDEN_MESSAGE] })
    const { city = profile.city, country = profile.country, place_id: placeId = profile.placeId } = changes
    const details = {
      fullName,
      city,
      country,
      place: await matchPlace(transaction, { city, country, placeId }),
      rateCents: rateUsd === undefined ? profile.rateCents : centsFromUsd(rateUsd),
      languages: changes.languages ? removeDuplicates(changes.languages) : profile.languages,
      skills: changes.skills ? removeDuplicates(changes.skills) : profile.skills,
      description: profile.hiddenAt === null ? (newDescription ?? profile.description) : profile.description,
      timezone: changes.timezone ?? profile.timezone,
      cancellationPolicy: changes.cancellation_policy ?? profile.cancellationPolicy,
      experienceYears:
        changes.experience_years === undefined ? profile.experienceYears : changes.experience_years,
      careAges: changes.care_ages ?? profile.careAges,
      videoUrl,
      travelKm: changes.travel_km === undefined ? profile.travelKm : changes.travel_km,
    }
    await changeOwnName(transaction, deps, user, fullName)
    await changePhone(transaction, deps, user, changes.phone_number ?? user.phoneNumber)
    if (fullName !== user.fullName) await recordIdentityChange(transaction, deps, userId)
    await updateCaregiverDetails(transaction, userId, details)
    if (details.timezone !== profile.timezone) {
      await deps.jobs.publish(transaction, 'caregiver.zone-changed', { userId })
    }
    // A description that staff hid counts, because the caregiver can't show it again themselves.
    const writtenDetails = {
      ...details,
      description: details.description || (profile.hiddenDescription ?? ''),
    }
    await recordCompleteness(transaction, deps, user, isCompleteCaregiver(writtenDetails))
    await refreshListing(transaction, userId)
  })
  return getOwnCaregiverProfile(deps, userId)
}

/**
 * Drops a caregiver's new name, photo and description that wait for staff. Does nothing if none wait.
 * @see docs/rules/profiles-and-files.md#changing-a-verified-name-or-photo
 */
export async function withdrawPendingChange(deps: Deps, userId: number): Promise<OwnCaregiverProfile> {
  await getOwnCaregiverProfile(deps, userId)
  await releaseFiles(deps, async (transaction) => {
    await lockCaregiverProfile(transaction, userId)
    return setPendingChange(transaction, deps, userId, {
      fullName: null,
      avatarFileId: null,
      description: null,
    })
  })
  return getOwnCaregiverProfile(deps, userId)
}
