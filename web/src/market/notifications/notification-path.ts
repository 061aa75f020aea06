import type { Notification } from '@tendwell/contract/chat/notifications'
import type { Role } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import { toSafePath } from '../../shared/routes/return-to.ts'

/**
 * The page that a notification opens. A dispute opens on the page of the viewer's role, by default the
 * caregiver's.
 * @see docs/rules/chat-and-notifications.md#on-screen
 */
export function notificationPath(
  { type, payload }: Pick<Notification, 'type' | 'payload'>,
  role: Role | undefined,
): string {
  const { dispute_id: disputeId, action_url: url } = payload
  if (disputeId === undefined || !type.startsWith('dispute_')) return toSafePath(url)
  if (role === 'admin') return paths.adminDispute(disputeId)
  return role === 'caretaker' ? paths.caretakerDispute(disputeId) : paths.caregiverDispute(disputeId)
}
