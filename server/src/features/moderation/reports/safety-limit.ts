/**
 * How often somebody can say that something is wrong about a booking.
 * @see docs/rules/safety.md#safety-on-a-booking
 */
import { getEmergencyNumbers } from '@tendwell/contract/safety/emergency-numbers'
import {
  REPORT_TEXT_MAXIMUM,
  SAFETY_CONCERN_LABELS,
  type SafetyConcern,
} from '@tendwell/contract/safety/reports'
import { MINUTE_MS } from '@tendwell/contract/time'

/** What is sent within this time after a report adds to it. */
export const SAME_REPORT_MS = 10 * MINUTE_MS

type Said = { concern: SafetyConcern | null; text: string }

/**
 * The text of a safety report with what its author sent again shortly after.
 * @param minutes after the report
 * @returns null if there is no room for it, so that it has to be a report of its own
 */
export function addToReport(first: Said, next: Said, minutes: number): string | null {
  const concern =
    next.concern === null || next.concern === first.concern ? '' : SAFETY_CONCERN_LABELS[next.concern]
  const added = [concern, next.text].filter(Boolean).join(': ')
  const said = first.text.split('\n\n').map((part) => part.replace(/^\d+ min later: /, ''))
  if (added === '' || first.text === added || said.includes(added)) return first.text
  const text = [first.text, `${minutes} min later: ${added}`].filter(Boolean).join('\n\n')
  return text.length > REPORT_TEXT_MAXIMUM ? null : text
}

/** What to call, for someone whose report is refused. @param country empty if it is unknown */
export function describeEmergencyCall(country: string): string {
  const numbers = getEmergencyNumbers(country).map(({ number, service }) =>
    service ? `${number} (${service})` : number,
  )
  return `In an emergency, call ${numbers.length === 0 ? 'your local emergency number' : numbers.join(' or ')}`
}
