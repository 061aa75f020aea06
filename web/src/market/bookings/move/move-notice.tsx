import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { Move, MoveAnswer } from '@tendwell/contract/bookings/moves'
import { centsFromUsd } from '@tendwell/contract/money'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { useState } from 'react'
import { isOutdated } from '../../../lib/errors.ts'
import { formatInstant } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { WindowList } from '../../../shared/visits/window-list.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useAnswerMoveMutation } from '../bookings-api.ts'
import { describeKept, getOtherParty } from '../manage/booking-state.ts'

interface MoveNoticeProps {
  booking: Booking
  move: Move
  viewer: Side
}

const DONE: Record<MoveAnswer, string> = {
  accepted: 'Accepted. The booking has its new time',
  declined: 'Declined. The booking stays as it is',
  withdrawn: 'Withdrawn. The booking stays as it is',
}

/** The open proposal of another time, to be answered or withdrawn. */
export function MoveNotice({ booking, move, viewer }: MoveNoticeProps) {
  const isOwn = move.proposed_by === viewer
  const { name } = getOtherParty(booking, viewer)
  const terms = describeKept(
    {
      keptCents: centsFromUsd(move.kept_usd),
      proposedBy: move.proposed_by,
      visits: move.to_windows.length,
    },
    booking,
    viewer,
  )
  const [confirming, setConfirming] = useState<MoveAnswer | null>(null)
  const [answerMove] = useAnswerMoveMutation()
  const { run, isPending } = useAction({
    send: (status: MoveAnswer) => answerMove({ id: move.id, status }).unwrap(),
    success: ({ status }) => DONE[status as MoveAnswer],
    failure: 'Failed to answer the proposal',
    onSuccess: () => setConfirming(null),
    onFailure: (error) => {
      if (isOutdated(error)) setConfirming(null)
    },
  })
  return (
    <>
      <Banner
        tone={isOwn ? 'info' : 'warning'}
        title={isOwn ? 'You proposed another time' : `${name} proposes another time`}
        action={
          isOwn ? (
            <Button variant="secondary" size="small" onPress={() => run('withdrawn')} isPending={isPending}>
              Withdraw
            </Button>
          ) : (
            <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
              <Button variant="secondary" size="small" onPress={() => setConfirming('declined')}>
                Decline
              </Button>
              <Button size="small" onPress={() => setConfirming('accepted')}>
                Accept
              </Button>
            </div>
          )
        }
      >
        <Times label="Instead of" windows={move.from_windows} zone={booking.timezone} />
        <Times label="New time" windows={move.to_windows} zone={booking.timezone} />
        <p className="mt-2 text-13">
          {isOwn
            ? `${name} can answer until ${formatInstant(move.expires_at)}.`
            : `Answer by ${formatInstant(move.expires_at)}. Until then nothing changes.`}
        </p>
      </Banner>
      <ConfirmDialog
        isOpen={confirming !== null}
        onClose={() => setConfirming(null)}
        title={confirming === 'accepted' ? 'Accept the new time?' : 'Decline the new time?'}
        consequence={
          confirming === 'accepted'
            ? `The booking moves at once. The price stays the same, and the old times are free for other families. ${terms}`
            : `The booking stays as it is, and we let ${name} know.`
        }
        confirmLabel={confirming === 'accepted' ? 'Accept' : 'Decline'}
        tone={confirming === 'accepted' ? 'primary' : 'danger'}
        cancelLabel="Not now"
        onConfirm={() => confirming && void run(confirming)}
        isPending={isPending}
      />
    </>
  )
}

function Times({ label, windows, zone }: { label: string; windows: Move['to_windows']; zone: string }) {
  return (
    <div className="mt-2">
      <p className="text-13 font-semibold">{label}</p>
      <WindowList windows={windows} zone={zone} />
    </div>
  )
}
