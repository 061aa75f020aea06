import type { Booking } from '@tendwell/contract/bookings/bookings'
import { centsFromUsd } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { formatHours, formatInstant, getBrowserZone } from '../../../lib/format/format.ts'
import { toInterval, toUtcTimes } from '../../../lib/format/instants.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { ChooseVisits } from '../../../shared/visits/choose-visits.tsx'
import { type Selection, totalMinutes, toWindows } from '../../../shared/visits/selection.ts'
import { WindowList } from '../../../shared/visits/window-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useProposeMoveMutation } from '../bookings-api.ts'
import { describeKept, getOtherParty, getRefundNow } from '../manage/booking-state.ts'
import { MoveHours } from './move-hours.tsx'

interface MoveDialogProps {
  booking: Booking
  viewer: Side
  onClose: () => void
}

/** Proposes other hours for visits that are ahead, as many as they have. */
export function MoveDialog({ booking, viewer, onClose }: MoveDialogProps) {
  const zone = getBrowserZone()
  const ahead = booking.windows.filter(({ state }) => state === 'upcoming')
  const [chosen, setChosen] = useState(() =>
    ahead.length === 1 ? ahead.map(({ booking_id }) => booking_id) : [],
  )
  const [selection, select] = useState<Selection>([])
  const moved = ahead.filter(({ booking_id }) => chosen.includes(booking_id))
  const leftMinutes = totalMinutes(moved.map(toInterval)) - totalMinutes(selection)
  const other = getOtherParty(booking, viewer)
  const keptCents = moved.reduce(
    (sum, window) => sum + centsFromUsd(window.price_usd) - getRefundNow(booking, window).refundCents,
    0,
  )
  const terms = describeKept({ keptCents, proposedBy: viewer, visits: moved.length }, booking, viewer)
  const [propose] = useProposeMoveMutation()
  const { run, isPending } = useAction({
    send: (hours: Selection, key) =>
      propose({
        requestId: booking.request_id,
        body: {
          booking_ids: chosen,
          timezone: zone,
          windows: toWindows(hours, zone).map(({ date, start, end, ...interval }) => ({
            date,
            start,
            end,
            ...toUtcTimes(interval),
          })),
        },
        key,
      }).unwrap(),
    success: (move) => `Proposed. ${other.name} can answer until ${formatInstant(move.expires_at)}`,
    failure: 'Failed to propose another time',
    onSuccess: onClose,
    onFailure: (error) => {
      if (isOutdated(error)) select([])
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="wide"
      title="Propose another time"
      lead={`Nothing changes until your proposal is accepted. The price stays the same. ${terms}`}
      actions={
        <>
          <p role="status" className="self-center text-13 text-ink-soft sm:mr-auto">
            {describeLeft(moved.length, leftMinutes)}
          </p>
          <Button
            onPress={() => run(selection)}
            isPending={isPending}
            isDisabled={moved.length === 0 || leftMinutes !== 0}
          >
            {isPending ? 'Sending…' : 'Send proposal'}
          </Button>
        </>
      }
    >
      {ahead.length > 1 ? (
        <ChooseVisits
          label="Visits to move"
          windows={ahead}
          zone={booking.timezone}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next)
            select([])
          }}
        />
      ) : (
        <section aria-label="Now">
          <p className="mb-1 font-semibold">Now</p>
          <WindowList windows={ahead} zone={booking.timezone} />
        </section>
      )}
      {moved.length > 0 && (
        <MoveHours
          key={chosen.join()}
          requestId={booking.request_id}
          bookingIds={chosen}
          zone={zone}
          visits={moved.map(toInterval)}
          selection={selection}
          select={select}
        />
      )}
    </Dialog>
  )
}

function describeLeft(visits: number, leftMinutes: number): string {
  if (visits === 0) return 'Choose the visits to move.'
  if (leftMinutes > 0) return `${formatHours(leftMinutes / 60)} left to choose`
  return leftMinutes < 0 ? `${formatHours(-leftMinutes / 60)} too many` : 'Ready to send'
}
