/** When documents expire, and from when on they are renewed. @see docs/rules/profiles-and-files.md#expiry */
import { addDays, type LocalDate, toDayNumber } from '../time.ts'

/** How many days before a document expires caregivers are reminded. */
export const EXPIRY_REMINDER_DAYS = [60, 30, 7] as const

/**
 * From this many days before a document expires, a new file is a renewal: the old one counts until staff
 * decide.
 */
export const RENEWAL_DAYS = 60

/** The days until a document expires, on `today` in the caregiver's zone; 0 or less once it has. */
export function countDaysLeft(expiresOn: LocalDate, today: LocalDate): number {
  return toDayNumber(expiresOn) - toDayNumber(today)
}

/** Whether a document expires so soon that a new file is a renewal. @param today in the caregiver's zone */
export function isRenewable(expiresOn: LocalDate, today: LocalDate): boolean {
  return addDays(expiresOn, -RENEWAL_DAYS) <= today
}
