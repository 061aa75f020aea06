import { PAYMENT_PAGE_SIZE, type PaidCare, type Payment } from '@tendwell/contract/payments/payments'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { now } from '../../../lib/format/clock.ts'
import { formatDate, formatMoney } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { summarizeVisits } from '../../../shared/visits/visits.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { EmptyLetterbox } from '../../../ui/scenes/empty-letterbox.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { TimesText } from '../../../ui/times-text.tsx'
import { wasCharged } from '../pay/checkout-blocker.ts'
import { useMyPaymentsQuery } from '../pay/payments-api.ts'
import { PaymentPill } from './payment-pill.tsx'

const columns: Column<Payment>[] = [
  { id: 'visit', header: 'Visit', isTitle: true, cell: (payment) => <Visit payment={payment} /> },
  {
    id: 'date',
    header: 'Date',
    cell: (payment) => <span className="whitespace-nowrap">{formatDate(payment.created_at)}</span>,
  },
  { id: 'status', header: 'Status', cell: (payment) => <PaymentPill payment={payment} /> },
  { id: 'amount', header: 'Amount', isNumeric: true, cell: (payment) => <Amount payment={payment} /> },
  { id: 'more', header: 'Links', isLabelHidden: true, cell: (payment) => <Links payment={payment} /> },
]

/** Who cared, or was to, and when. */
function Visit({ payment: { caregiver_name: name, care } }: { payment: Payment }) {
  return (
    <span className="flex flex-col">
      <span className="font-semibold">{name}</span>
      {care && (
        <span className="tabular font-normal text-ink-soft">
          <TimesText text={summarizeCare(care)} />
        </span>
      )}
    </span>
  )
}

/** The visits that weren't canceled; where all of them were, these, with a word of it. */
function summarizeCare({ windows }: PaidCare): string {
  const live = windows.filter(({ is_canceled: isCanceled }) => !isCanceled)
  return live.length > 0 ? summarizeVisits(live) : `${summarizeVisits(windows)}, canceled`
}

function Amount({ payment }: { payment: Payment }) {
  return (
    <span className="inline-flex flex-col md:items-end">
      <span className="font-semibold">{formatMoney(payment.amount_gross)}</span>
      {payment.refunded_usd > 0 && (
        <span className="text-13 text-ink-soft">{`${formatMoney(payment.refunded_usd)} refunded`}</span>
      )}
      {payment.refunding_usd > 0 && (
        <span className="text-13 text-ink-soft">
          {`${formatMoney(payment.refunding_usd)} refund on its way`}
        </span>
      )}
    </span>
  )
}

/**
 * The receipt of a payment that was charged, the checkout of one that can still be made, and the booking if
 * there is one.
 */
function Links({ payment }: { payment: Payment }) {
  const isPaid = wasCharged(payment)
  const isTooLate = payment.care?.windows.some(({ start_utc: start }) => toEpochMs(start) <= now())
  const about = `${payment.caregiver_name}, ${formatMoney(payment.amount_gross)}`
  return (
    <span className="flex gap-2 max-md:w-full max-md:pt-1.5 md:justify-end max-md:*:flex-1">
      {payment.care?.is_booked && isPaid && (
        <ButtonLink
          to={paths.booking(payment.request_id)}
          aria-label={`Booking, ${about}`}
          variant="quiet"
          size="small"
        >
          Booking
        </ButtonLink>
      )}
      {(isPaid || !isTooLate) && (
        <ButtonLink
          to={isPaid ? paths.receipt(payment.id) : paths.checkout(payment.request_id)}
          aria-label={`${isPaid ? 'Receipt' : 'Checkout'}, ${about}`}
          variant="secondary"
          size="small"
        >
          {isPaid ? 'Receipt' : 'Checkout'}
        </ButtonLink>
      )}
    </span>
  )
}

/** A family's payments, newest first. */
export function PaymentHistory() {
  const list = usePagedQuery(useMyPaymentsQuery, {}, { pageSize: PAYMENT_PAGE_SIZE })
  return (
    <Card>
      <ListBody
        label="Payments"
        list={list}
        failure="Failed to load payments"
        empty={<NoPayments />}
        skeleton={<HistorySkeleton />}
      >
        {(payments) => (
          <DataTable caption="Payments" columns={columns} rows={payments} rowId={(payment) => payment.id} />
        )}
      </ListBody>
    </Card>
  )
}

/** As tall as a page of payments: cards on a phone, rows on larger screens. */
function HistorySkeleton() {
  return (
    <Loading>
      <span className="flex flex-col divide-y divide-line">
        {Array.from({ length: PAYMENT_PAGE_SIZE }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <span key={row} className="flex h-52 flex-col justify-center gap-3 md:h-20">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </span>
        ))}
      </span>
    </Loading>
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
