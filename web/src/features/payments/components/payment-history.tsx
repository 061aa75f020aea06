import { PAYMENT_PAGE_SIZE, type Payment } from '@tendwell/contract/payments'
import { Link } from 'react-router'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { usePagedQuery } from '../../../lib/use-paged-query.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { useMyPaymentsQuery } from '../api.ts'
import { wasCharged } from '../obstacle.ts'

const columns: Column<Payment>[] = [
  {
    id: 'caregiver',
    header: 'Caregiver',
    isTitle: true,
    cell: (payment) => (
      <Link
        to={paths.caregiver(payment.caregiver_id)}
        className="text-link inline-flex min-h-11 items-center"
      >
        {payment.caregiver_name}
      </Link>
    ),
  },
  {
    id: 'date',
    header: 'Date',
    cell: (payment) => <span className="whitespace-nowrap">{formatDate(payment.created_at)}</span>,
  },
  { id: 'status', header: 'Status', cell: (payment) => <StatusPill status={payment.status} /> },
  { id: 'ids', header: 'Reference', cell: (payment) => <References payment={payment} /> },
  { id: 'amount', header: 'Amount', isNumeric: true, cell: (payment) => <Amount payment={payment} /> },
  { id: 'more', header: 'Receipt', isLabelHidden: true, cell: (payment) => <NextLink payment={payment} /> },
]

/** The provider's ids of a payment, which its support asks for. */
function References({ payment }: { payment: Payment }) {
  const { provider_charge_id: charge, provider_payment_intent_id: intent } = payment
  if (!charge && !intent) return <span className="text-ink-soft">None</span>
  return (
    <span className="inline-flex flex-col text-13 text-ink-soft max-md:items-end">
      {charge && <CopyId id={charge} label="charge ID" copied="Charge ID copied!" />}
      {intent && <CopyId id={intent} label="payment ID" copied="Payment ID copied!" />}
    </span>
  )
}

function Amount({ payment }: { payment: Payment }) {
  return (
    <span className="inline-flex flex-col md:items-end">
      <span className="font-semibold">{formatMoney(payment.amount_gross)}</span>
      {payment.refunded_usd > 0 && (
        <span className="text-13 text-ink-soft">{`${formatMoney(payment.refunded_usd)} refunded`}</span>
      )}
      {payment.is_refunding && <span className="text-13 text-ink-soft">Refund on its way</span>}
    </span>
  )
}

/** The receipt of a payment that was charged; the checkout of one that was not. */
function NextLink({ payment }: { payment: Payment }) {
  const isPaid = wasCharged(payment)
  return (
    <span className="flex max-md:w-full max-md:pt-1.5 md:justify-end">
      <ButtonLink
        to={isPaid ? paths.receipt(payment.id) : paths.checkout(payment.request_id)}
        aria-label={`${isPaid ? 'Receipt' : 'Checkout'}, ${payment.caregiver_name}, ${formatMoney(payment.amount_gross)}`}
        variant="secondary"
        size="small"
        className="max-md:flex-1"
      >
        {isPaid ? 'Receipt' : 'Checkout'}
      </ButtonLink>
    </span>
  )
}

/** A family's payments, newest first. */
export function PaymentHistory() {
  const list = usePagedQuery(useMyPaymentsQuery, {}, { pageSize: PAYMENT_PAGE_SIZE })
  return (
    <Card>
      <ListBody label="Payments" list={list} failure="Failed to load payments" empty={<NoPayments />}>
        {(payments) => (
          <DataTable caption="Payments" columns={columns} rows={payments} rowId={(payment) => payment.id} />
        )}
      </ListBody>
    </Card>
  )
}

function NoPayments() {
  return (
    <EmptyState
      title="No transactions yet"
      hint="Payments for your bookings appear here, each with a receipt."
      action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
      scene={<EmptyLetterbox />}
    />
  )
}
