import { addDays, getWeekday, type Zone } from '@tendwell/contract/time'
import { useState } from 'react'
import { describeFailure, getErrorMessage, getErrorStatus } from '../../../lib/errors.ts'
import { formatDay, formatWindow, plural } from '../../../lib/format/format.ts'
import { toast } from '../../../lib/toast.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { DayLook } from '../../../ui/calendar-day.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { useSaveOverrideMutation } from '../availability-api.ts'
import { type DayHours, getDayHours, toWindowBody } from '../hours.ts'
import { scheduleFailure, useSchedule } from '../use-schedule.ts'

interface CopyDayDialogProps {
  caregiverId: number
  hours: DayHours
  zone: Zone
  today: string
  onClose: () => void
}

/** How many weeks the quick choices cover. */
const weeksAhead = 4

/**
 * Copies this day's hours to other days. Days with bookings can't be chosen, but a chosen day that gets a
 * booking can be deselected.
 */
export function CopyDayDialog({ caregiverId, hours, zone, today, onClose }: CopyDayDialogProps) {
  const [days, setDays] = useState<ReadonlySet<string>>(new Set())
  const [month, setMonth] = useState(hours.date.slice(0, 7))
  const { currentData: schedule, error, isFetching, refetch } = useSchedule(month, zone)
  const lastWeeks = useSchedule(addDays(hours.date, 7 * weeksAhead).slice(0, 7), zone)
  const copied = (day: string) => setDays((chosen) => new Set([...chosen].filter((one) => one !== day)))
  const { copy, isCopying, failure } = useCopy(caregiverId, hours, { copied, onDone: onClose })

  const isBooked = (day: string) => {
    const known = day.startsWith(month) ? schedule : lastWeeks.currentData
    return known !== undefined && getDayHours(day, known).windows.some((window) => window.booked)
  }
  const isUnavailable = (day: string) =>
    day === hours.date || (!days.has(day) && (schedule === undefined || isBooked(day)))
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
    if (days.has(day)) return { kind: isBooked(day) ? 'booked' : 'free', word: 'chosen' }
    return isBooked(day) ? { kind: 'booked' } : undefined
  }
  const windows = hours.windows.map((window) => formatWindow(window.start_local, window.end_local)).join(', ')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isCopying}
      title="Copy to other days"
      lead={`${formatDay(hours.date, 'weekday')}: ${windows}. They’ll replace the hours on the days you choose.`}
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
        <Button variant="secondary" size="small" onPress={() => choose(nextWeeks(hours.date, weeksAhead))}>
          Same weekday, next {weeksAhead} weeks
        </Button>
        <Button variant="secondary" size="small" onPress={() => choose(restOfWeek(hours.date))}>
          Rest of the week
        </Button>
      </div>
      <FormError message={failure} />
      {error && <MonthError error={error} onRetry={refetch} isRetrying={isFetching} />}
      <MonthCalendar
        label="Days to copy to"
        isInset
        value={null}
        onChange={toggle}
        month={month}
        onMonthChange={setMonth}
        today={today}
        look={look}
        isUnavailable={isUnavailable}
        legend={[{ kind: 'free', word: 'Chosen' }, 'booked']}
      />
      <p role="status" className="min-h-5 text-13 text-ink-soft">
        {!schedule && !error && 'Checking this month’s bookings…'}
      </p>
    </Dialog>
  )
}

/** Shown above the calendar, so that the user can still open other months. */
function MonthError(props: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const { error, onRetry, isRetrying } = props
  return (
    <div role="alert">
      <Banner
        tone="danger"
        title={scheduleFailure}
        action={
          <Button variant="secondary" size="small" onPress={onRetry} isPending={isRetrying}>
            Retry
          </Button>
        }
      >
        {describeFailure(error)}
      </Banner>
    </div>
  )
}

/** Copies day by day. Days that fail are named at the end and stay chosen. */
function useCopy(
  caregiverId: number,
  hours: DayHours,
  { copied, onDone }: { copied: (day: string) => void; onDone: () => void },
) {
  const [saveOverride] = useSaveOverrideMutation()
  const [isCopying, setIsCopying] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function put(day: string) {
    const windows = hours.windows.map(toWindowBody)
    const body = { caregiver: caregiverId, date_local: day, is_available: true, windows }
    await saveOverride({ id: null, body, key: crypto.randomUUID() }).unwrap()
    copied(day)
  }

  async function copy(days: string[]) {
    setFailure(undefined)
    setIsCopying(true)
    const refused = new Map<string, string>()
    let count = 0
    for (const day of days) {
      try {
        await put(day)
        count += 1
      } catch (error) {
        refused.set(day, getErrorMessage(error, 'Request failed'))
        // An error that isn't about this day would repeat for the next.
        if (getErrorStatus(error) !== 400 && getErrorStatus(error) !== 409) break
      }
    }
    setIsCopying(false)
    if (count > 0) toast.success(`Hours copied to ${plural(count, 'day')}`)
    if (refused.size > 0) setFailure(describeRefusals(refused))
    else onDone()
  }
  return { copy, isCopying, failure }
}

/** 'Couldn’t copy to Wed, Dec 2; Thu, Dec 3: …', with the server's reason for the first. */
function describeRefusals(refused: ReadonlyMap<string, string>): string {
  const days = [...refused.keys()].map((day) => formatDay(day, 'weekday'))
  const [reason] = refused.values()
  return `Couldn’t copy to ${days.join('; ')}: ${reason}`
}

function nextWeeks(date: string, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, week) => addDays(date, 7 * (week + 1)))
}

/** The days after this one up to Sunday. */
function restOfWeek(date: string): string[] {
  return Array.from({ length: 7 - getWeekday(date) }, (_, day) => addDays(date, day + 1))
}
