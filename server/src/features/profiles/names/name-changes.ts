/** How often people may change their own name. @see docs/rules/accounts.md#names */

import { formatFullDay } from '@tendwell/contract/format'
import { MOST_NAME_CHANGES, NAME_CHANGE_DAYS } from '@tendwell/contract/people/names'
import { DAY_MS, toLocalDate } from '@tendwell/contract/time'
import type { Transaction } from '../../../platform/database/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { listAuditEntries } from '../../people/index.ts'

/**
 * Refuses a change of name by someone who changed their name twice within a year.
 * @param userId the id of a locked user
 * @throws AppError 400 on `editable_full_name`, with the day from which a change is possible again
 */
export async function requireNameChangeAllowed(
  transaction: Transaction,
  userId: number,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - NAME_CHANGE_DAYS * DAY_MS)
  const subjects = [`user:${userId}`]
  const renameEntries = await listAuditEntries(transaction, ['account.renamed'], { subjects, from: since })
  // The second to last change of one's own name: until it is a year old, a third one isn't allowed.
  const blockingChange = renameEntries
    .filter(({ actorId, at }) => actorId === userId && at > since)
    .at(-MOST_NAME_CHANGES)
  if (!blockingChange) return
  // One day later, because the text names a UTC day and the person's zone may be behind it.
  const allowedFromMs = blockingChange.at.getTime() + (NAME_CHANGE_DAYS + 1) * DAY_MS
  const day = formatFullDay(toLocalDate(allowedFromMs, 'UTC'))
  throw invalid({
    editable_full_name: [`You’ve changed your name twice within a year. You can change it again from ${day}`],
  })
}
