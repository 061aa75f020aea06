import type { BookingWindow } from '@tendwell/contract/console/bookings'
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import {
  formatDate,
  formatInterval,
  formatMoney,
  getBrowserZone,
  plural,
} from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TimesText } from '../../../ui/times-text.tsx'
import { describeCanceling } from './canceling-text.ts'
import { RefundPill } from './refund-pill.tsx'

const listColumns = (isOnly: boolean): readonly Column<BookingWindow>[] => [
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
        <StatusPill status={window.state === 'upcoming' ? 'confirmed' : (window.state ?? 'unpaid')} />
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
    cell: (window) => <Refund window={window} isOnly={isOnly} />,
  },
]

/**
 * What was refunded of a visit that was canceled, and of the booking by a dispute or staff.
 * @param isOnly whether it has no other visit
 */
function Refund({ window, isOnly }: { window: BookingWindow; isOnly: boolean }) {
  const { state, refund_usd: usd, owed_usd: owed, refund_status: status, booking_refunds: others } = window
  const byBank = centsFromUsd(owed ?? 0) - centsFromUsd(usd ?? 0)
  const canceled = status ? [{ status, amount_usd: usd ?? 0, of: '' }] : []
  const refunds = [
    ...canceled,
    ...others.map((refund) => ({ ...refund, of: isOnly ? '' : ' of the booking' })),
  ]
  if (refunds.length === 0 && byBank <= 0) return state === 'canceled' ? 'Nothing to refund' : '–'
  return (
    <span className="inline-flex flex-col items-start gap-1 cards:items-end">
      {refunds.map(({ status: step, amount_usd, of }) => (
        <span key={`${step}${of}`} className="inline-flex flex-wrap items-center gap-2 cards:justify-end">
          <span className="tabular">{`${formatMoney(amount_usd)}${of}`}</span>
          <RefundPill status={step} />
        </span>
      ))}
      {byBank > 0 && <span>{`${formatMoney(usdFromCents(byBank))} by the bank’s decision`}</span>}
    </span>
  )
}

/** The visits of a booking in the viewer's zone, with their state and money. */
export function VisitsPanel({ windows }: { windows: readonly BookingWindow[] }) {
  return (
    <Panel title="Visits" lead={`${plural(windows.length, 'visit')}, shown in your time zone`}>
      <DataTable
        caption="Visits"
        columns={listColumns(windows.length === 1)}
        rows={windows}
        rowId={({ start_utc: start }) => start}
        scrollAfter={10}
      />
    </Panel>
  )
}
