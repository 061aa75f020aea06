import type { BookingWindow } from '@tendwell/contract/admin-bookings'
import { formatDate, formatInterval, formatMoney, getBrowserZone, plural } from '../../../../lib/format.ts'
import { toInterval } from '../../../../lib/instants.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { StatusPill } from '../../../../ui/status-pill.tsx'
import { TimesText } from '../../../../ui/times-text.tsx'
import { describeCanceling } from '../../canceling-text.ts'
import { RefundPill } from './refund-pill.tsx'

const states: Record<string, string> = { upcoming: 'confirmed' }

const columns: readonly Column<BookingWindow>[] = [
  {
    id: 'time',
    header: 'Visit',
    isTitle: true,
    cell: (window) => (
      <span>
        {formatDate(window.start_utc)}
        <span className="block text-13 font-normal text-ink-soft">
          <TimesText text={formatInterval(toInterval(window), getBrowserZone())} />
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: (window) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <StatusPill status={window.state ? (states[window.state] ?? window.state) : 'unpaid'} />
        <span className="text-13 text-ink-soft empty:hidden">{describeCanceling(window)}</span>
      </span>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    isNumeric: true,
    cell: ({ price_usd: usd }) => (usd === null ? '' : formatMoney(usd)),
  },
  {
    id: 'refund',
    header: 'Refund',
    cell: (window) => <Refund window={window} />,
  },
]

/** What became of the money of a canceled visit. */
function Refund({ window }: { window: BookingWindow }) {
  const { state, refund_usd: usd, owed_usd: owed, refund_status: status } = window
  if (status === null && owed) return `${formatMoney(owed)} by the bank’s decision`
  if (status === null) return state === 'canceled' ? 'Nothing to refund' : '–'
  return (
    <span className="inline-flex flex-wrap items-center gap-2 cards:justify-end">
      <span className="tabular">{formatMoney(usd ?? 0)}</span>
      <RefundPill status={status} />
      {owed !== null && owed > (usd ?? 0) && (
        <span>{`${formatMoney(owed - (usd ?? 0))} by the bank’s decision`}</span>
      )}
    </span>
  )
}

/** The visits of a booking in the viewer's zone, with their state and money. */
export function VisitsPanel({ windows }: { windows: readonly BookingWindow[] }) {
  return (
    <Panel title="Visits" lead={`${plural(windows.length, 'visit')}, shown in your time zone`}>
      <DataTable
        caption="Visits"
        columns={columns}
        rows={windows}
        rowId={({ start_utc: start }) => start}
        scrollAfter={10}
      />
    </Panel>
  )
}
