import type { ExpiringDocument } from '@tendwell/contract/bookings/home'
import { expiresSoon } from '@tendwell/contract/console/documents'
import { DOCUMENT_FIELDS, type DocumentRequest } from '@tendwell/contract/profiles/profiles'
import { toLocalDate } from '@tendwell/contract/time'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { DOCUMENT_COLUMNS } from '../caregivers/store.ts'
import { caregiverProfiles } from '../tables.ts'
import { listDocumentRequests } from './checks.ts'
import { findDocumentChecks } from './checks-store.ts'
import { listRenewals } from './renewals-store.ts'

/**
 * A caregiver's documents that have expired or will expire within 30 days, by days in the caregiver's zone.
 */
export async function listExpiringDocuments(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<ExpiringDocument[]> {
  const [profile] = await reader
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  if (!profile) return []
  const today = toLocalDate(now.getTime(), profile.timezone)
  const fileIds = DOCUMENT_FIELDS.map((document) => profile[DOCUMENT_COLUMNS[document]])
  const checks = await findDocumentChecks(reader, fileIds)
  const renewals = await listRenewals(reader, caregiverId)
  return DOCUMENT_FIELDS.flatMap((document) => {
    const check = checks.get(profile[DOCUMENT_COLUMNS[document]] ?? '')
    if (!check?.expiresOn || !(check.isExpired || expiresSoon(check.expiresOn, today))) return []
    const hasRenewal = renewals.some((renewal) => renewal.document === document && renewal.fileId !== null)
    return {
      document,
      expires_on: check.expiresOn,
      is_expired: check.isExpired,
      has_renewal: hasRenewal,
    }
  })
}

/** The documents that staff want a new file of; none for someone without a caregiver's profile. */
export async function readDocumentRequests(reader: Reader, caregiverId: number): Promise<DocumentRequest[]> {
  const [profile] = await reader
    .select()
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiverId))
  if (!profile) return []
  const fileIds = DOCUMENT_FIELDS.map((document) => profile[DOCUMENT_COLUMNS[document]])
  const checks = await findDocumentChecks(reader, fileIds)
  return listDocumentRequests(profile, { checks, renewals: await listRenewals(reader, caregiverId) })
}
