import type { Meeting } from '@tendwell/contract/bookings/meetings'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useMeetingAnswer } from './use-meeting-answer.ts'

interface CancelMeetingProps {
  meeting: Meeting
  /** The name of the other side. */
  other: string
}

/** Cancels a meeting that has not begun, after asking. */
export function CancelMeeting({ meeting, other }: CancelMeetingProps) {
  const [isAsking, setAsking] = useState(false)
  const { answer, isPending } = useMeetingAnswer(meeting, () => setAsking(false))
  return (
    <>
      <Button variant="secondary" onPress={() => setAsking(true)}>
        Cancel meeting
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel this meeting?"
        consequence={`We’ll let ${other} know, and the time is free again.`}
        confirmLabel="Cancel meeting"
        cancelLabel="Keep meeting"
        pendingLabel="Canceling…"
        isPending={isPending}
        onConfirm={() => answer({ status: 'canceled' })}
      />
    </>
  )
}
