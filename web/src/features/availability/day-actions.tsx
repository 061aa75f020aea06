import type { Zone } from '@tendwell/contract/time'
import { CalendarOff, Copy, Eraser } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import type { DayHours } from './hours.ts'
import type { useDayChanges } from './use-day-changes.ts'

interface DayActionsProps {
  caregiverId: number
  hours: DayHours
  zone: Zone
  today: string
  changes: ReturnType<typeof useDayChanges>
  guard: (action: () => void) => void
  /** There is something typed that is not saved: only saved hours are copied. */
  isEdited: boolean
  /** Drops what is typed and not saved. */
  forget: () => void
}

type Asked = 'close' | 'clear' | 'copy' | null

/** What can be done with a whole day: copy it, close it, clear it. */
export function DayActions(props: DayActionsProps) {
  const { caregiverId, hours, zone, today, changes, guard, isEdited, forget } = props
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
            icon={<Copy className="size-4" aria-hidden="true" />}
            onPress={() => guard(() => setAsked('copy'))}
          >
            Copy to other days
          </Button>
        )}
        {!isClosed && !isBooked && (
          <Button
            variant="secondary"
            size="small"
            icon={<CalendarOff className="size-4" aria-hidden="true" />}
            onPress={() => guard(() => setAsked('close'))}
          >
            Close this day
          </Button>
        )}
        {override && !isBooked && (
          <Button
            variant="secondary"
            size="small"
            icon={<Eraser className="size-4" aria-hidden="true" />}
            onPress={() => guard(() => setAsked('clear'))}
          >
            Clear day hours
          </Button>
        )}
      </div>
      {isBooked && (
        <p className="mt-3 text-13 text-ink-soft">
          A day with a booked window can be neither closed nor cleared.
        </p>
      )}
      {isEdited && windows.length > 0 && (
        <p className="mt-3 text-13 text-ink-soft">Save first, then copy this day to others.</p>
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
  const close = async () => {
    // What is typed stays where the day could not be closed.
    if (await changes.close()) forget()
    done()
  }
  const clear = async () => {
    if (await changes.clear()) forget()
    done()
  }
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'close'}
        onClose={done}
        title={`Close ${day}?`}
        consequence="Families can’t book this day any more. Its hours are dropped; your weekly hours stay as they are for other days."
        confirmLabel="Close this day"
        pendingLabel="Closing…"
        isPending={changes.isSaving}
        onConfirm={close}
      />
      <ConfirmDialog
        isOpen={asked === 'clear'}
        onClose={done}
        title={`Clear the hours of ${day}?`}
        consequence="What you set for this day alone is dropped, and your weekly hours count again."
        confirmLabel="Clear day hours"
        pendingLabel="Clearing…"
        isPending={changes.isClearing}
        onConfirm={clear}
      />
    </>
  )
}
