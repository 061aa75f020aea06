import type { Note } from '@tendwell/contract/console/audit'
import { count, desc, eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { users } from '../../people/index.ts'
import { adminNotes } from '../tables.ts'

const columns = {
  id: adminNotes.id,
  text: adminNotes.text,
  createdAt: adminNotes.createdAt,
  authorId: adminNotes.authorId,
  authorName: users.fullName,
}

/** Lists one page of a record's notes, newest first. @see docs/rules/console.md#notes */
export async function listNotes(
  reader: Reader,
  { subject, ...page }: PageRequest & { subject: string },
): Promise<{ count: number; results: Note[] }> {
  const isOfRecord = eq(adminNotes.subject, subject)
  const [total] = await reader.select({ count: count() }).from(adminNotes).where(isOfRecord)
  const rows = await reader
    .select(columns)
    .from(adminNotes)
    .innerJoin(users, eq(users.id, adminNotes.authorId))
    .where(isOfRecord)
    .orderBy(desc(adminNotes.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({
      id: row.id,
      author: { id: row.authorId, name: row.authorName },
      text: row.text,
      created_at: row.createdAt.toISOString(),
    })),
  }
}
