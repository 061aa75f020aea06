import type { Reader } from '../../../../platform/database/database.ts'
import { listActiveStaff, listAuditEntries } from '../../../people/index.ts'
import type { Staff } from './approval.ts'

/** Reads who is an active admin, and from the audit log, which nobody can change, who brought whom in. */
export async function readStaff(reader: Reader): Promise<Staff> {
  const admins = await listActiveStaff(reader, ['admin'])
  const entries = await listAuditEntries(
    reader,
    ['staff.joined', 'staff.role-changed', 'staff.activated'],
    {},
  )
  const admissions = entries.flatMap(({ action, actorId, subject, after, at }) => {
    const by = action === 'staff.joined' ? (after as { invitedBy: number }).invitedBy : actorId
    return by === null ? [] : { userId: Number(subject.split(':')[1]), by, at }
  })
  return { adminIds: admins.map(({ id }) => id), admissions }
}
