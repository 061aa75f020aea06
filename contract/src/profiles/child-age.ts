import { Temporal } from 'temporal-polyfill'
import type { LocalDate } from '../time.ts'

/** A higher age in years is treated as a typo. */
export const CHILD_AGE_MAXIMUM = 17
/** From 12 months on, a child's age is given in years. */
export const CHILD_MONTHS_MAXIMUM = 11

/** A child's age in years, or in months, or by a due date. With months or a due date `age` is 0. */
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

/** Why a child with this due date can't be saved; null if it can. */
export function findDueDateError(dueDate: LocalDate, today: LocalDate): string | null {
  const { first, last } = getDueDates(today)
  if (dueDate < first) return 'This due date has passed. Enter the age in months'
  if (dueDate > last) return 'Enter a due date within the next 10 months'
  return null
}

/** `3 years`, `8 months`, `newborn`, `under 1 year`, `due March 4, 2027`, `was due March 4, 2027`. */
export function formatChildAge(
  { age, age_months: months, due_date: dueDate }: ChildAge,
  today: LocalDate,
): string {
  if (dueDate !== null) {
    const day = Temporal.PlainDate.from(dueDate).toLocaleString('en-US', { dateStyle: 'long' })
    return `${dueDate < today ? 'was due' : 'due'} ${day}`
  }
  if (age > 0) return age === 1 ? '1 year' : `${age} years`
  if (months === null) return 'under 1 year'
  if (months === 0) return 'newborn'
  return months === 1 ? '1 month' : `${months} months`
}
