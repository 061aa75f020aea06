import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { caregiverProfiles } from '../tables.ts'
import { givesExpiry } from './expiry-conditions.ts'
import { documentChecks } from './tables.ts'

/** SQL: whether a caregiver's name or photo changed after a check. False if neither ever changed. */
export const IS_OUTDATED = sql`(${documentChecks.checkedAt} < coalesce(${caregiverProfiles.identityChangedAt}, '-infinity'))`

/**
 * Matches the checks, joined with the caregiver's profile, of papers that staff have to check again: those of
 * verified caregivers whose name or photo changed after the check.
 * @see docs/rules/console.md#renewals
 */
export function hasToBeCheckedAgain(): SQL | undefined {
  const { verificationStatus, verificationOverride } = caregiverProfiles
  return and(
    eq(verificationStatus, 'verified'),
    isNull(verificationOverride),
    IS_OUTDATED,
    givesExpiry(),
    // Papers of which a later check asked for a new copy are left out.
    sql`NOT EXISTS (
      SELECT FROM ${documentChecks} later
      WHERE later.file_id = ${documentChecks.fileId} AND later.id > ${documentChecks.id})`,
  )
}
