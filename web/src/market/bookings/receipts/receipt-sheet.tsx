import type { PaidCare, Receipt } from '@tendwell/contract/payments/payments'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  formatDate,
  formatHours,
  formatInstant,
  formatMoney,
  formatZone,
  getBrowserZone,
} from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { refundWords } from '../../../shared/money/refund-words.ts'
import { PersonName } from '../../../shared/people/person-name.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import { PolicyNote } from '../../../shared/visits/policy-note.tsx'
import { formatVisits } from '../../../shared/visits/visits.ts'
import { Card } from '../../../ui/card.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { TimesText } from '../../../ui/times-text.tsx'
import { PaymentPill } from './payment-pill.tsx'

/** A receipt, which prints on one page. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const keptUsd = receipt.amount_gross - receipt.refunded_usd - receipt.refunding_usd
  return (
    <Card as="article" className="p-6 sm:p-10 print:border-0 print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 border-b border-line pb-6">
        <span className="text-forest">
          <Logo />
        </span>
        <div className="sm:text-right">
          <p className="font-display text-21">{`Receipt #${receipt.id}`}</p>
          <p className="text-ink-soft">{formatDate(receipt.paid_at ?? receipt.created_at)}</p>
        </div>
      </header>

      <dl className="grid gap-6 py-6 sm:grid-cols-2">
        <Fact term="Paid by">
          <PersonName name={receipt.payer_name} />
          <span className="block font-normal break-all text-ink-soft">{receipt.payer_email}</span>
        </Fact>
        <Fact term="For care by">
          {receipt.caregiver_name}
          <span className="block font-normal text-ink-soft">
            {receipt.care?.is_booked ? (
              <Link to={paths.booking(receipt.request_id)} className="text-link print:no-underline">
                {`Booking #${receipt.request_id}`}
              </Link>
            ) : (
              `Request #${receipt.request_id}`
            )}
          </span>
        </Fact>
        <Fact term={receipt.paid_at ? 'Paid on' : 'Started on'}>
          {formatInstant(receipt.paid_at ?? receipt.created_at)}
        </Fact>
        <Fact term="Status">
          <span className="inline-flex pt-1">
            <PaymentPill payment={receipt} />
          </span>
        </Fact>
      </dl>

      {receipt.care && <Visits care={receipt.care} />}

      {receipt.failure_reason && receipt.refunds.length === 0 && (
        <p className="mb-6 text-ink-soft">{receipt.failure_reason}</p>
      )}

      <div className="border-t border-line pt-6">
        <DescriptionList items={toLines(receipt, keptUsd)} />
      </div>
      {receipt.refunds.length > 0 && <Refunds receipt={receipt} />}
      <References receipt={receipt} />
      {receipt.care?.is_booked && (
        <div className="mt-6">
          <PolicyNote policy={receipt.care.cancellation_policy} />
        </div>
      )}
      <p className="mt-6 text-13 text-ink-soft">{`All amounts are in US dollars. ${describePurpose(receipt)}`}</p>
    </Card>
  )
}

/** What happens to the money. */
function describePurpose({ status, is_refunding, paid_at, refunds }: Receipt): string {
  if (!paid_at) return 'Your card wasn’t charged.'
  if (refunds.some(({ status }) => status === 'taken_back')) {
    return 'Your bank gave some of this payment back itself, so we didn’t send that to your card.'
  }
  if (is_refunding || status === 'refunded') {
    if (refunds.some(({ reference }) => reference !== null)) return 'This payment is refunded in full.'
    const refunding = is_refunding ? 'We’re refunding' : 'We refunded'
    return `${refunding} this payment in full to your card. It can take your bank 5 to 10 days to show it.`
  }
  return `${PRODUCT_NAME} received this payment for the caregiver and passes it on after the care.`
}

function toLines(receipt: Receipt, keptUsd: number) {
  const { refunded_usd: refundedUsd, refunding_usd: refundingUsd } = receipt
  const isRefunded = refundedUsd + refundingUsd > 0
  return [
    ...toPriceLines(receipt),
    ...(refundedUsd > 0 ? [{ term: 'Refunded', value: `−${formatMoney(refundedUsd)}` }] : []),
    ...(refundingUsd > 0 ? [{ term: 'Refund on its way', value: `−${formatMoney(refundingUsd)}` }] : []),
    {
      term: isRefunded ? 'Paid after refunds' : receipt.paid_at ? 'Total paid' : 'Not paid',
      value: formatMoney(receipt.paid_at ? keptUsd : 0),
      isTotal: true,
    },
  ]
}

/** The hours at their rate, and a service fee if there is one. */
function toPriceLines({ amount_gross: amountUsd, care, description }: Receipt) {
  if (!care) return [{ term: description, value: formatMoney(amountUsd) }]
  const { total_hours: hours, hourly_rate_snapshot_usd: rateUsd, service_fee_usd: feeUsd } = care
  return [
    { term: `${formatHours(hours)} at ${formatMoney(rateUsd)}`, value: formatMoney(amountUsd - feeUsd) },
    { term: 'Service fee', value: formatMoney(feeUsd) },
  ]
}

/** The dates of care. */
function Visits({ care }: { care: PaidCare }) {
  return (
    <section aria-labelledby="visits-title" className="mb-6 border-t border-line pt-6">
      <h2 id="visits-title" className="mb-2 text-17">
        Dates of care
      </h2>
      <ul className="tabular flex flex-col gap-1">
        {formatVisits(care.windows.filter((window) => !window.is_canceled)).map((visit) => (
          <li key={visit}>
            <TimesText text={visit} />
          </li>
        ))}
        {formatVisits(care.windows.filter((window) => window.is_canceled)).map((visit) => (
          <li key={visit}>
            <s className="text-ink-soft decoration-1">
              <TimesText text={visit} />
            </s>{' '}
            Canceled
          </li>
        ))}
      </ul>
      <p className="mt-2 text-13 text-ink-soft">{`Shown in ${formatZone(getBrowserZone())}.`}</p>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-ink-soft">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function Refunds({ receipt }: { receipt: Receipt }) {
  return (
    <section aria-labelledby="refunds-title" className="mt-6 border-t border-line pt-6">
      <h2 id="refunds-title" className="mb-2 text-17">
        Refunds
      </h2>
      <ul className="flex flex-col gap-3">
        {receipt.refunds.map((refund) => (
          <li key={refund.id} className="flex items-baseline justify-between gap-6">
            <span>
              {refund.reason}
              <span className="block text-13 text-ink-soft">
                {`${formatInstant(refund.created_at)}, ${describeWay(refund)}`}
              </span>
            </span>
            <span className="tabular font-medium">{formatMoney(refund.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How far a refund is, and how it was paid if not to the card. */
function describeWay({ status, reference }: Receipt['refunds'][number]): string {
  return reference === null
    ? refundWords[status]
    : `${refundWords[status]}, not to your card. Reference: ${reference}`
}

/** In full, because a printed receipt has no copy button. */
function References({ receipt }: { receipt: Receipt }) {
  const references = [
    { term: 'Charge', id: receipt.provider_charge_id },
    { term: 'Payment', id: receipt.provider_payment_intent_id },
  ].filter(({ id }) => id !== null)
  if (references.length === 0) return null
  return (
    <dl className="mt-6 flex flex-col gap-1 border-t border-line pt-6 text-13 text-ink-soft">
      {references.map(({ term, id }) => (
        <div key={term} className="flex flex-wrap gap-x-2">
          <dt>{`${term}:`}</dt>
          <dd className="tabular break-all">{id}</dd>
        </div>
      ))}
    </dl>
  )
}
