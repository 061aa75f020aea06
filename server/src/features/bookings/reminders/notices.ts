import { defineNotice } from '../../notices/index.ts'
import { findFamilyPhone } from '../visits/family-phone.ts'
import { renderReminder } from './notice-texts.ts'
import { findReminderDetails } from './reminders.ts'

export const reminderNotices = [
  defineNotice('booking.reminder', async (deps, event) => {
    const request = await findReminderDetails(deps, event)
    if (!request) return []
    const cause = `booking:${event.bookingId}:reminder:${event.reminder}:${event.startsAt}`
    const { reminder } = event
    const phone = await findFamilyPhone(deps.database, event.requestId, deps.clock.now())
    return [
      { userId: request.caregiverId, cause, content: renderReminder(request, 'caregiver', reminder, phone) },
      { userId: request.familyId, cause, content: renderReminder(request, 'caretaker', reminder) },
    ]
  }),
]
