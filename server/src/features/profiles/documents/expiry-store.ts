import { EXPIRY_REMINDER_DAYS } from '@tendwell/contract/profiles/document-expiry'
import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import type { LocalDate, Zone } from '@tendwell/contract/time'
import { and, asc, eq, exists, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { setHasExpiredDocument } from '../caregivers/store.ts'
import { caregiverProfiles } from '../tables.ts'
import { givesExpiry } from './expiry-conditions.ts'
import { documentChecks, documentNotices } from './tables.ts'

/** The notice that a document has expired; the other notices are reminders, in days before the expiry. */
export const EXPIRED = 0
const NOTICES = [...EXPIRY_REMINDER_DAYS, EXPIRED]

/** A document on file with an expiry date. */
export type Expiry = {
  caregiverId: number
  zone: Zone
  /** The check that gave the document its expiry date. */
  checkId: number
  document: DocumentField
  checkedAt: Date
  expiresOn: LocalDate
  /** The latest notice that was sent or skipped, in days before the expiry; null if there was none yet. */
  lastNotice: number | null
}

/** A subquery: the notice `EXPIRED` of the check in the outer statement. */
const selectExpiredNotice = (reader: Reader) =>
  reader
    .select({ one: sql`1` })
    .from(documentNotices)
    .where(and(eq(documentNotices.checkId, documentChecks.id), eq(documentNotices.daysBefore, EXPIRED)))

/**
 * Lists the documents that expire by a day and whose notice `EXPIRED` has not been handled yet.
 * @param caregiverId null for all caregivers
 */
export function listExpiries(
  reader: Reader,
  until: LocalDate,
  caregiverId: number | null,
): Promise<Expiry[]> {
  const isOfCaregiver = caregiverId === null ? undefined : eq(documentChecks.caregiverId, caregiverId)
  return listMatchingExpiries(
    reader,
    and(lte(documentChecks.expiresOn, until), isOfCaregiver, notExists(selectExpiredNotice(reader))),
  )
}

/** Lists the documents of a verified caregiver that have expired; none for anyone else. */
export function listExpiredDocuments(reader: Reader, caregiverId: number): Promise<Expiry[]> {
  return listMatchingExpiries(
    reader,
    and(
      eq(documentChecks.caregiverId, caregiverId),
      eq(caregiverProfiles.verificationStatus, 'verified'),
      exists(selectExpiredNotice(reader)),
    ),
  )
}

/** Lists documents on file whose check meets the condition. */
function listMatchingExpiries(reader: Reader, condition: SQL | undefined): Promise<Expiry[]> {
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

/** Records that a notice was sent or skipped, and all notices for earlier days with it. */
export async function storeNotice(
  transaction: Transaction,
  { checkId, notice, at }: { checkId: number; notice: number; at: Date },
): Promise<void> {
  const passedNotices = NOTICES.filter((daysBefore) => daysBefore >= notice)
  await transaction
    .insert(documentNotices)
    .values(passedNotices.map((daysBefore) => ({ checkId, daysBefore, at })))
    .onConflictDoNothing()
}

/**
 * Records whether one of a caregiver's documents on file has expired, and lists or unlists the caregiver.
 * Call this under the profile's lock when files, checks or expiries change.
 */
export async function refreshHasExpiredDocument(
  transaction: Transaction,
  caregiverId: number,
): Promise<void> {
  const [expiredCheck] = await transaction
    .select({ id: documentChecks.id })
    .from(documentChecks)
    .innerJoin(caregiverProfiles, eq(caregiverProfiles.userId, documentChecks.caregiverId))
    .where(
      and(
        eq(documentChecks.caregiverId, caregiverId),
        givesExpiry(),
        exists(selectExpiredNotice(transaction)),
      ),
    )
    .limit(1)
  await setHasExpiredDocument(transaction, caregiverId, expiredCheck !== undefined)
}
