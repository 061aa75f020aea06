import { formatClock } from '@tendwell/contract/format'
import { toFirstName } from '@tendwell/contract/people/first-name'
import { routes } from '@tendwell/contract/routes'
import { isLocalDate, isLocalTime } from '@tendwell/contract/time'
import { matchPath, parsePath } from 'react-router'
import { formatDay } from '../../lib/format/format.ts'
import { usePublicCaregiverQuery } from '../../shared/people/caregiver-api.ts'

/**
 * What a visitor wanted who has to sign up or log in first, to go on with "Sign up to": `book Sofia, Sat, Dec 5,
 * 9 AM – 2 PM`, or `message Sofia`. Null while the name loads, and for any other page.
 * @param wanted the page to return to
 * @see docs/rules/bookings.md#links-to-hours
 */
export function useWantedBooking(wanted: string): string | null {
  const { pathname = '', search = '' } = parsePath(wanted)
  const query = new URLSearchParams(search)
  const bookedId = matchPath(routes.book.path, pathname)?.params.caregiverId
  const id = Number(bookedId ?? (matchPath(routes.chat.path, pathname) && query.get('caregiverId')))
  const { data: caregiver } = usePublicCaregiverQuery(id, { skip: !Number.isInteger(id) || id <= 0 })
  if (!caregiver) return null
  const name = toFirstName(caregiver.full_name)
  return bookedId === undefined ? `message ${name}` : [`book ${name}`, ...formatHours(query)].join(', ')
}

/** The hours that a link to the booking screen names; none without a date and both times. */
function formatHours(query: URLSearchParams): string[] {
  const [date = '', from = '', to = ''] = ['date', 'from', 'to'].map((name) => query.get(name) ?? '')
  if (!isLocalDate(date) || !isLocalTime(from) || !isLocalTime(to)) return []
  // Non-breaking spaces, because the hours shall stay on one line.
  const hours = `${formatClock(from)} – ${formatClock(to)}`.replaceAll(' ', '\u00a0')
  return [formatDay(date, 'weekday'), hours]
}
