import { formatClock, formatDate } from '../lib/format/format.ts'

/** `Dec 1, 2026, 9:00 AM` in a table: the line breaks between the date and the time, and nowhere else. */
export function Instant({ at }: { at: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{`${formatDate(at)},`}</span>{' '}
      <span className="whitespace-nowrap">{formatClock(at)}</span>
    </>
  )
}
