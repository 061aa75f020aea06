import type { Notification } from '@tendwell/contract/notifications'
import { paths } from '../../lib/paths.ts'
import { ownPath } from '../../lib/return-to.ts'
import type { Role } from '../../lib/session.ts'

/**
 * The page that a notification opens. A dispute opens on the page of the session's role, by default the caregiver's.
 * @see docs/rules/chat-and-notifications.md#on-screen
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
