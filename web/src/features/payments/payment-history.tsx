import { PAYMENT_PAGE_SIZE, type Payment } from '@tendwell/contract/payments'
import { Link } from 'react-router'
import { messageOf } from '../../lib/errors.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyLetterbox } from '../../ui/scenes/empty-letterbox.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useMyPaymentsQuery } from './api.ts'
import { wasCharged } from './standing.ts'

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
  { id: 'more', header: 'Receipt', isLabelHidden: true, cell: (payment) => <Onward payment={payment} /> },
]

/** The provider's ids of a payment: what its support asks for. */
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
      {payment.is_refunding && <span className="text-13 text-ink-soft">On its way back</span>}
    </span>
  )
}

/** To the receipt of one that was paid; back to the checkout of one that was not. */
function Onward({ payment }: { payment: Payment }) {
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

/** All that a family has paid, newest first, in pages of 10. */
export function PaymentHistory() {
  const { page, setPage, learn } = usePage(PAYMENT_PAGE_SIZE)
  const { data, currentData, error, isLoading, isError, refetch } = useMyPaymentsQuery({ page })
  learn(currentData?.count)
  if (isLoading) {
    return (
      <Card>
        <SkeletonRows rows={6} />
      </Card>
    )
  }
  if (isError && !currentData) {
    return (
      <ErrorState
        title="Failed to load payments"
        detail={messageOf(error, '') || undefined}
        onRetry={refetch}
      />
    )
  }
  if (data?.count === 0) return <NoPayments />
  return (
    <Card>
      <DataTable
        caption="Payments"
        columns={columns}
        rows={data?.results ?? []}
        rowId={(payment) => payment.id}
      />
      <Pagination
        label="Payments"
        page={page}
        pageSize={PAYMENT_PAGE_SIZE}
        count={data?.count ?? 0}
        onPage={setPage}
      />
    </Card>
  )
}

function NoPayments() {
  return (
    <Card>
      <EmptyState
        title="No transactions yet"
        hint="Once a caregiver has accepted a request of yours and you have paid for it, it stands here with its receipt."
        action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
        scene={<EmptyLetterbox />}
      />
    </Card>
  )
}
