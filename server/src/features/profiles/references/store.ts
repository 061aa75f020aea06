import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { caregiverProfiles } from '../tables.ts'
import { caregiverReferences } from './tables.ts'

export type ReferenceRow = typeof caregiverReferences.$inferSelect
/** A reference that hasn't ended. */
export type OpenReference = ReferenceRow & {
  [Field in 'name' | 'email' | 'relation' | 'years']: NonNullable<ReferenceRow[Field]>
}

const isOpen = isNotNull(caregiverReferences.email)

/** A caregiver's references that haven't ended, the oldest first. */
export async function listReferences(reader: Reader, caregiverId: number): Promise<OpenReference[]> {
  const rows = await reader
    .select()
    .from(caregiverReferences)
    .where(and(eq(caregiverReferences.caregiverId, caregiverId), isOpen))
    .orderBy(caregiverReferences.id)
  return rows as OpenReference[]
}

/** What is known of an address that the caregiver has named before; null if they haven't. */
export async function findByAddress(
  reader: Reader,
  caregiverId: number,
  addressHashes: readonly string[],
): Promise<ReferenceRow | null> {
  const [row] = await reader
    .select()
    .from(caregiverReferences)
    .where(
      and(
        eq(caregiverReferences.caregiverId, caregiverId),
        inArray(caregiverReferences.addressHash, [...addressHashes]),
      ),
    )
  return row ?? null
}

/** Stores a new reference, or begins one again that has ended. @returns it */
export async function saveReference(
  transaction: Transaction,
  reference: Omit<typeof caregiverReferences.$inferInsert, 'id' | 'tokenHash' | 'answer'>,
): Promise<OpenReference> {
  const { name, email, relation, years, askedAt } = reference
  const [row] = await transaction
    .insert(caregiverReferences)
    .values(reference)
    .onConflictDoUpdate({
      target: [caregiverReferences.caregiverId, caregiverReferences.addressHash],
      set: { name, email, relation, years, askedAt },
    })
    .returning()
  return row as OpenReference
}

/** Locks a reference that hasn't ended; null if it isn't this caregiver's. */
export async function lockOwnReference(
  transaction: Transaction,
  { id, caregiverId }: { id: number; caregiverId: number },
): Promise<OpenReference | null> {
  return lockOne(
    transaction,
    and(eq(caregiverReferences.id, id), eq(caregiverReferences.caregiverId, caregiverId)),
  )
}

/** Locks a reference that hasn't ended; null for an unknown id. */
export async function lockReference(transaction: Transaction, id: number): Promise<OpenReference | null> {
  return lockOne(transaction, eq(caregiverReferences.id, id))
}

/** A reference by id, also one that has ended; null for an unknown id. */
export async function findReference(reader: Reader, id: number): Promise<ReferenceRow | null> {
  const [row] = await reader.select().from(caregiverReferences).where(eq(caregiverReferences.id, id))
  return row ?? null
}

/** Locks the reference of a mailed link; null for an unknown token. */
export async function lockByToken(
  transaction: Transaction,
  tokenHash: string,
): Promise<OpenReference | null> {
  return lockOne(transaction, eq(caregiverReferences.tokenHash, tokenHash))
}

async function lockOne(
  transaction: Transaction,
  which: ReturnType<typeof and>,
): Promise<OpenReference | null> {
  const [row] = await transaction
    .select()
    .from(caregiverReferences)
    .where(and(which, isOpen))
    .for('no key update')
  return (row as OpenReference | undefined) ?? null
}

/** Finds the reference of a mailed link, with the caregiver's name as strangers read it; null for an unknown token. */
export async function findByToken(
  reader: Reader,
  tokenHash: string,
): Promise<{ reference: OpenReference; caregiverName: string } | null> {
  const [row] = await reader
    .select({ reference: caregiverReferences, caregiverName: PUBLIC_NAME })
    .from(caregiverReferences)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, caregiverReferences.caregiverId))
    .where(eq(caregiverReferences.tokenHash, tokenHash))
  return (row as { reference: OpenReference; caregiverName: string } | undefined) ?? null
}

const PUBLIC_NAME = sql<string>`public_name(${caregiverProfiles.fullName}, ${caregiverProfiles.hidesSurname})`

/** A caregiver's name as strangers read it. */
export async function findPublicName(reader: Reader, caregiverId: number): Promise<string> {
  const [row] = await reader
    .select({ name: PUBLIC_NAME })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  return row?.name ?? ''
}

export async function updateReference(
  transaction: Transaction,
  id: number,
  values: Partial<Pick<ReferenceRow, 'tokenHash' | 'askedAt' | 'answer'>>,
): Promise<void> {
  await transaction.update(caregiverReferences).set(values).where(eq(caregiverReferences.id, id))
}

/** Removes what is known of a referee, but not whether they may be mailed. */
export async function endReference(
  transaction: Transaction,
  { id, answer }: Pick<ReferenceRow, 'id' | 'answer'>,
): Promise<void> {
  await transaction
    .update(caregiverReferences)
    .set({ name: null, email: null, relation: null, years: null, tokenHash: null, answer })
    .where(eq(caregiverReferences.id, id))
}

/** An SQL expression: how many references of the profile in the query are confirmed. */
export const countConfirmedReferences = () =>
  sql<number>`(SELECT count(*)::int FROM ${caregiverReferences}
    WHERE ${caregiverReferences.caregiverId} = ${caregiverProfiles.userId}
      AND ${caregiverReferences.answer} = 'confirmed')`
