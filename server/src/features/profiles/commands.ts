import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { invalidRequest } from '../../platform/errors.ts'
import { lockUser, setAvatar, toAvatarUrl } from '../accounts/index.ts'
import { acceptAvatar, keepFiles, type Upload } from '../files/index.ts'
import { deleteOtherProfile, ensureProfile } from './store.ts'

/** Creates a user's profile if there is none. @param timezone the browser's at sign-up, IANA, or null */
export async function createProfile(
  deps: Pick<Deps, 'database'>,
  userId: number,
  timezone: string | null,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId)
    await deleteOtherProfile(transaction, user)
    await ensureProfile(transaction, user, timezone)
  })
}

/**
 * Stores a user's new photo and deletes the old one.
 * @returns the new photo's path
 * @throws AppError 400 without a file or with a damaged one, 415 for another kind of file
 * @see docs/rules/profiles-and-files.md#avatars
 */
export async function replaceAvatar(deps: Deps, userId: number, uploads: Upload[]): Promise<string | null> {
  const [upload] = uploads
  if (!upload) throw invalidRequest('Please choose a photo to upload')
  const accepted = { avatar: await acceptAvatar(upload) }
  const { avatar } = await keepFiles(deps, userId, accepted, async (transaction, fileIds) => {
    const { avatarFileId: replaced } = await lockUser(transaction, userId)
    await setAvatar(transaction, userId, fileIds.avatar)
    return replaced ? [replaced] : []
  })
  return toAvatarUrl({ avatarFileId: avatar, isActive: true })
}
