import type { LocalWindow } from '@tendwell/contract/availability/windows'
import { isLocalDate, isLocalTime } from '@tendwell/contract/time'
import { idSchema } from '@tendwell/contract/wire'

/**
 * The hours that a link to the booking screen names, in wall time of the viewer's zone; null without a date and both
 * times.
 * @see docs/rules/bookings.md#links-to-hours
 */
export function readLinkedHours(params: URLSearchParams): LocalWindow | null {
  const [date = '', start = '', end = ''] = ['date', 'from', 'to'].map((name) => params.get(name) ?? '')
  return isLocalDate(date) && isLocalTime(start) && isLocalTime(end) ? { date, start, end } : null
}

/** The id of the request whose times a link brings again; '' if it names none. @see docs/rules/bookings.md#booking-again */
export function readAgainId(params: URLSearchParams): string {
  return readId(params, 'again')
}

function readId(params: URLSearchParams, name: string): string {
  const id = params.get(name) ?? ''
  return idSchema.safeParse(Number(id)).success ? id : ''
}

/** The id of the request for whose times a link asks someone else; '' if it names none. @see docs/rules/bookings.md#backup-caregivers */
export function readInsteadId(params: URLSearchParams): string {
  return readId(params, 'instead')
}

/** Whether a link brings hours, which replace those that were chosen before. */
export function bringsHours(params: URLSearchParams): boolean {
  return readLinkedHours(params) !== null || readAgainId(params) !== '' || readInsteadId(params) !== ''
}
