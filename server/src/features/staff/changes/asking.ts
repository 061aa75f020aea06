import { STAFF_CHANGE_DAYS, type StaffChange } from '@tendwell/contract/staff/staff'
import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit, queueAdminMails } from '../../people/index.ts'
import { staffChangeMail } from './notices.ts'
import { readStaffChangeResponse } from './queries.ts'
import { expireStaffChanges, insertStaffChange, toSubject, type WantedChange } from './store.ts'

const CHANGE_MS = STAFF_CHANGE_DAYS * DAY_MS

/**
 * Stores what an admin wants to change about a colleague or an invitation, for another admin to decide on,
 * and mails all admins but the person concerned. The caller has locked the admins and made sure that the
 * actor is one.
 * @throws AppError 409 while a change of this person or address waits
 */
export async function askSecondAdmin(
  transaction: Transaction,
  deps: Deps,
  { actor, address }: StaffActor,
  wantedChange: WantedChange,
): Promise<{ message: string; change: StaffChange }> {
  const at = deps.clock.now()
  await expireStaffChanges(transaction, at)
  const expiresAt = new Date(at.getTime() + CHANGE_MS)
  const row = await insertStaffChange(transaction, {
    ...wantedChange,
    requestedBy: actor.id,
    requestedAt: at,
    expiresAt,
  })
  if (!row) throw conflict('A change of this person is waiting for another admin already')
  await queueAdminMails(
    transaction,
    deps,
    staffChangeMail,
    { changeId: row.id, step: 'asked' },
    { except: row.userId },
  )
  await audit(transaction, {
    at,
    actorId: actor.id,
    action: 'staff.change-requested',
    subject: toSubject(row),
    after: toAuditDetails(row),
    address,
  })
  const change = await readStaffChangeResponse({ clock: deps.clock, database: transaction }, actor, row)
  return { message: 'Another admin has to approve this first', change }
}

/** What an audit entry says of a change. */
export function toAuditDetails({ kind, email, staffRole }: WantedChange): object {
  return { change: kind, ...(email !== null && { email }), ...(staffRole !== null && { staffRole }) }
}
