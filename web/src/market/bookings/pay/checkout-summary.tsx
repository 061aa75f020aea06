import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatHours, formatMoney, formatZone, getBrowserZone } from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { PolicyNote } from '../../../shared/visits/policy-note.tsx'
import { hasVisitDetails, VisitDetails } from '../../../shared/visits/visit-details.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { groupNote } from '../requests/request-notes.ts'

interface CheckoutSummaryProps {
  request: BookingRequest
  /** Whether it can be paid now. */
  isToPay: boolean
  /** Its hours. */
  children: ReactNode
}

/** The hours, the caregiver, the visit, the price and, before the payment, until when canceling is free. */
export function CheckoutSummary({ request, isToPay, children }: CheckoutSummaryProps) {
  const note = request.status === 'accepted' && !request.is_paid && groupNote(request)
  const subtotalUsd = request.total_price_usd - request.service_fee_usd
  return (
    <Card as="section">
      <div className="mb-5 flex items-center gap-4">
        <Avatar name={request.caregiver_name} src={request.caregiver_avatar} size="large" />
        <div>
          <h2 className="text-21">
            <Link to={paths.caregiver(request.caregiver)} className="rounded-control hover:underline">
              {request.caregiver_name}
            </Link>
          </h2>
          <p className="text-ink-soft">{`Request #${request.id}`}</p>
        </div>
      </div>
      <div className="mb-5 border-y border-line py-4">
        {children}
        <p className="mt-2 text-13 text-ink-soft">{`Shown in your time zone, ${formatZone(getBrowserZone())}.`}</p>
        {note && <p className="mt-3">{note}</p>}
      </div>
      {hasVisitDetails(request) && (
        <div className="mb-5 border-b border-line pb-4">
          <VisitDetails visit={request} isMapped={request.is_paid} />
        </div>
      )}
      <DescriptionList
        items={[
          {
            term: `${formatHours(request.total_hours)} at ${formatMoney(request.hourly_rate_snapshot_usd)}`,
            value: formatMoney(subtotalUsd),
          },
          { term: 'Service fee', value: formatMoney(request.service_fee_usd) },
          { term: 'Total', value: formatMoney(request.total_price_usd), isTotal: true },
        ]}
      />
      <div className="mt-5 border-t border-line pt-4">
        <PolicyNote
          policy={request.cancellation_policy}
          hours={isToPay ? request.windows.map(toInterval) : []}
        />
      </div>
    </Card>
  )
}
