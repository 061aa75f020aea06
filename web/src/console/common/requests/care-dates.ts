import { formatDate } from '../../../lib/format/format.ts'

/** The first and last day of care in the viewer's zone: `Dec 1, 2026`, `Dec 1, 2026 – Dec 22, 2026`. */
export function formatDates({
  starts_at: start,
  ends_at: end,
}: {
  starts_at: string
  ends_at: string
}): string {
  const [first, last] = [formatDate(start), formatDate(end)]
  return first === last ? first : `${first} – ${last}`
}
