import { listMonthDates } from '@tendwell/contract/time'
import { Temporal } from 'temporal-polyfill'

/** All dates of a month. @param month `YYYY-MM` */
export function listDates(month: string): string[] {
  const { year, month: number } = Temporal.PlainYearMonth.from(month)
  return listMonthDates(year, number)
}

/** The first and last date of a month. */
export function getMonthEnds(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: `${month}-${Temporal.PlainYearMonth.from(month).daysInMonth}` }
}
