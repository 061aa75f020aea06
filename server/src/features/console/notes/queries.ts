import type { Note } from '@tendwell/contract/console/audit'
import { desc, eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { findNames } from '../../people/index.ts'
import { adminNotes } from '../tables.ts'

/** Lists one page of a record's notes, newest first. @see docs/rules/console.md#notes */
export async function listNotes(
  reader: Reader,
  { subject, ...page }: PageRequest & { subject: string },
): Promise<{ count: number; results: Note[] }> {
  const isOfRecord = eq(adminNotes.subject, subject)
  const rows = await reader
    .select()
    .from(adminNotes)
    .where(isOfRecord)
    .orderBy(desc(adminNotes.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const names = await findNames(
    reader,
    rows.map(({ authorId }) => authorId),
  )
  return {
    count: await countNotes(reader, subject),
    results: rows.map((row) => ({
      id: row.id,
      author: { id: row.authorId, name: names.get(row.authorId) ?? '' },
      text: row.text,
      created_at: row.createdAt.toISOString(),
    })),
  }
}

/** How many notes a record has. */
export function countNotes(reader: Reader, subject: string): Promise<number> {
  return reader.$count(adminNotes, eq(adminNotes.subject, subject))
}
