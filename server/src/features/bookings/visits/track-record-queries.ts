import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'
import { and, count, eq, exists, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepareOnce, type Reader } from '../../../platform/database/database.ts'
import { bookings, requests } from '../tables.ts'
import { type RecordCounts, toTrackRecord } from './track-record.ts'

const trackRecordQuery = prepareOnce('track_record', (reader) => {
  const ofCaregiver = eq(requests.caregiverId, sql.placeholder('caregiverId'))
  const since = sql`${sql.placeholder('now')}::timestamptz - interval '90 days'`
  const minutes = sql`extract(epoch FROM ${requests.answeredAt} - ${requests.submittedAt}) / 60`
  const ofAnswers = reader
    .select({
      answers: sql<number>`count(*)::int`.as('answers'),
      medianMinutes: sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${minutes})`.as('median'),
    })
    .from(requests)
    .where(and(ofCaregiver, gt(requests.answeredAt, since)))
    .as('of_answers')
  const liveVisits = reader
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.requestId, requests.id), isNull(bookings.canceledAt)))
  const byFamily = reader
    .select({ bookings: count().as('bookings') })
    .from(requests)
    .where(and(ofCaregiver, isNotNull(requests.paidAt), exists(liveVisits)))
    .groupBy(requests.familyId)
    .as('by_family')
  const ofFamilies = reader
    .select({
      families: sql<number>`count(*)::int`.as('families'),
      repeatFamilies: sql<number>`(count(*) FILTER (WHERE ${byFamily.bookings} > 1))::int`.as(
        'repeat_families',
      ),
    })
    .from(byFamily)
    .as('of_families')
  return reader
    .select({
      answers: ofAnswers.answers,
      medianMinutes: ofAnswers.medianMinutes,
      families: ofFamilies.families,
      repeatFamilies: ofFamilies.repeatFamilies,
    })
    .from(ofAnswers)
    .crossJoin(ofFamilies)
})

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
  const [counts] = await trackRecordQuery(reader).execute({ caregiverId, now })
  return toTrackRecord(counts as RecordCounts)
}
