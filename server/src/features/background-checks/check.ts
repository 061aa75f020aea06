/** The rules of a background check, without its storage. @see docs/rules/background-checks.md */
import type {
  BackgroundCheckDecision,
  BackgroundCheckStatus,
  CheckedIdentity,
} from '@tendwell/contract/background-checks/background-checks'
import { addDays, addMonths, type LocalDate } from '@tendwell/contract/time'

const VALID_MONTHS = 12
/** How long before its end a caregiver is reminded, and can start a new check. */
export const RENEWAL_DAYS = 30

/** The statuses that a check may have before, and the status that it gets. */
type Transition = { from: readonly BackgroundCheckStatus[]; to: BackgroundCheckStatus }

/** How a check's status changes, by the result that the provider reports. `waiting` changes nothing. */
export const TRANSITIONS = {
  processing: { from: ['requested'], to: 'started' },
  clear: { from: ['requested', 'started', 'needs_review'], to: 'clear' },
  needs_review: { from: ['requested', 'started', 'clear'], to: 'needs_review' },
  canceled: { from: ['requested', 'started', 'clear'], to: 'canceled' },
  expired: { from: ['requested', 'started'], to: 'expired' },
} as const satisfies Record<string, Transition>

/** The day of an instant in UTC. */
export function toDay(instant: Date): LocalDate {
  return instant.toISOString().slice(0, 10)
}

/** The last day on which a check that was completed on this day counts: a year later. */
export function getValidUntil(completedOn: LocalDate): LocalDate {
  return addMonths(completedOn, VALID_MONTHS)
}

type Check = {
  status: BackgroundCheckStatus
  decision: BackgroundCheckDecision | null
  validUntil: LocalDate | null
  match: 'same' | 'different' | null
}

/**
 * Whether the checked person is the one on the ID. `different` is final.
 * @param options.isCompared whether staff compared the checked person with the present ID, name and photo
 * @param options.today the day in UTC
 * @returns null for a check that can't count for anyone
 */
export function getIdentity(
  { status, decision, validUntil, match }: Check,
  { isCompared, today }: { isCompared: boolean; today: LocalDate },
): CheckedIdentity {
  const isPassed = status === 'clear' || (status === 'needs_review' && decision === 'accepted')
  if (!isPassed || validUntil === null || validUntil < today) return null
  if (match === 'different') return match
  return isCompared && match !== null ? match : 'waiting'
}

/**
 * Whether the provider names another person than before; false if it names nobody now, or no earlier name is
 * kept.
 */
export function isAnotherPerson(
  earlier: { checkedName: string | null; checkedBirthDate: LocalDate | null },
  person: { name: string; birthDate: LocalDate } | null,
): boolean {
  if (person === null || earlier.checkedName === null) return false
  return person.name !== earlier.checkedName || person.birthDate !== earlier.checkedBirthDate
}

/** The first day on which a new check can start after a declined one. */
export function getRetryDay(validUntil: LocalDate): LocalDate {
  return addDays(validUntil, 1)
}

/** Why a caregiver can't start a new check: their newest one is open, counts, or was declined. */
export type Obstacle = 'open' | 'counts' | 'declined'

/**
 * Finds what keeps a caregiver from a new check after their newest one; null if nothing does.
 * @param today the day in UTC
 */
export function findObstacle(newest: Check | null, today: LocalDate): Obstacle | null {
  if (!newest) return null
  const { status, decision, validUntil, match } = newest
  if (status === 'requested' || status === 'started') return 'open'
  if (status === 'needs_review' && decision === null) return 'open'
  if (validUntil === null) return null
  if (status === 'needs_review' && decision === 'declined') {
    return today < getRetryDay(validUntil) ? 'declined' : null
  }
  if (match === 'different') return null
  return validUntil > addDays(today, RENEWAL_DAYS) ? 'counts' : null
}
