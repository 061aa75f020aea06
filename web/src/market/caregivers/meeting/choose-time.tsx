import { MEETING_AHEAD_MAXIMUM_DAYS, type MeetingMinutes } from '@tendwell/contract/bookings/meetings'
import { addDays, toLocalDate } from '@tendwell/contract/time'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { now } from '../../../lib/format/clock.ts'
import { formatClock, formatDay, formatZone } from '../../../lib/format/format.ts'
import { fromEpochMs } from '../../../lib/format/instants.ts'
import { useFreeMonthQuery } from '../../../shared/visits/free-hours-api.ts'
import { useMeetingTimesQuery } from '../../../shared/visits/meetings-api.ts'
import { nextMonth } from '../../../shared/visits/next-month.ts'
import { CalendarSkeleton } from '../../../ui/calendar-skeleton.tsx'
import { ErrorText, errorNoteClass } from '../../../ui/field.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface ChooseTimeProps {
  caregiverId: number
  caregiverName: string
  minutes: MeetingMinutes
  zone: string
  /** When the meeting begins, an ISO instant; empty before a choice. */
  value: string
  onChange: (start: string) => void
  error: string | undefined
  ref?: Ref<{ focus: () => void }>
}

/** A day on which the caregiver has free hours, then a time of it. An error takes the focus to the times. */
export function ChooseTime({
  caregiverId,
  caregiverName,
  minutes,
  zone,
  value,
  onChange,
  error,
  ref,
}: ChooseTimeProps) {
  const today = toLocalDate(now(), zone)
  const lastDay = addDays(today, MEETING_AHEAD_MAXIMUM_DAYS)
  const thisMonth = today.slice(0, 7)
  const [shownMonth, showMonth] = useState<string | null>(null)
  const [day, chooseDay] = useState<string | null>(null)
  const times = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => scrollAndFocus(times.current) }))
  const key = { caregiverId, timezone: zone }
  const present = useFreeMonthQuery({ ...key, month: thisMonth }, { refetchOnMountOrArgChange: 30 })
  const isFree = (days: Record<string, number> | undefined, date: string) =>
    date >= today && date <= lastDay && (days?.[date] ?? 0) > 0
  const presentDays = present.currentData?.days
  const isPresentOver = presentDays && !Object.keys(presentDays).some((date) => isFree(presentDays, date))
  const month = shownMonth ?? (isPresentOver ? nextMonth(thisMonth) : thisMonth)
  const query = useFreeMonthQuery({ ...key, month }, { refetchOnMountOrArgChange: 30 })
  const days = query.currentData?.days
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-semibold">When?</legend>
      {query.data ? (
        <MonthCalendar
          label="Days with free times"
          isInset
          value={day}
          onChange={(date) => {
            chooseDay(date)
            onChange('')
            scrollAndFocus(times.current)
          }}
          month={month}
          onMonthChange={showMonth}
          today={today}
          look={(date) => (isFree(days, date) ? { kind: 'free', word: 'free' } : { kind: 'closed' })}
          isUnavailable={(date) => !isFree(days, date)}
        />
      ) : query.error ? (
        <RetryNote query={query} failure="Failed to load availability" />
      ) : (
        <CalendarSkeleton />
      )}
      <section ref={times} tabIndex={-1} aria-label="Times" className="scroll-mt-4 outline-none">
        {error && (
          <p className={`mb-2 ${errorNoteClass}`}>
            <ErrorText>{error}</ErrorText>
          </p>
        )}
        {day === null ? (
          <p className="text-ink-soft">{`Choose a day. ${caregiverName} can meet you up to ${MEETING_AHEAD_MAXIMUM_DAYS} days ahead.`}</p>
        ) : (
          <Times {...{ caregiverId, day, minutes, zone, value, onChange }} />
        )}
      </section>
    </fieldset>
  )
}

type TimesProps = Pick<ChooseTimeProps, 'caregiverId' | 'minutes' | 'zone' | 'value' | 'onChange'>

/** The times of a day, as buttons of which one is pressed. */
function Times({ caregiverId, day, minutes, zone, value, onChange }: TimesProps & { day: string }) {
  const query = useMeetingTimesQuery(
    { caregiverId, date: day, minutes, timezone: zone },
    { refetchOnMountOrArgChange: true },
  )
  const { currentData: times } = query
  // Of another length, or once it is taken.
  const isGone =
    value !== '' && times !== undefined && !times.some(({ startMs }) => fromEpochMs(startMs) === value)
  const forget = useEffectEvent(() => onChange(''))
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])
  if (query.error && !times) return <RetryNote query={query} failure="Failed to load times" />
  return (
    <>
      <p className="mb-2 font-semibold">
        {formatDay(day, 'long')} <span className="font-normal text-ink-soft">{`(${formatZone(zone)})`}</span>
      </p>
      {!times && <Skeleton className="h-11 w-full" />}
      {times?.length === 0 && <p className="text-ink-soft">No time of this day is left. Choose another.</p>}
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {times?.map(({ startMs }) => {
          const start = fromEpochMs(startMs)
          const isOn = start === value
          return (
            <li key={startMs}>
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => onChange(start)}
                className={`tabular min-h-11 w-full rounded-control border px-2 py-2 text-13 font-semibold transition-colors ${
                  isOn
                    ? 'border-forest bg-sage text-on-sage'
                    : 'border-edge bg-paper-raised hover:border-forest hover:bg-sand'
                }`}
              >
                {formatClock(start)}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
