import type { ReadingProblem } from '../../../ports/calendar-reader/port.ts'
import type { TimesProblem } from './times.ts'

/** Why an outside calendar can't be read. */
export type OutsideProblem = ReadingProblem | TimesProblem

/** Sentences for the caregiver. @see docs/rules/calendars.md#reading */
export const OUTSIDE_PROBLEMS: Record<OutsideProblem, string> = {
  refused: "This address can't be used. Copy the address that your calendar gives for other apps",
  unreachable: "We couldn't reach this address",
  missing: "Your calendar isn't shared at this address. Copy its address again",
  server_error: "The calendar's server answered with an error",
  too_many_redirects: 'This address leads from one place to the next. Copy the address again',
  too_slow: 'The calendar took longer than 10 seconds to answer',
  too_large: 'The calendar is larger than 1 MB. Use one with fewer old events',
  not_calendar: 'There is no calendar at this address. The right one often ends in .ics',
  too_many_times: 'The calendar has more than 5,000 busy times in the next year',
  too_complex: 'The repeating events of this calendar take too long to work out',
}
