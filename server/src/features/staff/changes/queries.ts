import type { StaffChange } from '@tendwell/contract/staff/staff'
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { auditLog, findNames } from '../../people/index.ts'
import { findLastingObstacle, hasApprover, readStaff, type Staff } from '../../sign-in/index.ts'
import { staffChanges } from '../tables.ts'
import type { StaffChangeRow } from './store.ts'

/**
 * Matches changes that wait for a decision and that this admin may see: not those that concern the admin
 * themselves.
 */
function isOpenStaffChange(now: Date, viewerId: number): SQL | undefined {
  const isAboutSomeoneElse = sql`${staffChanges.userId} IS DISTINCT FROM ${viewerId}`
  return and(eq(staffChanges.state, 'open'), gt(staffChanges.expiresAt, now), isAboutSomeoneElse)
}

/** How many changes that this admin may see wait for a decision, and since when. */
export const countOpenStaffChanges = (reader: Reader, now: Date, viewerId: number): Promise<Waiting> =>
  countWaiting(reader, staffChanges, staffChanges.requestedAt, isOpenStaffChange(now, viewerId))

/** Matches the audit log's entries of a request to change this person that still waits for a decision. */
export const isEntryOfOpenChange = (
  viewerId: number,
): SQL => sql`(${auditLog.action} = 'staff.change-requested'
  AND ${auditLog.subject} = ${`user:${viewerId}`} AND EXISTS (SELECT FROM ${staffChanges}
    WHERE user_id = ${viewerId} AND state = 'open' AND requested_at <= ${auditLog.at}))`

export async function findStaffChange(reader: Reader, id: number): Promise<StaffChangeRow | null> {
  const [row] = await reader.select().from(staffChanges).where(eq(staffChanges.id, id))
  return row ?? null
}

/**
 * One page of the changes that wait for a second admin, oldest first, without those that concern the caller.
 */
export async function listStaffChanges(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  actor: Actor,
  page: PageRequest,
): Promise<{ count: number; results: StaffChange[] }> {
  const now = clock.now()
  const isOpen = isOpenStaffChange(now, actor.id)
  const rows = await database
    .select()
    .from(staffChanges)
    .where(isOpen)
    .orderBy(staffChanges.id)
    .limit(page.page_size)
    .offset(getOffset(page))
  const staff = await readStaff(database)
  const results = await Promise.all(rows.map((row) => toResponse(database, { actor, row, staff, now })))
  return { count: await database.$count(staffChanges, isOpen), results }
}

/** The API's answer about a change, as the actor sees it. @param row the stored change, as it is now */
export async function readStaffChangeResponse(
  { clock, database }: { clock: Deps['clock']; database: Reader },
  actor: Actor,
  row: StaffChangeRow,
): Promise<StaffChange> {
  return toResponse(database, { actor, row, staff: await readStaff(database), now: clock.now() })
}

/** The API's answer about a change; `staff` says whether the actor, or anyone, can approve it. */
async function toResponse(
  reader: Reader,
  { actor, row, staff, now }: { actor: Actor; row: StaffChangeRow; staff: Staff; now: Date },
): Promise<StaffChange> {
  const names = await findNames(reader, [row.userId, row.requestedBy])
  const toPerson = (id: number) => ({ id, name: names.get(id) ?? '' })
  const isExpired = row.state === 'open' && row.expiresAt <= now
  const isInvolved = actor.id === row.requestedBy || actor.id === row.userId
  const canDecide = row.state === 'open' && !isExpired && !isInvolved
  return {
    id: row.id,
    kind: row.kind,
    state: isExpired ? 'expired' : row.state,
    person: row.userId === null ? null : toPerson(row.userId),
    email: row.email,
    staff_role: row.staffRole,
    requested_by: toPerson(row.requestedBy),
    requested_at: row.requestedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    can_decide: canDecide,
    obstacle: canDecide ? findLastingObstacle(row.requestedBy, actor.id, staff.admissions, now) : null,
    has_approver: hasApprover(row, staff, now),
  }
}
