import { DOCUMENT_EXPIRES_SOON_DAYS } from '@tendwell/contract/console/documents'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { caregiverProfiles } from '../tables.ts'
import { documentChecks } from './tables.ts'

/**
 * Matches the checks, joined with the caregiver's profile, that give a file its expiry: for each file of the
 * profile the latest check with the result `ok`. A later request for a new copy doesn't change the expiry.
 */
export function givesExpiry(): SQL | undefined {
  const files = sql`(${caregiverProfiles.govIdFrontFileId}, ${caregiverProfiles.govIdBackFileId}, ${caregiverProfiles.certificateFileId})`
  return and(
    eq(documentChecks.result, 'ok'),
    sql`${documentChecks.fileId} IN ${files}`,
    sql`NOT EXISTS (
      SELECT FROM ${documentChecks} later
      WHERE later.file_id = ${documentChecks.fileId} AND later.result = 'ok' AND later.id > ${documentChecks.id}
    )`,
  )
}

/**
 * Matches the checks, joined with the caregiver's profile, of verified caregivers' documents that have
 * expired or expire soon. Days are UTC.
 */
export function isExpiringDocument(now: Date): SQL | undefined {
  return and(
    lte(documentChecks.expiresOn, addDays(toLocalDate(now.getTime(), 'UTC'), DOCUMENT_EXPIRES_SOON_DAYS)),
    eq(caregiverProfiles.verificationStatus, 'verified'),
    givesExpiry(),
  )
}
