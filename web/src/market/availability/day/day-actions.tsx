import type { Zone } from '@tendwell/contract/time'
import { CalendarOff, Copy, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { DayHours } from '../hours.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import type { useDayChanges } from './use-day-changes.ts'

interface DayActionsProps {
  caregiverId: number
  hours: DayHours
  zone: Zone
  today: string
  changes: ReturnType<typeof useDayChanges>
  /** The day has unsaved changes. Only saved hours can be copied. */
  isEdited: boolean
  /** Discards unsaved changes. */
  forget: () => void
}

type Asked = 'close' | 'clear' | 'copy' | null

/** Copies, closes or clears a whole day. */
export function DayActions(props: DayActionsProps) {
  const { caregiverId, hours, zone, today, changes, isEdited, forget } = props
  const [asked, setAsked] = useState<Asked>(null)
  const { override, windows } = hours
  const isBooked = windows.some((window) => window.booked)
  const isClosed = override?.is_available === false
  const done = () => setAsked(null)
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap gap-2">
        {windows.length > 0 && (
          <Button
            variant="secondary"
            size="small"
            isDisabled={isEdited}
            icon={<Copy className="size-4" />}
            onPress={() => setAsked('copy')}
          >
            Copy to other days
          </Button>
        )}
        {!isClosed && !isBooked && (
          <Button
            variant="secondary"
            size="small"
            icon={<CalendarOff className="size-4" />}
            onPress={() => setAsked('close')}
          >
            Close this day
          </Button>
        )}
        {override && !isBooked && (
          <Button
            variant="secondary"
            size="small"
            icon={<Undo2 className="size-4" />}
            onPress={() => setAsked('clear')}
          >
            Use my weekly hours
          </Button>
        )}
      </div>
      {isBooked && (
        <p className="mt-3 text-13 text-ink-soft">You can’t close or clear a day that has bookings.</p>
      )}
      {isEdited && windows.length > 0 && (
        <p className="mt-3 text-13 text-ink-soft">Save your changes before you copy this day.</p>
      )}
      <Confirmations
        asked={asked}
        done={done}
        day={formatDay(hours.date, 'weekday')}
        changes={changes}
        forget={forget}
      />
      {asked === 'copy' && (
        <CopyDayDialog caregiverId={caregiverId} hours={hours} zone={zone} today={today} onClose={done} />
      )}
    </div>
  )
}

interface ConfirmationsProps extends Pick<DayActionsProps, 'changes' | 'forget'> {
  asked: Asked
  done: () => void
  day: string
}

function Confirmations({ asked, done, day, changes, forget }: ConfirmationsProps) {
  // If the call failed, the question and unsaved changes stay.
  const confirm = async (change: () => Promise<boolean>) => {
    if (!(await change())) return
    forget()
    done()
  }
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'close'}
        onClose={done}
        title={`Close ${day}?`}
        consequence="Families can no longer book this day, and its hours are removed. Your weekly hours still apply to other days."
        confirmLabel="Close this day"
        pendingLabel="Closing…"
        isPending={changes.close.isPending}
        onConfirm={() => confirm(changes.close.run)}
      />
      <ConfirmDialog
        isOpen={asked === 'clear'}
        onClose={done}
        title={`Use your weekly hours on ${day}?`}
        consequence="What you set for this day is removed, and your weekly hours apply again."
        confirmLabel="Use my weekly hours"
        pendingLabel="Saving…"
        isPending={changes.clear.isPending}
        onConfirm={() => confirm(changes.clear.run)}
      />
    </>
  )
}
