import { defineNotice } from '../../notices/index.ts'
import { renderReminder } from './notice-texts.ts'
import { findRemindedVisit } from './reminders.ts'

export const reminderNotices = [
  defineNotice('booking.reminder', async (deps, event) => {
    const visit = await findRemindedVisit(deps, event)
    if (!visit) return []
    const cause = `booking:${event.bookingId}:reminder:${event.reminder}:${event.startsAt}`
    return [
      { userId: visit.caregiverId, cause, content: renderReminder(visit, 'caregiver', event.reminder) },
      { userId: visit.familyId, cause, content: renderReminder(visit, 'caretaker', event.reminder) },
    ]
  }),
]
