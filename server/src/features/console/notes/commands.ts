import type { Note, RecordKind } from '@tendwell/contract/console/audit'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { requests } from '../../bookings/index.ts'
import { disputes } from '../../disputes/index.ts'
import { audit, users } from '../../people/index.ts'
import { adminNotes } from '../tables.ts'

type NewNote = { subject: string; authorId: number; text: string; address: string }

const TABLES = { user: users, request: requests, dispute: disputes } as const

/** @throws AppError 404 for a record that doesn't exist */
async function requireRecord(transaction: Transaction, subject: string): Promise<void> {
  const [kind, id] = subject.split(':') as [RecordKind, string]
  const table = TABLES[kind]
  const [row] = await transaction
    .select({ id: table.id })
    .from(table)
    .where(eq(table.id, Number(id)))
  if (!row) throw notFound()
}

/**
 * Stores a note with an audit log entry that doesn't repeat its text, without a check of its record; for
 * other commands.
 */
export async function insertNote(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { address, ...note }: NewNote,
): Promise<{ id: number; createdAt: Date }> {
  const createdAt = deps.clock.now()
  const [row] = await transaction
    .insert(adminNotes)
    .values({ ...note, createdAt })
    .returning({ id: adminNotes.id })
  if (!row) throw new Error('The note was not stored')
  await audit(transaction, {
    at: createdAt,
    actorId: note.authorId,
    action: 'note.added',
    subject: note.subject,
    after: { noteId: row.id },
    address,
  })
  return { id: row.id, createdAt }
}

/**
 * Adds a note to a person, booking or dispute.
 * @throws AppError 404 for a record that doesn't exist
 * @see docs/rules/console.md#notes
 */
export async function addNote(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  note: NewNote,
): Promise<Note> {
  await requireRecord(transaction, note.subject)
  const { id, createdAt } = await insertNote(transaction, deps, note)
  const [author] = await transaction
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(eq(users.id, note.authorId))
  if (!author) throw notFound()
  return { id, author, text: note.text, created_at: createdAt.toISOString() }
}
