/** All notices about requests, bookings and their payments and refunds. */
import { cancellationNotices } from './canceling/notices.ts'
import { meetingNotices } from './meetings/notices.ts'
import { moveNotices } from './moving/notices.ts'
import { payingNotices } from './paying/notices.ts'
import { refundNotices } from './refunds/notices.ts'
import { reminderNotices } from './reminders/notices.ts'
import { requestNotices } from './requests/notices.ts'
import { visitNotices } from './visits/notices.ts'

export const bookingNotices = [
  ...requestNotices,
  ...payingNotices,
  ...cancellationNotices,
  ...moveNotices,
  ...reminderNotices,
  ...refundNotices,
  ...visitNotices,
  ...meetingNotices,
]
