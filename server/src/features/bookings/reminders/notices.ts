import { defineNotice } from '../../notices/index.ts'
import { renderReminder } from './notice-texts.ts'
import { findReminderDetails } from './reminders.ts'

export const reminderNotices = [
  defineNotice('booking.reminder', async (deps, event) => {
    const request = await findReminderDetails(deps, event)
    if (!request) return []
    const cause = `booking:${event.bookingId}:reminder:${event.reminder}:${event.startsAt}`
    return [
      { userId: request.caregiverId, cause, content: renderReminder(request, 'caregiver', event.reminder) },
      { userId: request.familyId, cause, content: renderReminder(request, 'caretaker', event.reminder) },
    ]
  }),
]
