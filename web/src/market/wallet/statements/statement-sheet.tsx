import type { Statement } from '@tendwell/contract/payments/wallet'
import { toLocalDate } from '@tendwell/contract/time'
import { Link } from 'react-router'
import { formatDay, formatMonth, formatZone } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { describeBooking, describeCategory, describeEntry } from '../entry-words.ts'
import { SignedAmount } from '../signed-amount.tsx'
import { Totals } from '../totals.tsx'

type Entry = Statement['results'][number]

/** A month of the wallet, which prints on paper. */
export function StatementSheet({ statement, name }: { statement: Statement; name: string }) {
  const { month, timezone, results, totals } = statement
  const columns: Column<Entry>[] = [
    {
      id: 'activity',
      header: 'Activity',
      isTitle: true,
      cell: (entry) => (
        <span>
          {describeCategory(entry)}
          <span className="block text-13 font-normal text-ink-soft">{describeEntry(entry)}</span>
        </span>
      ),
    },
    {
      id: 'booking',
      header: 'Booking',
      cell: ({ booking }) =>
        booking ? (
          <Link to={paths.caregiverBooking(booking.request_id)} className="text-link">
            {describeBooking(booking)}
          </Link>
        ) : (
          <span aria-hidden="true">–</span>
        ),
    },
    {
      id: 'date',
      header: 'Date',
      cell: ({ created_at: at }) => (
        <span className="whitespace-nowrap">{formatDay(toLocalDate(toEpochMs(at), timezone))}</span>
      ),
    },
    { id: 'amount', header: 'Amount', isNumeric: true, cell: (entry) => <SignedAmount entry={entry} /> },
  ]
  return (
    <Card as="article" className="p-6 sm:p-10 print:border-0 print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line pb-6">
        <span className="text-forest">
          <Logo />
        </span>
        <div className="sm:text-right">
          <p className="font-display text-21">{formatMonth(month, { withYear: true })}</p>
          <p className="text-ink-soft">{name}</p>
        </div>
      </header>
      <div className="border-b border-line py-6">
        <Totals totals={totals} />
      </div>
      <div className="pt-6">
        {results.length === 0 ? (
          <EmptyState title="No entries yet." hint="Nothing moved in your wallet this month." />
        ) : (
          <DataTable caption="Statement" columns={columns} rows={results} rowId={({ id }) => id} />
        )}
      </div>
      <p className="mt-6 text-13 text-ink-soft">
        {`All amounts are in US dollars and all dates in ${formatZone(timezone)}. Releases and holds move money within your wallet and are not part of the totals.`}
      </p>
    </Card>
  )
}
