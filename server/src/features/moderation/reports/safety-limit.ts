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

/** A report about a booking within this time after an earlier one of the same person adds to that one. */
export const SAME_REPORT_MS = 10 * MINUTE_MS

/** What the author of a safety report says: what is wrong, and more in words. */
type Statement = { concern: SafetyConcern | null; text: string }

/**
 * The text of a safety report with what its author sent shortly afterwards (`next`). What the text already
 * has is not repeated.
 * @param first the report so far. Its text is the first statement and, each after an empty line, later ones
 *   that begin with `12 min later: `
 * @param minutes how many minutes after the first statement the next was sent
 * @returns null if the text would be too long, so that a new report is needed
 */
export function appendToReportText(first: Statement, next: Statement, minutes: number): string | null {
  const newConcern =
    next.concern === null || next.concern === first.concern ? '' : SAFETY_CONCERN_LABELS[next.concern]
  const addedText = [newConcern, next.text].filter(Boolean).join(': ')
  const earlierParts = first.text.split('\n\n').map((part) => part.replace(/^\d+ min later: /, ''))
  if (addedText === '' || first.text === addedText || earlierParts.includes(addedText)) return first.text
  const text = [first.text, `${minutes} min later: ${addedText}`].filter(Boolean).join('\n\n')
  return text.length > REPORT_TEXT_MAXIMUM ? null : text
}

/** A sentence that says which emergency number to call. @param country empty if it is unknown */
export function describeEmergencyCall(country: string): string {
  const numbers = getEmergencyNumbers(country).map(({ number, service }) =>
    service ? `${number} (${service})` : number,
  )
  return `In an emergency, call ${numbers.length === 0 ? 'your local emergency number' : numbers.join(' or ')}`
}
