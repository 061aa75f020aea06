/**
 * Changes that wait for staff: a verified caregiver's new name and photo, and a hidden profile's new
 * description.
 * @see docs/rules/profiles-and-files.md#changing-a-verified-name-or-photo
 */
import { randomUUID } from 'node:crypto'
import type { ChangeDecision } from '@tendwell/contract/console/users'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { lockUser, renameUser, setAvatar } from '../../people/index.ts'
import { lockCaregiverProfile, recordIdentityChange, setFullName } from '../caregivers/store.ts'
import { replaceHiddenDescription } from './hiding.ts'
import { deletePendingChange, findPendingChange, storePendingChange } from './pending-store.ts'

/** A new name, photo and description; null for each that stays unchanged. */
type NewDetails = { fullName: string | null; avatarFileId: string | null; description: string | null }

/**
 * Stores a new name, photo or description that waits for staff. The caller has locked the profile.
 * @param change null for a field takes back what waits; a field that is left out keeps what waits
 * @returns the ids of photos that nothing refers to any more
 */
export async function setPendingChange(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  change: Partial<NewDetails>,
): Promise<string[]> {
  const earlierChange = await findPendingChange(transaction, caregiverId)
  const waitingBefore = earlierChange ?? { fullName: null, avatarFileId: null, description: null }
  const {
    fullName = waitingBefore.fullName,
    avatarFileId = waitingBefore.avatarFileId,
    description = waitingBefore.description,
  } = change
  const isSame =
    fullName === waitingBefore.fullName &&
    avatarFileId === waitingBefore.avatarFileId &&
    description === waitingBefore.description
  if (isSame) return []
  if (fullName === null && avatarFileId === null && description === null) {
    await deletePendingChange(transaction, caregiverId)
  } else {
    const submittedAt = deps.clock.now()
    await storePendingChange(transaction, {
      caregiverId,
      changeId: randomUUID(),
      fullName,
      avatarFileId,
      description,
      submittedAt,
    })
    await deps.jobs.publish(transaction, 'caregiver.changes-submitted', {
      userId: caregiverId,
      submittedAt: submittedAt.toISOString(),
    })
  }
  const replacedFileId = waitingBefore.avatarFileId
  return replacedFileId === null || replacedFileId === avatarFileId ? [] : [replacedFileId]
}

/** What the audit log stores of a decided change. `avatar`: the file id of the photo. */
type AuditedDetails = { fullName: string; avatar: string | null; isDescriptionChanged?: boolean }

/**
 * Records staff's decision on a waiting change, and makes the change if it is approved. The caller writes
 * the audit log and removes the files in `unusedFileIds`.
 * @throws AppError 404 if the id is not a caregiver's; 409 if the change was replaced, withdrawn or decided
 */
export async function decidePendingChange(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  {
    caregiverId,
    changeId,
    decision,
    reason,
  }: { caregiverId: number; changeId: string; decision: ChangeDecision; reason: string },
): Promise<{ before: AuditedDetails; after: AuditedDetails; unusedFileIds: string[] }> {
  const user = await lockUser(transaction, caregiverId)
  const profile = await lockCaregiverProfile(transaction, caregiverId)
  const change = await findPendingChange(transaction, caregiverId)
  if (change?.changeId !== changeId) {
    throw conflict('The caregiver changed or withdrew this, or it was decided. Please review what waits now.')
  }
  await deletePendingChange(transaction, caregiverId)
  const { fullName, avatarFileId, description } = change
  const before: AuditedDetails = { fullName: user.fullName, avatar: user.avatarFileId }
  const isApproved = decision === 'approve'
  const after: AuditedDetails = isApproved
    ? {
        fullName: fullName ?? before.fullName,
        avatar: avatarFileId ?? before.avatar,
        ...(description !== null && { isDescriptionChanged: true }),
      }
    : before
  if (after.fullName !== before.fullName) {
    await renameUser(transaction, caregiverId, after.fullName)
    await setFullName(transaction, caregiverId, after.fullName)
  }
  if (after.avatar !== before.avatar) await setAvatar(transaction, caregiverId, after.avatar)
  if (after.fullName !== before.fullName || after.avatar !== before.avatar) {
    await recordIdentityChange(transaction, deps, caregiverId)
  }
  const droppedFileIds =
    isApproved && description !== null
      ? await replaceHiddenDescription(transaction, profile, description)
      : []
  await deps.jobs.publish(transaction, 'caregiver.changes-decided', {
    userId: caregiverId,
    changeId,
    decision,
    changed: { name: fullName !== null, photo: avatarFileId !== null, description: description !== null },
    reason,
  })
  // With a new photo, the decision leaves either the old or the new one unused.
  const unusedFileId = avatarFileId === null ? null : isApproved ? before.avatar : avatarFileId
  return {
    before,
    after,
    unusedFileIds: unusedFileId === null ? droppedFileIds : [unusedFileId, ...droppedFileIds],
  }
}
