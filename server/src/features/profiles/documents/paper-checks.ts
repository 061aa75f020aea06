import type { PaperChecks } from '@tendwell/contract/profiles/paper-checks'
import { type SQL, sql } from 'drizzle-orm'
import { caregiverProfiles } from '../tables.ts'
import { documentChecks } from './tables.ts'

/**
 * The last check of a file: its day in UTC and its title, if it found the file fine and the caregiver is
 * still who they were.
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
 * What families read about a caregiver's papers, from the checks of the files on file. A caregiver whom an
 * admin verified without papers has nothing.
 * @see docs/rules/profiles-and-files.md#what-the-badge-says
 */
export function paperChecksOf(): SQL<PaperChecks> {
  const { govIdFrontFileId, govIdBackFileId, certificateFileId, verificationOverride } = caregiverProfiles
  const day = (check: SQL) => sql`${check} ->> 'checked_on'`
  // Without NULLs, which greatest() would ignore.
  const idCheckedOn = sql`(
    SELECT CASE WHEN front IS NOT NULL AND back IS NOT NULL THEN greatest(front, back) END
    FROM (SELECT ${day(lastCheck(sql`${govIdFrontFileId}`))} AS front, ${day(lastCheck(sql`${govIdBackFileId}`))} AS back) sides)`
  const isClaimed = sql`${verificationOverride} IS NULL`
  return sql<PaperChecks>`jsonb_build_object(
    'id_checked_on', CASE WHEN ${isClaimed} THEN ${idCheckedOn} END,
    'certificate', CASE WHEN ${isClaimed} THEN ${lastCheck(certificateFileId)} END)`
}
