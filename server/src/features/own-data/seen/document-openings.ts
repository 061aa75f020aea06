import {
  DOCUMENT_FIELDS,
  type DocumentField,
  type DocumentOpening,
  type documentOpeningsQuery,
} from '@tendwell/contract/profiles/profiles'
import { and, count, desc, eq, inArray, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { getOffset } from '../../../platform/database/paging.ts'
import { auditLog } from '../../people/index.ts'
import { isHeldBack } from './staff-access.ts'

const OPENED_DOCUMENT = sql<DocumentField>`${auditLog.after} ->> 'document'`

/**
 * One page of when staff opened a caregiver's documents, newest first, as the audit log has it. It leaves out
 * the names of staff, and openings that are held back while a report on the caregiver is open (`isHeldBack`).
 * @see docs/rules/profiles-and-files.md#access-log
 */
export async function listDocumentOpenings(
  { clock, database: reader }: Pick<Deps, 'clock' | 'database'>,
  caregiverId: number,
  query: z.infer<typeof documentOpeningsQuery>,
): Promise<{ count: number; results: DocumentOpening[] }> {
  const isShownOpening = and(
    eq(auditLog.subject, `user:${caregiverId}`),
    // A literal, so that the partial index is used.
    sql`${auditLog.action} = 'document.opened'`,
    inArray(OPENED_DOCUMENT, [...DOCUMENT_FIELDS]),
    not(isHeldBack(reader, caregiverId, clock.now())),
  )
  const [total] = await reader.select({ count: count() }).from(auditLog).where(isShownOpening)
  const rows = await reader
    .select({ id: auditLog.id, document: OPENED_DOCUMENT, at: auditLog.at })
    .from(auditLog)
    .where(isShownOpening)
    .orderBy(desc(auditLog.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  return {
    count: total?.count ?? 0,
    results: rows.map(({ id, document, at }) => ({ id, document, opened_at: at.toISOString() })),
  }
}
