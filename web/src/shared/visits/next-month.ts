import { Temporal } from 'temporal-polyfill'

/** `2027-01` for `2026-12`. */
export function nextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
}
