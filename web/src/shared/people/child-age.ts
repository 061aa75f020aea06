import { type ChildAge, formatChildAge } from '@tendwell/contract/profiles/child-age'
import { type LocalDate, toLocalDate } from '@tendwell/contract/time'
import { now } from '../../lib/format/clock.ts'
import { getBrowserZone } from '../../lib/format/format.ts'

/** The viewer's day. */
export function getToday(): LocalDate {
  return toLocalDate(now(), getBrowserZone())
}

/** `3 years`, `8 months`, `due March 4, 2027`. */
export function formatAge(child: ChildAge): string {
  return formatChildAge(child, getToday())
}
