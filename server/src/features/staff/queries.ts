import type { StaffInvitation, StaffMember } from '@tendwell/contract/staff/staff'
import { and, count, desc, eq, isNotNull, max } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { users } from '../people/index.ts'
import { sessions } from '../sign-in/index.ts'
import { type InvitationRow, isOpenInvitation, mayInvite } from './store.ts'
import { staffInvitations } from './tables.ts'

/** Lists one page of the staff: those who are active first, then by name. */
export async function listStaff(
  reader: Reader,
  query: PageRequest,
): Promise<{ count: number; results: StaffMember[] }> {
  const conditions = and(eq(users.role, 'admin'), isNotNull(users.staffRole))
  const [total] = await reader.select({ count: count() }).from(users).where(conditions)
  const rows = await reader
    .select({
      id: users.id,
      full_name: users.fullName,
      email: users.email,
      staff_role: users.staffRole,
      is_active: users.isActive,
      joined: users.createdAt,
      last_login: max(sessions.createdAt),
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(conditions)
    .groupBy(users.id)
    .orderBy(desc(users.isActive), users.fullName, users.id)
    .limit(query.page_size)
    .offset(getOffset(query))
  // No role is null here: `conditions` leaves such rows out, which the compiler can't know.
  const results = rows.flatMap(({ staff_role, joined, last_login, ...row }) =>
    staff_role === null
      ? []
      : [
          {
            ...row,
            staff_role,
            joined: joined.toISOString(),
            last_login: last_login?.toISOString() ?? null,
          },
        ],
  )
  return { count: total?.count ?? 0, results }
}

/** What a query selects for `toInvitation`. */
const invitationFields = {
  invitation: staffInvitations,
  inviter: { id: users.id, name: users.fullName, staffRole: users.staffRole, isActive: users.isActive },
}
type ListedInvitation = {
  invitation: InvitationRow
  inviter: { id: number; name: string } & Parameters<typeof mayInvite>[0]
}

function toInvitation({ invitation, inviter }: ListedInvitation, now: Date): StaffInvitation {
  return {
    id: invitation.id,
    email: invitation.email,
    staff_role: invitation.staffRole,
    invited_by: { id: inviter.id, name: inviter.name },
    sent_at: invitation.sentAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    is_expired: invitation.expiresAt <= now,
    inviter_can_invite: mayInvite(inviter),
  }
}

/** Lists one page of the open invitations, newest first. */
export async function listInvitations(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  query: PageRequest,
): Promise<{ count: number; results: StaffInvitation[] }> {
  const [total] = await database.select({ count: count() }).from(staffInvitations).where(isOpenInvitation)
  const rows = await database
    .select(invitationFields)
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(isOpenInvitation)
    .orderBy(desc(staffInvitations.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return { count: total?.count ?? 0, results: rows.map((row) => toInvitation(row, clock.now())) }
}

/** The API's answer about an invitation, whose id must exist. */
export async function getInvitation(reader: Reader, id: number, now: Date): Promise<StaffInvitation> {
  const [row] = await reader
    .select(invitationFields)
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(eq(staffInvitations.id, id))
  if (!row) throw new Error(`There is no invitation ${id}`)
  return toInvitation(row, now)
}

/** Finds the invitation of a link, used or not. */
export async function findInvitationByToken(
  reader: Reader,
  tokenHash: string,
): Promise<InvitationRow | null> {
  const [row] = await reader.select().from(staffInvitations).where(eq(staffInvitations.tokenHash, tokenHash))
  return row ?? null
}
