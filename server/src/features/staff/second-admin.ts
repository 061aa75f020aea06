/** Which changes of the staff wait for a second admin. @see docs/rules/console.md#two-admins */
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'

/** Someone's place on the staff; null for someone who is not on it yet. */
type Place = { staffRole: StaffRole | null; isActive: boolean } | null

const isActiveAdmin = (place: Place) => place?.staffRole === 'admin' && place.isActive

/** Whether a change makes or ends an active admin while there are at least two. */
export function needsSecondAdmin(before: Place, after: Place, activeAdmins: number): boolean {
  return activeAdmins >= 2 && isActiveAdmin(before) !== isActiveAdmin(after)
}
