import type { Note, RecordKind } from '@tendwell/contract/console/audit'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { findRequest } from '../../bookings/index.ts'
import { findDispute } from '../../disputes/index.ts'
import { audit, findNames, findUser } from '../../people/index.ts'
import { adminNotes } from '../tables.ts'

/** `subject`: the record, such as `user:12`. `address`: the author's network address, for the audit log. */
type NewNote = { subject: string; authorId: number; text: string; address: string }

/** Finds the record of a subject, by its kind; null for an unknown id. */
const FIND_RECORD: Record<RecordKind, (reader: Reader, id: number) => Promise<object | null>> = {
  user: findUser,
  request: findRequest,
  dispute: findDispute,
}

/** @throws AppError 404 for a record that doesn't exist */
async function requireRecord(transaction: Transaction, subject: string): Promise<void> {
  const [kind, id] = subject.split(':') as [RecordKind, string]
  if (!(await FIND_RECORD[kind](transaction, Number(id)))) throw notFound()
}

/**
 * Stores a note, with an audit log entry that doesn't repeat the note's text. The caller knows that the
 * record exists; `addNote` checks that.
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
  const names = await findNames(transaction, [note.authorId])
  const author = { id: note.authorId, name: names.get(note.authorId) ?? '' }
  return { id, author, text: note.text, created_at: createdAt.toISOString() }
}
