import { type AdminChargeback, describeChargebackReason } from '@tendwell/contract/console/money'
import { formatMoney } from '../../lib/format/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Instant } from '../../ui/instant.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { BookingLink, PersonLink } from '../common/lists/record-links.tsx'
import { useOpenChargebacksQuery } from '../common/money/money-api.ts'
import { polling } from '../common/polling.ts'
import { WaitingPanel } from '../common/waiting-panel.tsx'

const columns: readonly Column<AdminChargeback>[] = [
  { id: 'booking', header: 'Booking', isTitle: true, cell: (row) => <BookingLink id={row.request_id} /> },
  { id: 'family', header: 'Family', cell: ({ family }) => <PersonLink person={family} /> },
  { id: 'caregiver', header: 'Caregiver', cell: ({ caregiver }) => <PersonLink person={caregiver} /> },
  { id: 'amount', header: 'Amount', isNumeric: true, cell: (row) => formatMoney(row.amount_usd) },
  { id: 'held', header: 'On hold', isNumeric: true, cell: (row) => formatMoney(row.held_usd) },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => describeChargebackReason(reason) },
  {
    id: 'due',
    header: 'Evidence due',
    cell: ({ evidence_due_at: at }) => (at ? <Instant at={at} /> : 'Not asked for'),
  },
]

/**
 * Payments that banks take back and haven't decided on; nothing without any.
 * @see docs/rules/money.md#chargebacks
 */
export function Chargebacks() {
  const query = useOpenChargebacksQuery(undefined, polling)
  return (
    <WaitingPanel
      title="Chargebacks"
      actions={<ExportButton list="chargebacks" query={{}} />}
      lead="A family’s bank takes these payments back or asks about them. Send the evidence at the payment provider."
      query={query}
      failure="We couldn’t load the chargebacks"
    >
      {(rows) => (
        <DataTable caption="Chargebacks" columns={columns} rows={rows} rowId={({ id }) => id} isWide />
      )}
    </WaitingPanel>
  )
}
