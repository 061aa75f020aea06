import { ANALYTICS_BUCKETS, type AnalyticsBucket, DAILY_MAXIMUM_DAYS } from '@tendwell/contract/console/users'
import { DAY_MS } from '@tendwell/contract/time'
import type { DateRange } from '../common/lists/date-range.ts'

const MONTH_DAYS = 31
const HALF_YEAR_DAYS = 184

export function countDays({ from, to }: DateRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The buckets that a range can be divided into. */
export function listBuckets(range: DateRange): AnalyticsBucket[] {
  return ANALYTICS_BUCKETS.filter((bucket) => bucket !== 'day' || countDays(range) <= DAILY_MAXIMUM_DAYS)
}

/** A label on a chart's axis, where the year is only for months: `Nov 2`, `Nov 2 – 8`, `Nov 2026`. */
export function toAxisLabel({ label }: { label: string }): string {
  return label.replaceAll(/, \d{4}/g, '')
}

/**
 * The bucket that suits a range's length, unless another one is chosen.
 * @see docs/rules/console.md#analytics
 */
export function chooseBucket(range: DateRange, chosen: string | null): AnalyticsBucket {
  const allowed = listBuckets(range).find((bucket) => bucket === chosen)
  if (allowed) return allowed
  const days = countDays(range)
  return days <= MONTH_DAYS ? 'day' : days <= HALF_YEAR_DAYS ? 'week' : 'month'
}
