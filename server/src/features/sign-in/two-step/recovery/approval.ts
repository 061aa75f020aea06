/**
 * Who may approve what a colleague asked for, and from when on a recovery can be approved.
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
 * An entry into the staff or a role: the sponsor invited the user, changed their role, or activated them.
 * Admins whom the operator's command made have no admission.
 */
export type Admission = { userId: number; sponsorId: number; at: Date }

/** The ids of the active admins, and by whom and when members of the staff were admitted. */
export type Staff = { adminIds: number[]; admissions: Admission[] }

/** When a request can be approved at the earliest. */
export function getApprovalTime(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + RECOVERY_WAIT_HOURS * HOUR_MS)
}

/**
 * Why an admin can't approve a request now.
 * @param adminId an active admin, neither the one who asked nor the person concerned
 * @returns null if the admin can approve it
 */
export function findApprovalObstacle(
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

/** What an admin reads who can't approve a request. */
export const OBSTACLE_TEXTS: Readonly<Record<ApprovalObstacle, string>> = {
  new_admin: `Someone who has been an admin for ${RECOVERY_ADMIN_DAYS} days has to approve this`,
  related:
    'You and the one who asked brought one another onto the staff, so another admin has to approve this',
}

/**
 * Why an admin can't approve what a colleague asked for, however long the request waits.
 * @returns null if the admin can approve it
 */
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
  const idsToVisit = [userId]
  for (let id = idsToVisit.pop(); id !== undefined; id = idsToVisit.pop()) {
    for (const admission of admissions) {
      if (admission.userId !== id || sponsors.has(admission.sponsorId)) continue
      sponsors.add(admission.sponsorId)
      idsToVisit.push(admission.sponsorId)
    }
  }
  return sponsors
}
