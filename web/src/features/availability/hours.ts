import type { Override, Rule, TimeOff, WindowBody } from '@tendwell/contract/availability'
import { hoursOn } from '@tendwell/contract/slots'
import { intervalOfDates, type LocalDate, minutesOf, type Zone } from '@tendwell/contract/time'
import type { DayLook } from '../../ui/calendar-day.tsx'

export type HoursWindow = Override['windows'][number]

/** All that says when a caregiver works, as far as a month of it is loaded. */
export interface Schedule {
  zone: Zone
  overrides: readonly Override[]
  rules: readonly Rule[]
  timeOff: readonly TimeOff[]
}

/** The hours of a date, and whether they are its own or those of every week. */
export interface DayHours {
  date: LocalDate
  override: Override | null
  windows: HoursWindow[]
}

/** A date's own hours where it has some, else its weekday's (decisions §4). */
export function dayHours(date: LocalDate, { zone, overrides, rules }: Schedule): DayHours {
  const override = overrides.find((one) => one.date_local === date) ?? null
  if (override) {
    const windows = override.is_available ? [...override.windows] : []
    return { date, override, windows: windows.sort(byStart) }
  }
  const windows = hoursOn(date, { zone, rules, overrides: [] }).map((window) => ({
    start_local: window.start,
    end_local: window.end,
    slot_minutes: window.slotMinutes,
    buffer_minutes: window.bufferMinutes,
    booked: false,
  }))
  return { date, override: null, windows }
}

export function dayLook(date: LocalDate, schedule: Schedule): DayLook {
  const { windows } = dayHours(date, schedule)
  if (windows.some(({ booked }) => booked)) return { kind: 'booked' }
  if (isWholeDayOff(date, schedule)) return { kind: 'closed', word: 'time off' }
  return windows.length > 0 ? { kind: 'free', word: 'open' } : { kind: 'closed' }
}

/** What a window is to the server: without whether it is booked. */
export function bodyOf(window: HoursWindow | WindowBody): WindowBody {
  const { start_local, end_local, slot_minutes, buffer_minutes } = window
  return { start_local, end_local, slot_minutes, buffer_minutes }
}

export function byStart(a: Pick<WindowBody, 'start_local'>, b: Pick<WindowBody, 'start_local'>): number {
  return minutesOf(a.start_local) - minutesOf(b.start_local)
}

export function contractWindow(window: WindowBody) {
  return {
    start: window.start_local,
    end: window.end_local,
    slotMinutes: window.slot_minutes,
    bufferMinutes: window.buffer_minutes,
  }
}

function isWholeDayOff(date: LocalDate, { timeOff, zone }: Schedule): boolean {
  if (timeOff.length === 0) return false
  const { startMs, endMs } = intervalOfDates(date, date, zone)
  return timeOff.some(
    ({ start_utc, end_utc }) => Date.parse(start_utc) <= startMs && endMs <= Date.parse(end_utc),
  )
}
