import type { Meeting } from '@tendwell/contract/bookings/meetings'
import { now } from '../../lib/format/clock.ts'
import { toEpochMs } from '../../lib/format/instants.ts'
import type { Status } from '../statuses/status-map.ts'

/** The status to show. One that begins without an answer has lapsed; the server says so soon. */
export function getMeetingStatus({
  status,
  start_utc,
  end_utc,
}: Pick<Meeting, 'status' | 'start_utc' | 'end_utc'>): Status {
  if (status === 'asked') return toEpochMs(start_utc) > now() ? 'submitted' : 'expired'
  if (status === 'lapsed') return 'expired'
  return status === 'accepted' && toEpochMs(end_utc) <= now() ? 'completed' : status
}
