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

type Move = { from: readonly BackgroundCheckStatus[]; to: BackgroundCheckStatus }

/** How a check's status changes, by what the provider says. `waiting` changes nothing. */
export const MOVES = {
  processing: { from: ['requested'], to: 'started' },
  clear: { from: ['requested', 'started', 'needs_review'], to: 'clear' },
  needs_review: { from: ['requested', 'started', 'clear'], to: 'needs_review' },
  canceled: { from: ['requested', 'started', 'clear'], to: 'canceled' },
  expired: { from: ['requested', 'started'], to: 'expired' },
} as const satisfies Record<string, Move>

/** The day of an instant in UTC. */
export function toDay(instant: Date): LocalDate {
  return instant.toISOString().slice(0, 10)
}

/** The last day on which a check that was completed on this day counts: a year later. */
export function getValidUntil(completedOn: LocalDate): LocalDate {
  return addMonths(completedOn, VALID_MONTHS)
}

type Known = {
  status: BackgroundCheckStatus
  decision: BackgroundCheckDecision | null
  validUntil: LocalDate | null
  match: 'same' | 'different' | null
}

/**
 * Whether the checked person is the one on the ID. `different` is final.
 * @param isCompared whether staff compared the two as the ID, the name and the photo are now
 * @param today the day in UTC
 * @returns null for a check that can't count for anyone
 */
export function getIdentity(
  { status, decision, validUntil, match }: Known,
  isCompared: boolean,
  today: LocalDate,
): CheckedIdentity {
  const counts = status === 'clear' || (status === 'needs_review' && decision === 'accepted')
  if (!counts || validUntil === null || validUntil < today) return null
  if (match === 'different') return match
  return isCompared && match !== null ? match : 'waiting'
}

type CheckedPerson = { name: string; birthDate: LocalDate }

/**
 * What staff decide on: the result, and the two sides of the ID, the name and the photo of a caregiver with
 * whom the provider checked.
 */
export type Compared = {
  status: BackgroundCheckStatus
  idFiles: readonly (string | null)[]
  name: string
  photo: string | null
  person: { name: string | null; birthDate: LocalDate | null }
}

/** One text for all that is compared: two of them are equal only if nothing has changed. */
export function describeCompared({ status, idFiles, name, photo, person }: Compared): string {
  return JSON.stringify([status, ...idFiles, name, photo, person.name, person.birthDate])
}

/** Whether the provider names another person than before. A person that it no longer names stays known. */
export function isAnotherPerson(
  before: { checkedName: string | null; checkedBirthDate: LocalDate | null },
  person: CheckedPerson | null,
): boolean {
  if (person === null || before.checkedName === null) return false
  return person.name !== before.checkedName || person.birthDate !== before.checkedBirthDate
}

/** The first day of a new check after one that staff declined. */
export function getRetryDay(validUntil: LocalDate): LocalDate {
  return addDays(validUntil, 1)
}

/**
 * Whether a check still waits for the caregiver, the provider or staff. A person has one such check at most.
 */
function isOpen({ status, decision }: Pick<Known, 'status' | 'decision'>): boolean {
  return status === 'requested' || status === 'started' || (status === 'needs_review' && decision === null)
}

/**
 * Why a caregiver can't start a new check after their newest one; null if they can.
 * @param today the day in UTC
 */
export function findObstacle(newest: Known | null, today: LocalDate): 'open' | 'clear' | 'declined' | null {
  if (!newest) return null
  if (isOpen(newest)) return 'open'
  if (newest.validUntil === null) return null
  if (newest.status === 'needs_review' && newest.decision === 'declined') {
    return today < getRetryDay(newest.validUntil) ? 'declined' : null
  }
  if (newest.match === 'different') return null
  return newest.validUntil > addDays(today, RENEWAL_DAYS) ? 'clear' : null
}
