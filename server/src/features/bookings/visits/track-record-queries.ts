import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'
import { sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { bookings, requests } from '../tables.ts'
import { type RecordCounts, toTrackRecord } from './track-record.ts'

/**
 * What the records say of a caregiver, in one statement. A booking counts unless all of its visits were
 * canceled.
 * @see docs/rules/bookings.md#from-records
 */
export async function getTrackRecord(
  reader: Reader,
  caregiverId: number,
  now: Date,
): Promise<Pick<CaregiverDetail, 'response_hours' | 'repeat_families'>> {
  const { rows } = await reader.execute<RecordCounts>(sql`
    SELECT * FROM (
      SELECT count(*)::int AS answers,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM answered_at - submitted_at)) / 60
          AS "medianMinutes"
      FROM ${requests}
      WHERE caregiver_id = ${caregiverId} AND answered_at > ${now}::timestamptz - interval '90 days'
    ) AS of_answers, (
      SELECT count(*)::int AS families, (count(*) FILTER (WHERE bookings > 1))::int AS "repeatFamilies"
      FROM (
        SELECT count(*) AS bookings FROM ${requests}
        WHERE caregiver_id = ${caregiverId} AND paid_at IS NOT NULL
          AND EXISTS (SELECT FROM ${bookings} WHERE request_id = ${requests.id} AND canceled_at IS NULL)
        GROUP BY family_id
      ) AS by_family
    ) AS of_families`)
  return toTrackRecord(rows[0] as RecordCounts)
}
