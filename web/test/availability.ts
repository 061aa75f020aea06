/** A caregiver's hours on the fake server. */
import type {
  BookedTime,
  MonthAvailability,
  Override,
  Rule,
  TimeOff,
} from '@tendwell/contract/availability/availability'
import type { OutsideBusyTime } from '@tendwell/contract/calendars/outside-calendars'
import { fireEvent, screen, within } from '@testing-library/react'
import { caregiver } from './people.ts'
import { answer, listOf } from './server.ts'

export const rule: Rule = {
  id: 1,
  weekday: 2,
  start: '09:00',
  end: '12:00',
  ends_next_day: false,
  slot_minutes: 60,
  buffer_minutes: 0,
  booked_dates: [],
}
export const window = {
  start_local: '09:00',
  end_local: '12:00',
  ends_next_day: false,
  slot_minutes: 60,
  buffer_minutes: 0,
  booked: false,
}
export const override: Override = {
  id: 5,
  caregiver: caregiver.id,
  date_local: '2026-06-10',
  is_available: true,
  windows: [window],
}
/** In New York: 9:00 to 10:00 on the day of the override. */
export const booked: BookedTime = {
  start_utc: '2026-06-10T13:00:00Z',
  end_utc: '2026-06-10T14:00:00Z',
  buffer_minutes: 0,
  family_name: 'Nora Fields',
  request_id: 12,
  meeting_status: null,
}

/** A month in which each date has so many free hours of its own, in slots of an hour. */
export function freeMonth(days: Record<string, number>, full: string[] = []): MonthAvailability {
  const own = Object.entries(days).map(([date, count]) => [date, { minutes: count * 60, has_night: false }])
  return { days, own: Object.fromEntries(own), full }
}

export interface StoredHours {
  rules?: Rule[]
  overrides?: Override[]
  booked?: BookedTime[]
  timeOff?: TimeOff[]
  outsideBusy?: OutsideBusyTime[]
}

export function answerHours(stored: StoredHours = {}): void {
  answer('get /api/availability/rules/', listOf(stored.rules ?? [rule]))
  answer('get /api/availability/overrides/', listOf(stored.overrides ?? []))
  answer('get /api/availability/booked/', listOf(stored.booked ?? []))
  answer('get /api/availability/timeoff/', listOf(stored.timeOff ?? []))
  answer('get /api/availability/settings/', {
    notice_hours: 0,
    minimum_visit_minutes: 0,
    meeting_hours: 'bookable',
  })
  answer('get /api/calendars/outside/busy', { results: stored.outsideBusy ?? [] })
}

export const region = (name: string) => screen.getByRole('region', { name })

/** Chooses the hour and the half of the day in a time picker. */
export function setTime(part: HTMLElement, label: string, hour: number, half: 'AM' | 'PM'): void {
  const choose = (name: string, value: number) =>
    fireEvent.change(within(part).getByLabelText(`${label}: ${name}`), { target: { value } })
  choose('hour', hour)
  choose('AM or PM', half === 'AM' ? 0 : 12)
}
