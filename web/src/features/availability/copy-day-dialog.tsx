import { addDays, weekdayOf, type Zone } from '@tendwell/contract/time'
import { useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { formatDay, formatWindow, plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import type { DayLook } from '../../ui/calendar-day.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { MonthCalendar } from '../../ui/month-calendar.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveOverrideMutation } from './api.ts'
import { bodyOf, type DayHours, dayHours } from './hours.ts'
import { useSchedule } from './use-schedule.ts'

interface CopyDayDialogProps {
  caregiverId: number
  hours: DayHours
  zone: Zone
  today: string
  onClose: () => void
}

/** Gives other days the hours of this one. Days with booked hours can't be chosen. */
export function CopyDayDialog({ caregiverId, hours, zone, today, onClose }: CopyDayDialogProps) {
  const [days, setDays] = useState<ReadonlySet<string>>(new Set())
  const [month, setMonth] = useState(hours.date.slice(0, 7))
  const { schedule } = useSchedule(month, zone)
  const copied = (day: string) => setDays((chosen) => new Set([...chosen].filter((one) => one !== day)))
  const { copy, isCopying, failure } = useCopy(caregiverId, hours, { copied, onDone: onClose })

  const isBooked = (day: string) =>
    schedule !== undefined && dayHours(day, schedule).windows.some((window) => window.booked)
  const toggle = (day: string) => {
    if (day === hours.date) return
    const next = new Set(days)
    if (!next.delete(day)) next.add(day)
    setDays(next)
  }
  const choose = (chosen: string[]) =>
    setDays(new Set(chosen.filter((day) => day >= today && !isBooked(day))))
  const look = (day: string): DayLook | undefined => {
    if (day === hours.date) return { kind: 'full', word: 'this day' }
    if (days.has(day)) return { kind: 'free', word: 'chosen' }
    return isBooked(day) ? { kind: 'booked' } : undefined
  }
  const windows = hours.windows.map((window) => formatWindow(window.start_local, window.end_local)).join(', ')
  return (
    <Dialog
      isOpen
      onClose={isCopying ? () => undefined : onClose}
      title="Copy to other days"
      lead={`${formatDay(hours.date, 'weekday')}: ${windows}. The days you choose get these hours in place of theirs.`}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isCopying}>
            Cancel
          </Button>
          <Button isPending={isCopying} isDisabled={days.size === 0} onPress={() => copy([...days].sort())}>
            {isCopying ? `Copying… ${plural(days.size, 'day')} left` : `Copy to ${plural(days.size, 'day')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onPress={() => choose(nextWeeks(hours.date, 4))}>
          Same weekday, next 4 weeks
        </Button>
        <Button variant="secondary" size="small" onPress={() => choose(restOfWeek(hours.date))}>
          Rest of the week
        </Button>
      </div>
      <MonthCalendar
        label="Days to copy to"
        value={null}
        onChange={toggle}
        month={month}
        onMonthChange={setMonth}
        today={today}
        look={look}
        isUnavailable={(day) => day === hours.date || isBooked(day)}
        legend={[{ kind: 'free', word: 'Chosen' }, 'booked']}
      />
      <FormError message={failure} />
    </Dialog>
  )
}

/** One day after the other, so that the first that is refused is known by name and the rest is left alone. */
function useCopy(
  caregiverId: number,
  hours: DayHours,
  { copied, onDone }: { copied: (day: string) => void; onDone: () => void },
) {
  const [saveOverride] = useSaveOverrideMutation()
  const [isCopying, setIsCopying] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function copy(days: string[]) {
    setFailure(undefined)
    setIsCopying(true)
    for (const day of days) {
      const body = {
        caregiver: caregiverId,
        date_local: day,
        is_available: true,
        windows: hours.windows.map(bodyOf),
      }
      try {
        await saveOverride({ id: null, body, key: crypto.randomUUID() }).unwrap()
        copied(day)
      } catch (error) {
        setFailure(`${formatDay(day, 'weekday')}: ${messageOf(error, 'Request failed')}`)
        setIsCopying(false)
        return
      }
    }
    toast.success(`Hours copied to ${plural(days.length, 'day')}`)
    onDone()
  }
  return { copy, isCopying, failure }
}

function nextWeeks(date: string, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, week) => addDays(date, 7 * (week + 1)))
}

/** The days after this one up to Sunday. */
function restOfWeek(date: string): string[] {
  return Array.from({ length: 7 - weekdayOf(date) }, (_, day) => addDays(date, day + 1))
}
