import { addDays } from '@tendwell/contract/time'

// A Monday; only the weekdays' names are taken from it.
const someMonday = '2024-01-01'

/** 1 as Monday. */
export function weekdayName(weekday: number): string {
  const date = new Date(`${addDays(someMonday, weekday - 1)}T00:00:00Z`)
  return date.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
