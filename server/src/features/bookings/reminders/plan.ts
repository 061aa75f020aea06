import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'

/** How long before a window its two reminders are sent. @see docs/rules/bookings.md#reminders */
export const REMINDER_AHEAD_MS = { day: DAY_MS, hours: 2 * HOUR_MS } as const
export type Reminder = keyof typeof REMINDER_AHEAD_MS

/**
 * The columns that say when each reminder was sent, for a window that was just booked or moved: null for a
 * reminder that is still to come, `now` for one whose moment has passed, so that it isn't sent.
 */
export function planReminders(startsAt: Date, now: Date) {
  const aheadMs = startsAt.getTime() - now.getTime()
  return {
    remindedDayAt: aheadMs <= REMINDER_AHEAD_MS.day ? now : null,
    remindedHoursAt: aheadMs <= REMINDER_AHEAD_MS.hours ? now : null,
  }
}
