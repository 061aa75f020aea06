import { useState } from 'react'
import { Column } from '../../test/stories.tsx'
import type { DayLook } from './calendar-day.tsx'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { Card } from './card.tsx'
import { MonthCalendar } from './month-calendar.tsx'

export default { component: MonthCalendar }

const looks: Record<string, DayLook> = {
  '2026-06-02': { kind: 'free', word: '3 hours', brief: '3 h', hasNight: true },
  '2026-06-03': { kind: 'free', word: '1 hour', brief: '1 h' },
  '2026-06-04': { kind: 'full' },
  '2026-06-05': { kind: 'booked' },
  '2026-06-06': { kind: 'closed' },
  '2026-06-07': { kind: 'closed' },
  '2026-06-09': { kind: 'night', word: '1 night' },
}

function Month({ look }: { look?: (day: string) => DayLook | undefined }) {
  const [day, setDay] = useState<string | null>('2026-06-09')
  const [month, setMonth] = useState('2026-06')
  return (
    <Card>
      <MonthCalendar
        label="Availability"
        value={day}
        onChange={setDay}
        month={month}
        onMonthChange={setMonth}
        {...(look && { look, legend: ['free', 'full', 'booked', 'closed'] })}
      />
    </Card>
  )
}

export const Looks = () => <Month look={(day) => looks[day]} />

export const Plain = () => (
  <Column>
    <Month />
  </Column>
)

export const Loading = () => (
  <Card>
    <CalendarSkeleton />
  </Card>
)
