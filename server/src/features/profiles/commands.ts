import type { AvatarResponse } from '@tendwell/contract/profiles/profiles'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database/database.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { acceptAvatar, keepFiles, type Upload } from '../files/index.ts'
import { audit, lockUser, renameUser, setAvatar, toAvatarUrl, type UserRow } from '../people/index.ts'
import { lockCaregiverProfile, noteNewIdentity } from './caregivers/store.ts'
import { setPendingChange } from './changes/pending-changes.ts'
import { requireNameChangeLeft } from './names/name-changes.ts'
import { deleteOtherProfile, ensureProfile } from './store.ts'

/** Creates a user's profile if there is none. @param timezone the browser's at sign-up, IANA, or null */
export async function createProfile(
  deps: Pick<Deps, 'config' | 'database'>,
  userId: number,
  timezone: string | null,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await deleteOtherProfile(transaction, user)
    await ensureProfile(transaction, deps, user, timezone)
  })
}

/**
 * Changes a person's name for them, and records the old one: an erasure looks for it in what was written to
 * them when they booked.
 * @param user locked
 * @param fullName within the maximum of the user's role; the present name changes nothing
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
  await requireNameChangeLeft(transaction, id, clock.now())
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
 * Stores a user's new photo and deletes the old one. A verified caregiver's new photo waits for an admin
 * instead, in place of one that waits already.
 * @throws AppError 400 without a file or with a damaged one, 415 for another kind of file
 * @see docs/rules/profiles-and-files.md#avatars
 */
export async function replaceAvatar(deps: Deps, userId: number, uploads: Upload[]): Promise<AvatarResponse> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose a photo to upload')
  const accepted = { avatar: await acceptAvatar(upload) }
  let shown: string | null = null
  const { avatar } = await keepFiles(deps, userId, accepted, async (transaction, fileIds) => {
    const user = await lockUser(transaction, userId)
    const isCaregiver = user.role === 'caregiver'
    if (isCaregiver) await ensureProfile(transaction, deps, user)
    const profile = isCaregiver ? await lockCaregiverProfile(transaction, userId) : null
    const isWaiting = profile?.verificationStatus === 'verified'
    shown = isWaiting ? user.avatarFileId : fileIds.avatar
    const unused = profile
      ? await setPendingChange(transaction, deps, userId, { avatarFileId: isWaiting ? fileIds.avatar : null })
      : []
    if (isWaiting) return unused
    await setAvatar(transaction, userId, fileIds.avatar)
    if (isCaregiver) await noteNewIdentity(transaction, deps, userId)
    return user.avatarFileId === null ? unused : [...unused, user.avatarFileId]
  })
  return {
    avatar: toAvatarUrl({ avatarFileId: shown, isActive: true }),
    pending_avatar: shown === avatar ? null : toAvatarUrl({ avatarFileId: avatar, isActive: true }),
  }
}
