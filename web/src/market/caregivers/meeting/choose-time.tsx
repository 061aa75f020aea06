import { MEETING_AHEAD_MAXIMUM_DAYS, type MeetingMinutes } from '@tendwell/contract/bookings/meetings'
import { type Interval, toLocalDate, type Zone } from '@tendwell/contract/time'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { now } from '../../../lib/format/clock.ts'
import { formatClock, formatDay, formatZone } from '../../../lib/format/format.ts'
import { fromEpochMs } from '../../../lib/format/instants.ts'
import { useMeetingTimesQuery } from '../../../shared/visits/meetings-api.ts'
import { CalendarSkeleton } from '../../../ui/calendar-skeleton.tsx'
import { ErrorText, errorNoteClass } from '../../../ui/field.tsx'
import { MonthCalendar } from '../../../ui/month-calendar.tsx'
import { RetryNote } from '../../../ui/retry-note.tsx'

interface ChooseTimeProps {
  caregiverId: number
  caregiverName: string
  minutes: MeetingMinutes
  zone: Zone
  /** When the meeting begins, an ISO instant; empty before a choice. */
  value: string
  onChange: (start: string) => void
  error: string | undefined
  ref?: Ref<{ focus: () => void }>
}

/** A day on which the caregiver can meet, then a time of it. An error takes the focus to the times. */
export function ChooseTime(props: ChooseTimeProps) {
  const { caregiverId, caregiverName, minutes, zone, value, onChange, error, ref } = props
  const today = toLocalDate(now(), zone)
  const [shownMonth, showMonth] = useState<string | null>(null)
  const [day, chooseDay] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => ({ focus: () => scrollAndFocus(section.current) }))
  const query = useMeetingTimesQuery(
    { caregiverId, minutes, timezone: zone },
    { refetchOnMountOrArgChange: true },
  )
  const { data: times, currentData } = query
  // The chosen time is taken, or doesn't fit another length.
  const isGone =
    value !== '' &&
    currentData !== undefined &&
    !currentData.some(({ startMs }) => fromEpochMs(startMs) === value)
  const forget = useEffectEvent(() => onChange(''))
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])

  if (!times) {
    return query.error ? <RetryNote query={query} failure="Failed to load times" /> : <CalendarSkeleton />
  }
  const timesByDay = groupByDay(times, zone)
  const [firstDay = today] = timesByDay.keys()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-semibold">When?</legend>
      <MonthCalendar
        label="Days with free times"
        isInset
        value={day}
        onChange={(date) => {
          chooseDay(date)
          onChange('')
          scrollAndFocus(section.current)
        }}
        month={shownMonth ?? firstDay.slice(0, 7)}
        onMonthChange={showMonth}
        today={today}
        look={(date) => (timesByDay.has(date) ? { kind: 'free', word: 'free' } : { kind: 'closed' })}
        isUnavailable={(date) => !timesByDay.has(date)}
      />
      <section ref={section} tabIndex={-1} aria-label="Times" className="scroll-mt-4 outline-none">
        {error && (
          <p className={`mb-2 ${errorNoteClass}`}>
            <ErrorText>{error}</ErrorText>
          </p>
        )}
        {times.length === 0 ? (
          <p className="text-ink-soft">{`${caregiverName} has no free time to meet in the next ${MEETING_AHEAD_MAXIMUM_DAYS} days.`}</p>
        ) : day === null ? (
          <p className="text-ink-soft">{`Choose a day. ${caregiverName} can meet you up to ${MEETING_AHEAD_MAXIMUM_DAYS} days ahead.`}</p>
        ) : (
          <Times times={timesByDay.get(day) ?? []} {...{ day, zone, value, onChange }} />
        )}
      </section>
    </fieldset>
  )
}

/** The times of each day, by the day that it is in a zone. */
function groupByDay(times: readonly Interval[], zone: Zone): ReadonlyMap<string, Interval[]> {
  const timesByDay = new Map<string, Interval[]>()
  for (const time of times) {
    const day = toLocalDate(time.startMs, zone)
    timesByDay.set(day, [...(timesByDay.get(day) ?? []), time])
  }
  return timesByDay
}

interface TimesProps extends Pick<ChooseTimeProps, 'zone' | 'value' | 'onChange'> {
  times: readonly Interval[]
  day: string
}

/** The times of a day, as buttons of which one is pressed. */
function Times({ times, day, zone, value, onChange }: TimesProps) {
  return (
    <>
      <p className="mb-2 font-semibold">
        {formatDay(day, 'long')} <span className="font-normal text-ink-soft">{`(${formatZone(zone)})`}</span>
      </p>
      {times.length === 0 && <p className="text-ink-soft">No time of this day is left. Choose another.</p>}
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {times.map(({ startMs }) => {
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
