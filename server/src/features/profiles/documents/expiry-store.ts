import { EXPIRY_REMINDER_DAYS } from '@tendwell/contract/profiles/document-expiry'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import type { LocalDate, Zone } from '@tendwell/contract/time'
import { and, asc, eq, exists, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { setHasExpiredDocument } from '../caregivers/store.ts'
import { caregiverProfiles } from '../tables.ts'
import { givesExpiry } from './expiry-conditions.ts'
import { documentChecks, documentNotices } from './tables.ts'

/** The notice that a document has expired, beside those that remind of it. */
export const EXPIRED = 0
const NOTICES = [...EXPIRY_REMINDER_DAYS, EXPIRED]

/** A document on file with an expiry date. */
export type Expiry = {
  caregiverId: number
  zone: Zone
  /** The check that gave it the date. */
  checkId: number
  document: DocumentField
  checkedAt: Date
  expiresOn: LocalDate
  /** The last notice that was taken care of, in days before the expiry; null before the first. */
  lastNotice: number | null
}

const isExpiredNotice = (reader: Reader) =>
  reader
    .select({ one: sql`1` })
    .from(documentNotices)
    .where(and(eq(documentNotices.checkId, documentChecks.id), eq(documentNotices.daysBefore, EXPIRED)))

/** Lists the documents that expire until a day. @param caregiverId null for all caregivers */
export function listExpiries(
  reader: Reader,
  until: LocalDate,
  caregiverId: number | null,
): Promise<Expiry[]> {
  const isOfCaregiver = caregiverId === null ? undefined : eq(documentChecks.caregiverId, caregiverId)
  return selectExpiries(
    reader,
    and(lte(documentChecks.expiresOn, until), isOfCaregiver, notExists(isExpiredNotice(reader))),
  )
}

/** Lists the documents of a verified caregiver that have expired; none for anyone else. */
export function listExpired(reader: Reader, caregiverId: number): Promise<Expiry[]> {
  return selectExpiries(
    reader,
    and(
      eq(documentChecks.caregiverId, caregiverId),
      eq(caregiverProfiles.verificationStatus, 'verified'),
      exists(isExpiredNotice(reader)),
    ),
  )
}

function selectExpiries(reader: Reader, condition: SQL | undefined): Promise<Expiry[]> {
  return reader
    .select({
      caregiverId: documentChecks.caregiverId,
      zone: caregiverProfiles.timezone,
      checkId: documentChecks.id,
      document: documentChecks.document,
      checkedAt: documentChecks.checkedAt,
      expiresOn: sql<LocalDate>`${documentChecks.expiresOn}`,
      lastNotice: sql<
        number | null
      >`(SELECT min(days_before) FROM ${documentNotices} WHERE check_id = ${documentChecks.id})`,
    })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(and(condition, givesExpiry()))
    .orderBy(asc(documentChecks.caregiverId), asc(documentChecks.id))
}

/** Records that a notice was taken care of, and with it those before it. */
export async function storeNotice(
  transaction: Transaction,
  { checkId, notice, at }: { checkId: number; notice: number; at: Date },
): Promise<void> {
  const passed = NOTICES.filter((daysBefore) => daysBefore >= notice)
  await transaction
    .insert(documentNotices)
    .values(passed.map((daysBefore) => ({ checkId, daysBefore, at })))
    .onConflictDoNothing()
}

/**
 * Records whether one of a caregiver's documents on file has expired, and lists or unlists them. Call it
 * under the profile's lock when files, checks or expiries change.
 */
export async function updateExpiry(transaction: Transaction, caregiverId: number): Promise<void> {
  const [expired] = await transaction
    .select({ id: documentChecks.id })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(
      and(eq(documentChecks.caregiverId, caregiverId), givesExpiry(), exists(isExpiredNotice(transaction))),
    )
    .limit(1)
  await setHasExpiredDocument(transaction, caregiverId, expired !== undefined)
}
