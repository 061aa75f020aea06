import type { VisitDetails as Visit } from '@tendwell/contract/bookings/visits'
import type { BookingRecord } from '@tendwell/contract/console/bookings'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { formatHours, formatInstant, formatMoney } from '../../lib/format/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { paths } from '../../shared/routes/paths.ts'
import type { Status } from '../../shared/statuses/status-map.ts'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { VisitDetails } from '../../shared/visits/visit-details.tsx'
import { RefundAction } from '../common/money/refund-action.tsx'
import { polling } from '../common/polling.ts'
import { HistoryPanel } from '../common/records/history-panel.tsx'
import { MessagesPanel } from '../common/records/messages-panel.tsx'
import { NotesPanel } from '../common/records/notes-panel.tsx'
import { RecordPage } from '../common/records/record-frame.tsx'
import { useBookingRecordQuery, useShowVisitMutation } from '../common/records/records-api.ts'
import { ShowPanel } from '../common/records/show-panel.tsx'
import { Timeline } from '../common/records/timeline.tsx'
import { VisitsPanel } from '../common/records/visits-panel.tsx'
import { BookingMoney } from './booking-money.tsx'
import { AdminCancelAction } from './cancel-action.tsx'
import { BookingParties } from './parties.tsx'
import { toStep } from './timeline-text.ts'

export function BookingPage() {
  const { requestId = '' } = useParams()
  const { user } = useSession()
  // Finance staff read the money, and neither cancel nor read messages.
  const isSupport = user?.staff_role !== 'finance'
  const query = useBookingRecordQuery(requestId, polling)
  const { currentData: booking } = query
  return (
    <RecordPage
      noun="booking"
      title={`Booking #${booking?.id ?? requestId}`}
      lead={
        booking &&
        `${formatHours(booking.total_hours)}, ${formatMoney(booking.total_price_usd)}, sent ${formatInstant(booking.submitted_at)}`
      }
      actions={booking && <Actions booking={booking} canCancel={isSupport} />}
      backTo={{ path: paths.adminRequests, label: 'All requests' }}
      query={query}
      main={
        booking && (
          <>
            <BookingParties booking={booking} canOpenDisputes={isSupport} />
            <VisitsPanel windows={booking.windows} />
            {booking.has_visit_details && (
              <VisitPanel key={booking.id} requestId={booking.id}>
                {(visit) => <VisitDetails visit={visit} />}
              </VisitPanel>
            )}
            <Timeline steps={booking.timeline.map((entry) => toStep(entry, booking.windows))} />
          </>
        )
      }
      side={
        booking && (
          <>
            <BookingMoney booking={booking} />
            <NotesPanel subject={`request:${booking.id}`} />
          </>
        )
      }
      after={
        booking && (
          <>
            {isSupport && <MessagesPanel key={booking.id} booking={booking} />}
            <HistoryPanel subject={`request:${booking.id}`} />
          </>
        )
      }
    />
  )
}

function Actions({ booking, canCancel }: { booking: BookingRecord; canCancel: boolean }) {
  const hasVisitsAhead = booking.windows.some(({ state }) => state === 'upcoming')
  return (
    <>
      <StatusPill status={getStatus(booking)} />
      {canRefund(booking) && (
        <RefundAction
          bookingId={booking.id}
          family={booking.caretaker.name}
          caregiver={booking.caregiver.name}
        />
      )}
      {canCancel && hasVisitsAhead && <AdminCancelAction booking={booking} />}
    </>
  )
}

/**
 * Whether something is left of what was paid for visits that have begun or were canceled; others are canceled
 * instead.
 */
function canRefund({ payments, windows }: BookingRecord): boolean {
  const aheadUsd = windows
    .filter(({ state }) => state === 'upcoming')
    .reduce((sum, { price_usd: usd }) => sum + (usd ?? 0), 0)
  return payments.some(({ status, amount_usd, refunded_usd, refund_pending_usd: pendingUsd }) => {
    const leftUsd = amount_usd - refunded_usd - pendingUsd - aheadUsd
    return status === 'succeeded' && Math.round(leftUsd * 100) > 0
  })
}

function getStatus({ is_paid: isPaid, status, windows }: BookingRecord): Status {
  if (!isPaid) return status
  return windows.every(({ state }) => state === 'canceled') ? 'canceled' : 'paid'
}

interface VisitPanelProps {
  requestId: number
  /** Draws what is shown. */
  children: (visit: Visit) => ReactNode
}

/** The children, address and note of a booking, shown once staff say why they need them. */
function VisitPanel({ requestId, children }: VisitPanelProps) {
  const [visit, setVisit] = useState<Visit | null>(null)
  const [show] = useShowVisitMutation()
  return (
    <ShowPanel
      title="About the visit"
      lead={!visit && 'Children, address and note. Opening them is recorded.'}
      label="Show"
      question="Show what the family wrote about the visit?"
      show={async (reason) => setVisit(await show({ id: requestId, reason }).unwrap())}
      isShown={visit !== null}
    >
      {visit && children(visit)}
    </ShowPanel>
  )
}
