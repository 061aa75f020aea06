import type { AvatarResponse } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { acceptAvatar, keepFiles, type Upload } from '../files/index.ts'
import {
  audit,
  lockUser,
  renameUser,
  setAvatar,
  setProfileComplete,
  toAvatarUrl,
  type UserRow,
} from '../people/index.ts'
import { lockCaregiverProfile, recordIdentityChange } from './caregivers/store.ts'
import { setPendingChange } from './changes/pending-changes.ts'
import { requireNameChangeAllowed } from './names/name-changes.ts'
import { deleteProfileOfOtherRole, ensureProfile } from './store.ts'

/**
 * Creates the profile of a user's role if there is none.
 * @param timezone the IANA zone of the browser at sign-up; null if unknown
 */
export async function createProfile(
  deps: Pick<Deps, 'config' | 'database'>,
  userId: number,
  timezone: string | null,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await deleteProfileOfOtherRole(transaction, user)
    await ensureProfile(transaction, deps, user, timezone)
  })
}

/**
 * Changes the caller's own name. The audit log keeps the old name, so that an erasure also finds the texts in
 * which it stands.
 * @param user the locked row
 * @param fullName within the maximum length of the user's role; the present name changes nothing
 * @throws AppError 400 on `editable_full_name` after two changes within a year
 * @see docs/rules/accounts.md#names
 */
export async function changeOwnName(
  transaction: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  { id, fullName: oldName }: UserRow,
  fullName: string,
): Promise<void> {
  if (fullName === oldName) return
  await requireNameChangeAllowed(transaction, id, clock.now())
  await renameUser(transaction, id, fullName)
  await audit(transaction, {
    at: clock.now(),
    actorId: id,
    action: 'account.renamed',
    subject: `user:${id}`,
    before: { fullName: oldName },
    after: { fullName },
  })
}

/**
 * Records whether a profile is complete, after a change of it. When it becomes so, the reminders to complete it are
 * done.
 * @param user the locked row, as it was before
 * @see docs/rules/accounts.md#profile-completeness
 */
export async function recordCompleteness(
  transaction: Transaction,
  deps: Pick<Deps, 'jobs'>,
  { id: userId, profileComplete: wasComplete }: UserRow,
  isComplete: boolean,
): Promise<void> {
  await setProfileComplete(transaction, userId, isComplete)
  if (isComplete && !wasComplete) await deps.jobs.publish(transaction, 'profile.completed', { userId })
}

/**
 * Stores a user's new photo and deletes the old one. A verified caregiver's new photo waits for staff
 * instead, and replaces an earlier one that waits.
 * @throws AppError 400 without a file or with a damaged one, 415 for another kind of file
 * @see docs/rules/profiles-and-files.md#avatars
 */
export async function replaceAvatar(deps: Deps, userId: number, uploads: Upload[]): Promise<AvatarResponse> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose a photo to upload')
  const acceptedFiles = { avatar: await acceptAvatar(upload) }
  let shownFileId: string | null = null
  const { avatar } = await keepFiles(deps, userId, acceptedFiles, async (transaction, fileIds) => {
    const user = await lockUser(transaction, userId)
    const isCaregiver = user.role === 'caregiver'
    if (isCaregiver) await ensureProfile(transaction, deps, user)
    const profile = isCaregiver ? await lockCaregiverProfile(transaction, userId) : null
    const waitsForAdmin = profile?.verificationStatus === 'verified'
    shownFileId = waitsForAdmin ? user.avatarFileId : fileIds.avatar
    const unusedFileIds = profile
      ? await setPendingChange(transaction, deps, userId, {
          avatarFileId: waitsForAdmin ? fileIds.avatar : null,
        })
      : []
    if (waitsForAdmin) return unusedFileIds
    await setAvatar(transaction, userId, fileIds.avatar)
    if (isCaregiver) await recordIdentityChange(transaction, deps, userId)
    return user.avatarFileId === null ? unusedFileIds : [...unusedFileIds, user.avatarFileId]
  })
  return {
    avatar: toAvatarUrl({ avatarFileId: shownFileId, isActive: true }),
    pending_avatar: shownFileId === avatar ? null : toAvatarUrl({ avatarFileId: avatar, isActive: true }),
  }
}
