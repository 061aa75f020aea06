/** What a calendar app shows of a booking and of time off. */

import { formatAddress } from '@tendwell/contract/bookings/visit-text'
import { toPublicName } from '@tendwell/contract/people/public-name'
import type { CalendarBooking } from '../../bookings/index.ts'

/** An event of a calendar file. */
export type Entry = {
  /** The same in every file, so that a calendar app updates what it has. */
  uid: string
  sequence: number
  startsAt: Date
  endsAt: Date
  isCanceled: boolean
  changedAt: Date | null
  summary: string
  location: string | null
  url: string
}

/** Calendars are often shared, so the other side has no last name there, and children and notes stay out. */
export function toBookingEntry(booking: CalendarBooking, publicUrl: string): Entry {
  const { bookingId, requestId, side, otherName, address, isCanceled, ...times } = booking
  const care = `Care ${side === 'caregiver' ? 'for' : 'with'} ${toPublicName(otherName)}`
  return {
    ...times,
    isCanceled,
    uid: toUid('booking', bookingId, publicUrl),
    summary: isCanceled ? `Canceled: ${care}` : care,
    location: (address && formatAddress(address)) || null,
    url: `${publicUrl}${side === 'caregiver' ? '/caregiver' : ''}/bookings/${requestId}`,
  }
}

export function toTimeOffEntry(
  { id, startsAt, endsAt }: { id: number; startsAt: Date; endsAt: Date },
  publicUrl: string,
): Entry {
  return {
    uid: toUid('time-off', id, publicUrl),
    sequence: 0,
    startsAt,
    endsAt,
    isCanceled: false,
    changedAt: null,
    summary: 'Time off',
    location: null,
    url: `${publicUrl}/caregiver/availability`,
  }
}

function toUid(kind: string, id: number, publicUrl: string): string {
  return `${kind}-${id}@${new URL(publicUrl).hostname}`
}
