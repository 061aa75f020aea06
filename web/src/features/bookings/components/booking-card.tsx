import type { Booking } from '@tendwell/contract/bookings'
import { centsFromUsd, usdFromCents } from '@tendwell/contract/money'
import type { ReactNode } from 'react'
import { formatHours, formatMoney } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { BackupCaregivers } from './backup-caregivers.tsx'
import { FreeCancellation } from './free-cancellation.tsx'
import { PartyHeader } from './party-header.tsx'
import { WindowList } from './window-list.tsx'

interface BookingCardProps {
  booking: Booking
  /** The user's role. The card shows the other party. */
  viewer: 'caregiver' | 'caretaker'
  /** The viewer's possible actions. */
  actions?: ReactNode
}

export function BookingCard({ booking, viewer, actions }: BookingCardProps) {
  const other =
    viewer === 'caretaker'
      ? { id: booking.caregiver_id, name: booking.caregiver_name, avatar: booking.caregiver_avatar }
      : { id: booking.caretaker_id, name: booking.caretaker_name, avatar: booking.caretaker_avatar }
  const canceled = booking.windows.filter(({ state }) => state === 'canceled')
  const live = booking.windows.filter(({ state }) => state !== 'canceled')
  return (
    <Card as="article">
      <PartyHeader
        viewer={viewer}
        other={other}
        line={`Booking #${booking.request_id}`}
        status={getStatus(live)}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <div className="flex flex-col gap-4">
          {live.length > 0 && <WindowList windows={live} zone={booking.timezone} />}
          {canceled.length > 0 && <CanceledWindows windows={canceled} zone={booking.timezone} />}
        </div>
        <div className="sm:text-right">
          <PriceText usd={booking.total_price_usd} size="large" />
          <p className="text-13 text-ink-soft">{formatHours(booking.total_hours)}</p>
        </div>
      </div>
      {viewer === 'caretaker' && booking.free_cancellation && <FreeCancellation booking={booking} />}
      {viewer === 'caretaker' && canceled.some(({ canceled_by }) => canceled_by !== 'caretaker') && (
        <BackupCaregivers requestId={booking.request_id} />
      )}
      {actions && (
        <footer className="mt-5 flex flex-wrap justify-end gap-3 border-t border-line pt-4">{actions}</footer>
      )}
    </Card>
  )
}

type Windows = Booking['windows']

function getStatus(live: Windows): string {
  if (live.length === 0) return 'canceled'
  return live.every(({ state }) => state === 'completed') ? 'completed' : 'confirmed'
}

function CanceledWindows({ windows, zone }: { windows: Windows; zone: string }) {
  const refundCents = windows.reduce((sum, { refund_usd }) => sum + centsFromUsd(refund_usd), 0)
  return (
    <section aria-label="Canceled times">
      <p className="mb-1.5 text-13 font-semibold text-clay">
        {refundCents > 0
          ? `Canceled, ${formatMoney(usdFromCents(refundCents))} refunded`
          : 'Canceled without a refund'}
      </p>
      <div className="text-ink-soft line-through decoration-1">
        <WindowList windows={windows} zone={zone} />
      </div>
    </section>
  )
}
