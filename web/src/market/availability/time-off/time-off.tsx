import type { TimeOff } from '@tendwell/contract/availability/availability'
import { toLocalDateTime, type Zone } from '@tendwell/contract/time'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDay, formatTime } from '../../../lib/format/format.ts'
import { toInterval } from '../../../lib/format/instants.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useOwnTimeOffQuery, useRemoveTimeOffMutation } from '../availability-api.ts'
import type { Mark } from '../unsaved.tsx'
import { TimeOffForm } from './time-off-form.tsx'
import { getWholeDays } from './time-off-period.ts'

interface TimeOffPanelProps {
  zone: Zone
  today: string
  mark: Mark
  canEdit: boolean
}

/** The caregiver's planned time off, and a form to add more. */
export function TimeOffPanel({ zone, today, mark, canEdit }: TimeOffPanelProps) {
  const query = useOwnTimeOffQuery()
  const [removeTimeOff] = useRemoveTimeOffMutation()
  const [toRemove, setToRemove] = useState<TimeOff | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { run: remove, isPending } = useAction({
    send: (id: number) => removeTimeOff(id).unwrap(),
    success: 'Time off removed',
    failure: 'Delete failed',
  })
  const confirm = async () => {
    if (toRemove && !(await remove(toRemove.id))) return
    setToRemove(null)
    list.current?.focus()
  }
  return (
    <QueryPanel
      title="Time off"
      lead="Families can’t book you during time off."
      query={query}
      failure="Failed to load time off"
      skeleton={<SkeletonText lines={3} />}
    >
      {(planned) => (
        <>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label="Upcoming time off"
            className="divide-y divide-line outline-none"
          >
            {planned.length === 0 && <li className="text-ink-soft">No time off planned.</li>}
            {planned.map((off) => (
              <li key={off.id} className="flex items-center gap-3 py-1">
                <span className="tabular flex-1 py-2">{describeTimeOff(off, zone)}</span>
                {canEdit && (
                  <IconButton
                    label={`Remove time off ${describeTimeOff(off, zone)}`}
                    icon={<Trash2 className="size-4" />}
                    onPress={() => setToRemove(off)}
                  />
                )}
              </li>
            ))}
          </ul>
          {canEdit && <TimeOffForm zone={zone} today={today} mark={mark} />}
          <ConfirmDialog
            isOpen={toRemove !== null}
            onClose={() => setToRemove(null)}
            title="Remove this time off?"
            consequence={
              toRemove &&
              `Families will be able to book you again at these times: ${describeTimeOff(toRemove, zone)}.`
            }
            confirmLabel="Remove time off"
            pendingLabel="Removing…"
            isPending={isPending}
            onConfirm={confirm}
          />
        </>
      )}
    </QueryPanel>
  )
}

function describeTimeOff(off: TimeOff, zone: Zone): string {
  const whole = getWholeDays(off, zone)
  if (whole) {
    const first = formatDay(whole.first)
    return whole.first === whole.last ? first : `${first} to ${formatDay(whole.last)}`
  }
  const { startMs, endMs } = toInterval(off)
  const from = toLocalDateTime(startMs, zone)
  const until = toLocalDateTime(endMs, zone)
  const end = until.date === from.date ? '' : `${formatDay(until.date)}, `
  return `${formatDay(from.date)}, ${formatTime(from.time)} to ${end}${formatTime(until.time)}`
}
