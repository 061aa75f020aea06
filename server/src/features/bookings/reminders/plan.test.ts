/** @see docs/rules/bookings.md#reminders */
import { MINUTE_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { planReminders } from './plan.ts'

const now = new Date('2027-05-03T09:00:00Z')

it.each([
  [24 * 60 + 1, null, null],
  [24 * 60, now, null],
  [2 * 60 + 1, now, null],
  [2 * 60, now, now],
  [-1, now, now],
])('a visit %i minutes ahead leaves out the reminders whose moment has passed', (minutes, day, hours) => {
  const startsAt = new Date(now.getTime() + minutes * MINUTE_MS)
  expect(planReminders(startsAt, now)).toEqual({ remindedDayAt: day, remindedHoursAt: hours })
})
