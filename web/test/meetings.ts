import type { Meeting } from '@tendwell/contract/bookings/meetings'
import { caregiver, family } from './people.ts'

/** A meeting that waits for its answer, two days after the tests' Monday. */
export const meeting: Meeting = {
  kind: 'meeting',
  id: 5,
  caregiver: caregiver.id,
  caregiver_name: caregiver.full_name,
  caregiver_avatar: null,
  caretaker: family.id,
  caretaker_name: family.full_name,
  caretaker_avatar: null,
  status: 'asked',
  decline_reason: null,
  canceled_by: null,
  start_utc: '2026-06-03T13:00:00Z',
  end_utc: '2026-06-03T13:30:00Z',
  timezone: 'America/New_York',
  way: 'video',
  place: '',
  video_link: '',
  phone_number: null,
  note: 'We have twins.',
  asked_at: '2026-06-01T10:00:00Z',
  can_message: true,
  has_blocked: false,
  is_caregiver_listed: true,
}
