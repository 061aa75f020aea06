import { listMonthDates } from '@tendwell/contract/time'

/** All dates of a month given as `YYYY-MM`. */
export function listDates(month: string): string[] {
  return listMonthDates(Number(month.slice(0, 4)), Number(month.slice(5)))
}

/** Its first and last date. */
export function getMonthEnds(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: listDates(month).at(-1) ?? `${month}-28` }
}
