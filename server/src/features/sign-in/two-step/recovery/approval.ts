/**
 * Who may approve what a colleague asked for, and a recovery when.
 * @see docs/rules/two-step.md#who-may-approve
 */

import {
  type ApprovalObstacle,
  RECOVERY_ADMIN_DAYS,
  RECOVERY_WAIT_HOURS,
  type RecoveryObstacle,
} from '@tendwell/contract/sign-in/two-step'
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'

/**
 * That a member of the staff invited someone, made them an admin, or activated them. Those whom the
 * operator's command made have no admission.
 */
export type Admission = { userId: number; by: number; at: Date }

/** The active admins, and by whom and when staff were admitted. */
export type Staff = { adminIds: number[]; admissions: Admission[] }

/** When a request can be approved at the earliest. */
export function getApprovalTime(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + RECOVERY_WAIT_HOURS * HOUR_MS)
}

/**
 * Why an admin can't approve a request now.
 * @param adminId an active admin other than the one who asked and the person concerned
 * @returns null if they can
 */
export function findObstacle(
  { requestedBy, requestedAt }: { requestedBy: number; requestedAt: Date },
  adminId: number,
  { admissions }: Pick<Staff, 'admissions'>,
  now: Date,
): RecoveryObstacle | null {
  return (
    findLastingObstacle(requestedBy, adminId, admissions, now) ??
    (now < getApprovalTime(requestedAt) ? 'wait' : null)
  )
}

/** Whether an active admin can approve the request as soon as it has waited. */
export function hasApprover(
  { requestedBy, userId }: { requestedBy: number; userId: number | null },
  { adminIds, admissions }: Staff,
  now: Date,
): boolean {
  return adminIds.some(
    (id) =>
      id !== requestedBy && id !== userId && findLastingObstacle(requestedBy, id, admissions, now) === null,
  )
}

/** What an approver reads. */
export const OBSTACLE_TEXTS: Readonly<Record<ApprovalObstacle, string>> = {
  new_admin: `Someone who has been an admin for ${RECOVERY_ADMIN_DAYS} days has to approve this`,
  related:
    'You and the one who asked brought one another onto the staff, so another admin has to approve this',
}

/** Why an admin can't approve what another one asked for, however long it waits; null if they can. */
export function findLastingObstacle(
  askerId: number,
  adminId: number,
  admissions: readonly Admission[],
  now: Date,
): ApprovalObstacle | null {
  const isNew = admissions.some(
    ({ userId, at }) => userId === adminId && now.getTime() - at.getTime() < RECOVERY_ADMIN_DAYS * DAY_MS,
  )
  if (isNew) return 'new_admin'
  const isRelated =
    listSponsors(adminId, admissions).has(askerId) || listSponsors(askerId, admissions).has(adminId)
  return isRelated ? 'related' : null
}

/** All who brought someone in: their sponsors, the sponsors' sponsors and so on. */
function listSponsors(userId: number, admissions: readonly Admission[]): Set<number> {
  const sponsors = new Set<number>()
  const open = [userId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const admission of admissions) {
      if (admission.userId !== id || sponsors.has(admission.by)) continue
      sponsors.add(admission.by)
      open.push(admission.by)
    }
  }
  return sponsors
}
