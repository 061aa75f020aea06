import type { PaperChecks } from '@tendwell/contract/profiles/paper-checks'
import { type SQL, sql } from 'drizzle-orm'
import { caregiverProfiles } from '../tables.ts'
import { documentChecks } from './tables.ts'

/**
 * SQL: the title and the UTC day of the latest check of a file; null unless its result was `ok` and the
 * caregiver's name and photo have not changed after it.
 */
const lastCheck = (fileId: SQL | typeof caregiverProfiles.certificateFileId) => sql`(
  SELECT jsonb_build_object(
    'title', last.title,
    'checked_on', to_char(last.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
  FROM (
    SELECT title, checked_at, result FROM ${documentChecks} checks
    WHERE checks.file_id = ${fileId} ORDER BY checks.id DESC LIMIT 1
  ) last
  WHERE last.result = 'ok' AND last.checked_at >= coalesce(${caregiverProfiles.identityChangedAt}, '-infinity'))`

/**
 * SQL: what families read about a caregiver's papers, from the checks of the profile's files. Both parts are
 * null for a caregiver whom an admin verified without papers.
 * @see docs/rules/profiles-and-files.md#what-the-badge-says
 */
export function selectPaperChecks(): SQL<PaperChecks> {
  const { govIdFrontFileId, govIdBackFileId, certificateFileId, verificationOverride } = caregiverProfiles
  const toDay = (check: SQL) => sql`${check} ->> 'checked_on'`
  // The day is null if one side is unchecked: greatest() alone would ignore the null.
  const idCheckedOn = sql`(
    SELECT CASE WHEN front IS NOT NULL AND back IS NOT NULL THEN greatest(front, back) END
    FROM (SELECT ${toDay(lastCheck(sql`${govIdFrontFileId}`))} AS front, ${toDay(lastCheck(sql`${govIdBackFileId}`))} AS back) sides)`
  const hasNoOverride = sql`${verificationOverride} IS NULL`
  return sql<PaperChecks>`jsonb_build_object(
    'id_checked_on', CASE WHEN ${hasNoOverride} THEN ${idCheckedOn} END,
    'certificate', CASE WHEN ${hasNoOverride} THEN ${lastCheck(certificateFileId)} END)`
}
