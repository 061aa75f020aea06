import type { EventMap } from '../../../events.ts'
import { defineNotice } from '../../notices/index.ts'
import { renderReminder } from './notice-texts.ts'
import { REMINDER_AHEAD_MS, type Reminder } from './plan.ts'
import { findReminderDetails } from './reminders.ts'

const toCause = ({ bookingId, reminder, startsAt }: Omit<EventMap['booking.reminder'], 'requestId'>) =>
  `booking:${bookingId}:reminder:${reminder}:${startsAt}`

/** The causes of a visit's reminders. */
export function listReminderCauses(bookingId: number, startsAt: Date): string[] {
  const reminders = Object.keys(REMINDER_AHEAD_MS) as Reminder[]
  return reminders.map((reminder) => toCause({ bookingId, reminder, startsAt: startsAt.toISOString() }))
}

export const reminderNotices = [
  defineNotice('booking.reminder', async (deps, event) => {
    const request = await findReminderDetails(deps, event)
    if (!request) return []
    const cause = toCause(event)
    const { reminder } = event
    return [
      { userId: request.caregiverId, cause, content: renderReminder(request, 'caregiver', reminder) },
      { userId: request.familyId, cause, content: renderReminder(request, 'caretaker', reminder) },
    ]
  }),
]
