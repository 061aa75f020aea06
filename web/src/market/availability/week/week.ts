import {
  type Rule,
  toWeeklyRule,
  type WeekBody,
  weekBody,
} from '@tendwell/contract/availability/availability'
import {
  BUFFER_MINUTES_DEFAULT,
  type Hours,
  NEW_WINDOW,
  SLOT_MINUTES_DEFAULT,
  toEndMinutes,
  validateWindows,
  WINDOW_MESSAGES,
  weeklyHoursOverlap,
} from '@tendwell/contract/availability/windows'
import { toLocalTime, toMinutes } from '@tendwell/contract/time'
import type { z } from 'zod'
import { formatWeekday } from '../../../lib/format/format.ts'
import { formatLength, getWholeLength } from '../slot-length.ts'

/** ISO weekdays, 1 for Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export const workdays = weekdays.slice(0, 5)
export const weekend = weekdays.slice(5)

export type WeekWindow = WeekBody['windows'][number]

/** Weekdays with the same hours. */
export interface WeekGroup {
  weekdays: number[]
  /** By start; none if the days are closed. */
  windows: WeekWindow[]
  /** The dates ahead with bookings in these hours, ascending. */
  bookedDates: string[]
}

/** The week, with days that have the same hours in one group; closed days last. */
export function groupWeek(rules: readonly Rule[]): WeekGroup[] {
  const groups = new Map<string, WeekGroup>()
  for (const weekday of weekdays) {
    const ofDay = rules.filter((rule) => rule.weekday === weekday).sort(byStart)
    const windows = ofDay.map(({ start, end, ends_next_day, slot_minutes, buffer_minutes }) => ({
      ...{ start, end, ends_next_day, slot_minutes, buffer_minutes },
    }))
    const key = JSON.stringify(windows)
    const group = groups.get(key) ?? { weekdays: [], windows, bookedDates: [] }
    group.weekdays.push(weekday)
    group.bookedDates.push(...ofDay.flatMap((rule) => rule.booked_dates))
    groups.set(key, group)
  }
  for (const group of groups.values()) group.bookedDates = [...new Set(group.bookedDates)].sort()
  return [...groups.values()].sort((a, b) => Number(a.windows.length === 0) - Number(b.windows.length === 0))
}

/** `Mon–Fri`, `Mon, Wed`, `Every day`. */
export function formatWeekdays(days: readonly number[]): string {
  if (days.length === weekdays.length) return 'Every day'
  const runs: number[][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .flatMap((run) =>
      run.length > 2 ? [`${shortName(run[0])}–${shortName(run.at(-1))}`] : run.map(shortName),
    )
    .join(', ')
}

export function shortName(weekday = 1): string {
  return formatWeekday(weekday).slice(0, 3)
}

const newSlots = {
  ends_next_day: false,
  slot_minutes: SLOT_MINUTES_DEFAULT,
  buffer_minutes: BUFFER_MINUTES_DEFAULT,
}

/** `Slots of 1.5 hours, 15 minutes apart`, or `Booked as a whole`; empty for the default ones. */
export function describeSlots(window: WeekWindow): string {
  const {
    start,
    end,
    ends_next_day: endsNextDay,
    slot_minutes: slot = 0,
    buffer_minutes: buffer = 0,
  } = window
  const isDefault = slot === SLOT_MINUTES_DEFAULT && buffer === BUFFER_MINUTES_DEFAULT
  if (isDefault) return ''
  const isWhole = slot === getWholeLength({ start, end, endsNextDay })
  const slots = isWhole ? 'Booked as a whole' : `Slots of ${formatLength(slot)}`
  return buffer ? `${slots}, ${formatLength(buffer)} apart` : slots
}

/** Whether all weekly hours are at night: they end on the next day, or start at 18:00 or later. */
export function isOnlyAtNight(rules: readonly Rule[]): boolean {
  return rules.length > 0 && rules.every((rule) => rule.ends_next_day || toMinutes(rule.start) >= 18 * 60)
}

/** The hours that all of these weekdays have; null if they differ, or are closed. */
export function findSharedHours(weekdays: readonly number[], rules: readonly Rule[]): WeekWindow[] | null {
  const [first, ...others] = groupWeek(rules).filter((group) =>
    group.weekdays.some((weekday) => weekdays.includes(weekday)),
  )
  return first && others.length === 0 && first.windows.length > 0 ? first.windows : null
}

/** The times that the form adds: 9:00 to 12:00, or three hours an hour after the last ones. */
export function nextWindow(windows: readonly WeekWindow[]): WeekWindow {
  const latestEnd = Math.max(0, ...windows.map((window) => toEndMinutes(toWeekHours(window))))
  if (latestEnd <= toMinutes(NEW_WINDOW.start) || latestEnd > 20 * 60) {
    return { ...NEW_WINDOW, ...newSlots }
  }
  return { start: toLocalTime(latestEnd + 60), end: toLocalTime(latestEnd + 240), ...newSlots }
}

/** The days and times of the form, checked as the server does. */
export const weekForm = weekBody.superRefine(({ weekdays, windows }, context) => {
  windows.forEach((window, index) => {
    const [message] = validateWindows([toWeekHours(window)])
    if (message) context.addIssue({ code: 'custom', path: ['windows', index, 'end'], message })
  })
  const hours = weekdays.flatMap((weekday) => windows.map((window) => toWeeklyRule({ weekday, ...window })))
  if (weeklyHoursOverlap(hours)) {
    context.addIssue({ code: 'custom', path: ['windows'], message: WINDOW_MESSAGES.overlap })
  }
})
export type WeekForm = z.input<typeof weekForm>

function toWeekHours({ start, end, ends_next_day: endsNextDay = false }: WeekWindow): Hours {
  return { start, end, endsNextDay }
}

function byStart(a: WeekWindow, b: WeekWindow): number {
  return toMinutes(a.start) - toMinutes(b.start)
}
