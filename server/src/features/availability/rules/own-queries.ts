import type { LocalDate, Zone } from '@tendwell/contract/time'
import { and, asc, count, eq, gt, gte, lte } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../../platform/database/paging.ts'
import { findCaregiver } from '../../profiles/index.ts'
import { availabilityOverrides, availabilityRules, timeOff } from '../tables.ts'
import { toOverrideResponses, toRuleResponses, toTimeOffResponse } from './responses.ts'

/** The zone of a caregiver's wall times; UTC for a user without a caregiver profile. */
async function getTimezone(reader: Reader, caregiverId: number): Promise<Zone> {
  return (await findCaregiver(reader, caregiverId))?.timezone ?? 'UTC'
}

/** Whether a caregiver has set weekly hours, or hours of a date from `today` on. */
export async function hasHours(reader: Reader, caregiverId: number, today: LocalDate): Promise<boolean> {
  const isOwnRule = eq(availabilityRules.caregiverId, caregiverId)
  const isOwnOpenDate = and(
    eq(availabilityOverrides.caregiverId, caregiverId),
    availabilityOverrides.isAvailable,
    gte(availabilityOverrides.dateLocal, today),
  )
  const [ruleCounts, dateCounts] = await Promise.all([
    reader.select({ count: count() }).from(availabilityRules).where(isOwnRule),
    reader.select({ count: count() }).from(availabilityOverrides).where(isOwnOpenDate),
  ])
  return [...ruleCounts, ...dateCounts].some((row) => row.count > 0)
}

/** A page of a caregiver's own weekly rules, by weekday and start. */
export async function listOwnRules(reader: Reader, caregiverId: number, now: Date, page: PageRequest) {
  const ownRules = eq(availabilityRules.caregiverId, caregiverId)
  const rows = await reader
    .select()
    .from(availabilityRules)
    .where(ownRules)
    .orderBy(asc(availabilityRules.weekday), asc(availabilityRules.startLocal), asc(availabilityRules.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const [total] = await reader.select({ count: count() }).from(availabilityRules).where(ownRules)
  const timezone = await getTimezone(reader, caregiverId)
  const results = await toRuleResponses(reader, rows, { caregiverId, timezone }, now)
  return { count: total?.count ?? 0, results }
}

/** A page of a caregiver's own overrides, by date; `date_from` and `date_to` are included. */
export async function listOwnOverrides(
  reader: Reader,
  caregiverId: number,
  query: PageRequest & { date_from?: LocalDate | undefined; date_to?: LocalDate | undefined },
) {
  const matchingOverrides = and(
    eq(availabilityOverrides.caregiverId, caregiverId),
    query.date_from ? gte(availabilityOverrides.dateLocal, query.date_from) : undefined,
    query.date_to ? lte(availabilityOverrides.dateLocal, query.date_to) : undefined,
  )
  const rows = await reader
    .select()
    .from(availabilityOverrides)
    .where(matchingOverrides)
    .orderBy(asc(availabilityOverrides.dateLocal))
    .limit(query.page_size)
    .offset(getOffset(query))
  const [total] = await reader.select({ count: count() }).from(availabilityOverrides).where(matchingOverrides)
  const timezone = await getTimezone(reader, caregiverId)
  const results = await toOverrideResponses(reader, rows, caregiverId, timezone)
  return { count: total?.count ?? 0, results }
}

/** A page of a caregiver's own time off that has not ended, by start. */
export async function listOwnTimeOff(reader: Reader, caregiverId: number, now: Date, page: PageRequest) {
  const plannedTimeOff = and(eq(timeOff.caregiverId, caregiverId), gt(timeOff.endsAt, now))
  const rows = await reader
    .select()
    .from(timeOff)
    .where(plannedTimeOff)
    .orderBy(asc(timeOff.startsAt), asc(timeOff.id))
    .limit(page.page_size)
    .offset(getOffset(page))
  const [total] = await reader.select({ count: count() }).from(timeOff).where(plannedTimeOff)
  return { count: total?.count ?? 0, results: rows.map(toTimeOffResponse) }
}

/** A caregiver's time off that ends after an instant, by start. */
export function listTimeOff(
  reader: Reader,
  caregiverId: number,
  { endsAfter }: { endsAfter: Date },
): Promise<(typeof timeOff.$inferSelect)[]> {
  return reader
    .select()
    .from(timeOff)
    .where(and(eq(timeOff.caregiverId, caregiverId), gt(timeOff.endsAt, endsAfter)))
    .orderBy(asc(timeOff.startsAt), asc(timeOff.id))
}
