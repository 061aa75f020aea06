import { Temporal } from 'temporal-polyfill'
import type { LocalDate } from '../time.ts'

/** A higher age in years is treated as a typo. */
export const CHILD_AGE_MAXIMUM = 17
/** From 12 months on, a child's age is given in years. */
export const CHILD_MONTHS_MAXIMUM = 11

/** A child can be added until it is this old, by its birth month. */
const BIRTH_MONTH_YEARS = 18

/**
 * A child's age in years, or in months, or by a due date. With months or a due date `age` is 0. The years and
 * months of a child with a birth month are those of the day for which they were worked out.
 */
export interface ChildAge {
  age: number
  /** Null for children of one year and older, for unborn ones, and where a family entered 0 years. */
  age_months: number | null
  /** The due date of an unborn child; null for others. */
  due_date: LocalDate | null
}

/** The first and last due date that can be saved. @see docs/rules/profiles-and-files.md#a-childs-age */
export function getDueDates(today: LocalDate): { first: LocalDate; last: LocalDate } {
  const day = Temporal.PlainDate.from(today)
  return { first: day.subtract({ days: 30 }).toString(), last: day.add({ months: 10 }).toString() }
}

/** How many months lie between the first days of the months (`YYYY-MM`) that two texts begin with. */
function countMonths(from: string, to: string): number {
  const [fromMonths, toMonths] = [from, to].map(
    (text) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)),
  ) as [number, number]
  return toMonths - fromMonths
}

/**
 * How old a child is on a day: it turns a month older on the first of each month.
 * @param birthMonth `YYYY-MM`
 * @see docs/rules/profiles-and-files.md#a-childs-age
 */
export function getAgeOn(birthMonth: string, day: LocalDate): Pick<ChildAge, 'age' | 'age_months'> {
  const months = Math.max(0, countMonths(birthMonth, day))
  return { age: Math.floor(months / 12), age_months: months < 12 ? months : null }
}

/** Why a child with this birth month (`YYYY-MM`) can't be saved; null if it can. */
export function findBirthMonthError(birthMonth: string, today: LocalDate): string | null {
  const months = countMonths(birthMonth, today)
  if (months < 0) return 'This month is still ahead. Enter a due date'
  if (months > BIRTH_MONTH_YEARS * 12) return `Enter a birth month of the last ${BIRTH_MONTH_YEARS} years`
  return null
}

/** The years of birth that can be chosen, the latest first. */
export function listBirthYears(today: LocalDate): number[] {
  const thisYear = Number(today.slice(0, 4))
  return Array.from({ length: BIRTH_MONTH_YEARS + 1 }, (_, before) => thisYear - before)
}

/** Why a child with this due date can't be saved; null if it can. */
export function findDueDateError(dueDate: LocalDate, today: LocalDate): string | null {
  const { first, last } = getDueDates(today)
  if (dueDate < first) return 'This due date has passed. Enter the birth month'
  if (dueDate > last) return 'Enter a due date within the next 10 months'
  return null
}

/** `3 years`, `8 months`, `newborn`, `under 1 year`, `due March 4, 2027`, and `due Mar 2027` once the day has passed. */
export function formatChildAge(
  { age, age_months: months, due_date: dueDate }: ChildAge,
  today: LocalDate,
): string {
  if (dueDate !== null) {
    const style =
      dueDate < today ? ({ month: 'short', year: 'numeric' } as const) : { dateStyle: 'long' as const }
    return `due ${Temporal.PlainDate.from(dueDate).toLocaleString('en-US', style)}`
  }
  if (age > 0) return age === 1 ? '1 year' : `${age} years`
  if (months === null) return 'under 1 year'
  if (months === 0) return 'newborn'
  return months === 1 ? '1 month' : `${months} months`
}
