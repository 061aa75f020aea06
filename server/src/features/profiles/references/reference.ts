import {
  type OwnReference,
  REFERENCE_DAYS,
  REFERENCE_PAUSE_DAYS,
} from '@tendwell/contract/profiles/references'
import { DAY_MS } from '@tendwell/contract/time'

type Asked = { askedAt: Date; answer: 'confirmed' | 'declined' | 'stopped' | null }

/** Until when a referee can answer. */
export const getAnswerEnd = ({ askedAt }: Pick<Asked, 'askedAt'>): Date =>
  new Date(askedAt.getTime() + REFERENCE_DAYS * DAY_MS)

/** From when a referee may be mailed again. */
export const getPauseEnd = ({ askedAt }: Pick<Asked, 'askedAt'>): Date =>
  new Date(askedAt.getTime() + REFERENCE_PAUSE_DAYS * DAY_MS)

/**
 * What a caregiver reads of a reference. A refusal looks like no answer at every moment, so that nobody has to
 * fear saying no.
 * @see docs/rules/profiles-and-files.md#references
 */
export function toOwnState(reference: Asked, now: Date): OwnReference['state'] {
  if (reference.answer === 'confirmed') return 'confirmed'
  return now < getAnswerEnd(reference) ? 'asked' : 'not_confirmed'
}

/** What the referee answered: whether they confirm, or null without an answer. */
export function toConfirms({ answer }: Pick<Asked, 'answer'>): boolean | null {
  return answer === null ? null : answer === 'confirmed'
}
