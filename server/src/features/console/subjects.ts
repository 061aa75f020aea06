/** The subjects of notes and of the audit log name a record: `user:12`, `request:5`, `dispute:3`. */

import type { Reader } from '../../platform/database/database.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import { findUser } from '../people/index.ts'

/** The user id in a subject: 12 for `user:12`; null if the subject is no person. */
export function getUserId(subject: string): number | null {
  const id = /^user:(\d+)$/.exec(subject)?.[1]
  return id === undefined ? null : Number(id)
}

/**
 * Requires an admin if the subject is a member of staff: only admins see the history of staff and notes on
 * them.
 * @throws AppError 403 for support and finance
 * @see docs/rules/console.md#records
 */
export async function requireAdminForStaffRecord(
  reader: Reader,
  { staffRole }: Actor,
  subject: string,
): Promise<void> {
  if (staffRole === 'admin') return
  const userId = getUserId(subject)
  const person = userId === null ? null : await findUser(reader, userId)
  if (person?.role === 'admin') throw forbidden()
}
