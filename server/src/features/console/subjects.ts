/** Records as the subjects of notes and of the audit log: `user:12`, `request:5`, `dispute:3`. */

import type { Reader } from '../../platform/database/database.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import { findUser } from '../people/index.ts'

/** `user:12` is 12; other subjects are null. */
export function getUserId(subject: string): number | null {
  const id = /^user:(\d+)$/.exec(subject)?.[1]
  return id === undefined ? null : Number(id)
}

/**
 * Keeps the history of staff and the notes on them to admins.
 * @throws AppError 403
 * @see docs/rules/console.md#records
 */
export async function refuseColleagues(reader: Reader, { staffRole }: Actor, subject: string): Promise<void> {
  if (staffRole === 'admin') return
  const userId = getUserId(subject)
  const person = userId === null ? null : await findUser(reader, userId)
  if (person?.role === 'admin') throw forbidden()
}
