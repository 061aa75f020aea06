import { countOwnHours } from '@tendwell/contract/availability/nights'
import { useRef } from 'react'
import type { useCalendarState } from '../../../lib/address/use-calendar-state.ts'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { matchesMedia } from '../../../lib/browser/use-media.ts'
import { minutesByDate, type Selection, splitBySlots } from '../../../shared/visits/selection.ts'
import { useDayWithNight } from '../../../shared/visits/use-day-with-night.ts'
import { BookingCalendar } from './booking-calendar.tsx'
import type { CaregiverLimits } from './caregiver-limits.ts'
import { DayWindows } from './day-windows.tsx'

interface ChooseHoursProps {
  caregiverId: number
  zone: string
  rateCents: number
  limits: CaregiverLimits
  calendar: ReturnType<typeof useCalendarState>
  selection: Selection
  select: (selection: Selection) => void
}

/** The calendar and the hours of the chosen day: side by side, or on a phone one below the other. */
export function ChooseHours({ calendar, limits, selection: chosen, ...props }: ChooseHoursProps) {
  const { caregiverId, zone } = props
  const { month, date, showMonth, chooseDate } = calendar
  const withNight = useDayWithNight(caregiverId, date, zone, { isLive: true })
  // An alternative to taken hours can be chosen as one piece of several slots.
  const selection = splitBySlots(chosen, [...(withNight.day.slots ?? []), ...withNight.rest])
  const hours = useRef<HTMLElement>(null)
  const choose = (day: string) => {
    chooseDate(day)
    if (matchesMedia('phone')) scrollAndFocus(hours.current)
  }
  return (
    <div className="grid min-w-0 items-start gap-6 *:min-w-0 md:grid-cols-[1fr_19rem]">
      <BookingCalendar
        caregiverId={caregiverId}
        zone={zone}
        limits={limits}
        month={month}
        onMonth={showMonth}
        date={date}
        onDate={choose}
        ownOnDate={withNight.slots && countOwnHours(withNight, zone)}
        chosenMinutes={minutesByDate(selection, zone)}
      />
      <DayWindows
        ref={hours}
        {...props}
        {...withNight}
        minimumVisitMinutes={limits.minimumVisitMinutes}
        selection={selection}
        date={date}
      />
    </div>
  )
}
