/**
 * Repeated safety reports: what somebody reports about a booking within 10 minutes becomes one report.
 * @see docs/rules/safety.md#safety-on-a-booking
 */
import { getEmergencyNumbers } from '@tendwell/contract/safety/emergency-numbers'
import {
  REPORT_TEXT_MAXIMUM,
  SAFETY_CONCERN_LABELS,
  type SafetyConcern,
} from '@tendwell/contract/safety/reports'
import { MINUTE_MS } from '@tendwell/contract/time'

/** A report about the same booking within this time adds to the first one. */
export const SAME_REPORT_MS = 10 * MINUTE_MS

type Statement = { concern: SafetyConcern | null; text: string }

/**
 * Adds what the author of a safety report sent shortly after it to the report's text. Parts that the
 * text already has are not repeated.
 * @param minutes how many minutes after the first report the next was sent
 * @returns the whole text; null if it would be too long, so that a new report is needed
 */
export function appendToReportText(first: Statement, next: Statement, minutes: number): string | null {
  const concern =
    next.concern === null || next.concern === first.concern ? '' : SAFETY_CONCERN_LABELS[next.concern]
  const added = [concern, next.text].filter(Boolean).join(': ')
  const earlierParts = first.text.split('\n\n').map((part) => part.replace(/^\d+ min later: /, ''))
  if (added === '' || first.text === added || earlierParts.includes(added)) return first.text
  const text = [first.text, `${minutes} min later: ${added}`].filter(Boolean).join('\n\n')
  return text.length > REPORT_TEXT_MAXIMUM ? null : text
}

/** A sentence that says which emergency number to call. @param country empty if it is unknown */
export function describeEmergencyCall(country: string): string {
  const numbers = getEmergencyNumbers(country).map(({ number, service }) =>
    service ? `${number} (${service})` : number,
  )
  return `In an emergency, call ${numbers.length === 0 ? 'your local emergency number' : numbers.join(' or ')}`
}
