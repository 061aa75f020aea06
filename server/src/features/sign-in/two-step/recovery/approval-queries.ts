import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Reader } from '../../../../platform/database/database.ts'
import { auditLog, listAdminIds } from '../../../people/index.ts'
import type { Staff } from './approval.ts'

/** Reads who is an active admin, and from the audit log, which nobody can change, who brought whom in. */
export async function readStaff(reader: Reader): Promise<Staff> {
  const adminIds = await listAdminIds(reader)
  const admissions = await reader
    .select({
      userId: sql<number>`split_part(${auditLog.subject}, ':', 2)::int`,
      by: sql<number>`CASE ${auditLog.action} WHEN 'staff.joined' THEN (${auditLog.after}->>'invitedBy')::int ELSE ${auditLog.actorId} END`,
      at: auditLog.at,
    })
    .from(auditLog)
    .where(
      or(
        eq(auditLog.action, 'staff.joined'),
        and(inArray(auditLog.action, ['staff.role-changed', 'staff.activated']), isNotNull(auditLog.actorId)),
      ),
    )
  return { adminIds, admissions }
}
