/**
 * SQL conditions on a background check, which several statements share.
 * @see docs/rules/background-checks.md
 */
import type { LocalDate } from '@tendwell/contract/time'
import { and, eq, gte, inArray, isNull, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { caregiverProfiles } from '../profiles/index.ts'
import { backgroundChecks } from './tables.ts'

const { status, decision, validUntil, match } = backgroundChecks

/** The check's result was clear, or staff accepted it. */
const IS_PASSED = or(eq(status, 'clear'), and(eq(status, 'needs_review'), eq(decision, 'accepted')))

/** Staff declined the result. */
export const IS_DECLINED = and(eq(status, 'needs_review'), eq(decision, 'declined'))

/** Staff have to decide on the result. */
const NEEDS_DECISION = and(eq(status, 'needs_review'), isNull(decision))

/** The check waits for the caregiver, the provider or staff. */
export const IS_OPEN = or(inArray(status, ['requested', 'started']), NEEDS_DECISION)

/** Staff compared the check with the ID, the name and the photo that its caregiver has now. */
export const IS_COMPARED = sql<boolean>`EXISTS (
  SELECT FROM ${caregiverProfiles} AS person
  WHERE person.user_id = ${backgroundChecks.caregiverId}
    AND ${backgroundChecks.matchedAt} >= coalesce(person.identity_changed_at, '-infinity')
    AND ${backgroundChecks.matchedFiles} = ARRAY[person.gov_id_front_file_id, person.gov_id_back_file_id])`

/**
 * The check's result was clear or accepted and is not older than a year. Whom it names doesn't matter here.
 * @param today the day in UTC, here and in the conditions below
 */
export function isValidOn(today: LocalDate | Placeholder): SQL | undefined {
  return and(IS_PASSED, gte(validUntil, today))
}

/** The check is valid, and staff found that it is about the person on the ID. */
export function isConfirmedOn(today: LocalDate | Placeholder): SQL | undefined {
  return and(isValidOn(today), eq(match, 'same'), IS_COMPARED)
}

/** Staff have to decide on the check's result, or on whether it is about the person on the ID. */
export function isWaitingForStaff(today: LocalDate): SQL | undefined {
  const mayBeSame = sql`${match} IS DISTINCT FROM 'different'`
  return or(NEEDS_DECISION, and(isValidOn(today), not(IS_COMPARED), mayBeSame))
}

/**
 * The check's caregiver has no later check that meets a condition.
 * @param laterCondition calls that check `later`
 */
export function hasNoLater(laterCondition: SQL): SQL {
  return sql`NOT EXISTS (
    SELECT FROM background_checks later
    WHERE later.caregiver_id = ${backgroundChecks.caregiverId} AND later.id > ${backgroundChecks.id} AND ${laterCondition})`
}
