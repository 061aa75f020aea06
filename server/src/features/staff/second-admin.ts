/** Which changes of the staff wait for a second admin. @see docs/rules/console.md#two-admins */
import type { StaffRole } from '@tendwell/contract/sign-in/accounts'

/** Someone's place on the staff; null for someone who is not on it yet. */
type StaffPlace = { staffRole: StaffRole | null; isActive: boolean } | null

const isActiveAdmin = (place: StaffPlace) => place?.staffRole === 'admin' && place.isActive

/**
 * Whether a change needs the approval of a second admin: it makes or ends an active admin, and there are at
 * least two.
 * @param before the person's place on the staff before the change
 * @param after their place after it
 * @param activeAdmins how many active admins there are before the change
 */
export function needsSecondAdmin(before: StaffPlace, after: StaffPlace, activeAdmins: number): boolean {
  return activeAdmins >= 2 && isActiveAdmin(before) !== isActiveAdmin(after)
}
