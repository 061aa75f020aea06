import { formatClock, formatDate } from '../../lib/format/format.ts'

/** An instant in a narrow column, where a line breaks only before the time. */
export function StackedDateTime({ at }: { at: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDate(at)},</span>{' '}
      <span className="whitespace-nowrap">{formatClock(at)}</span>
    </>
  )
}
