import { toCsv } from '@tendwell/contract/csv'
import type { Statement } from '@tendwell/contract/payments/wallet'
import { toLocalDateTime } from '@tendwell/contract/time'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { describeCategory, describeEntry } from '../entry-words.ts'

const header = ['Date', 'Time', 'Activity', 'Note', 'Family', 'Booking', 'Direction', 'Amount (USD)']

/** A statement as a CSV file, in the caregiver's time zone. */
export function toStatementCsv({ results, timezone }: Statement): string {
  const rows = results.map((entry) => {
    const { date, time } = toLocalDateTime(toEpochMs(entry.created_at), timezone)
    return [
      date,
      time,
      describeCategory(entry),
      describeEntry(entry),
      entry.booking?.caretaker_name ?? '',
      entry.booking ? `Booking ${entry.booking.request_id}` : '',
      entry.direction === 'credit' ? 'In' : 'Out',
      entry.amount.toFixed(2),
    ]
  })
  return toCsv([header, ...rows])
}
