/** Staff hide a caregiver's photo and description. @see docs/rules/safety.md#hiding */
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { setAvatarHidden } from '../../files/index.ts'
import { lockUser, setAvatar } from '../../people/index.ts'
import { lockCaregiverProfile } from '../caregivers/store.ts'
import { caregiverProfiles } from '../tables.ts'

type ProfileRow = typeof caregiverProfiles.$inferSelect

const NOTHING_HIDDEN = { hiddenAt: null, hiddenDescription: null, hiddenAvatarFileId: null }

/**
 * Hides a caregiver's photo and description from everyone else, or shows them again. If the caregiver has a
 * new photo or description by then, that one stays.
 * @returns false if the profile was hidden, or shown, already
 * @throws AppError 404 when the id is not a caregiver's
 */
export async function setProfileHidden(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  caregiverId: number,
  isHidden: boolean,
): Promise<boolean> {
  const user = await lockUser(transaction, caregiverId)
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  if ((profile.hiddenAt !== null) === isHidden) return false
  const isThisProfile = eq(caregiverProfiles.userId, caregiverId)
  if (isHidden) {
    if (user.avatarFileId) await setAvatarHidden(transaction, user.avatarFileId, { isHidden: true })
    await setAvatar(transaction, caregiverId, null)
    const { description } = profile
    const hiddenParts = { hiddenDescription: description, hiddenAvatarFileId: user.avatarFileId }
    await transaction
      .update(caregiverProfiles)
      .set({ ...hiddenParts, hiddenAt: clock.now(), description: '' })
      .where(isThisProfile)
    return true
  }
  const { hiddenAvatarFileId: hiddenPhoto, hiddenDescription } = profile
  const mayRestorePhoto = hiddenPhoto !== null && user.avatarFileId === null
  if (hiddenPhoto) await setAvatarHidden(transaction, hiddenPhoto, { isHidden: false })
  if (mayRestorePhoto) await setAvatar(transaction, caregiverId, hiddenPhoto)
  const description = profile.description || (hiddenDescription ?? '')
  await transaction
    .update(caregiverProfiles)
    .set({ ...NOTHING_HIDDEN, description })
    .where(isThisProfile)
  return true
}

/**
 * Shows an approved description in place of the hidden one. The profile is then no longer hidden, and the
 * photo that was hidden with it is dropped. The caller has locked the profile.
 * @returns the ids of the photos that nothing refers to any more
 */
export async function replaceHiddenDescription(
  transaction: Transaction,
  profile: ProfileRow,
  description: string,
): Promise<string[]> {
  await transaction
    .update(caregiverProfiles)
    .set({ ...NOTHING_HIDDEN, description })
    .where(eq(caregiverProfiles.userId, profile.userId))
  return profile.hiddenAvatarFileId === null ? [] : [profile.hiddenAvatarFileId]
}
