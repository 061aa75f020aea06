import type { Notification } from '@tendwell/contract/notifications'
import { paths } from '../../lib/paths.ts'
import { ownPath } from '../../lib/return-to.ts'
import type { Role } from '../../lib/session.ts'

/**
 * Where a notification leads. A dispute's opens the dispute as the role in session reads it, a caregiver where there
 * is none (marketplace spec §2).
 */
export function placeOf(
  { type, payload }: Pick<Notification, 'type' | 'payload'>,
  role: Role | undefined,
): string {
  const { dispute_id: disputeId, action_url: address } = payload
  if (disputeId === undefined || !type.startsWith('dispute_')) return ownPath(address)
  if (role === 'admin') return paths.adminDispute(disputeId)
  return role === 'caretaker' ? paths.caretakerDispute(disputeId) : paths.caregiverDispute(disputeId)
}
