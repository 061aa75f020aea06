/**
 * What the public learns of background checks: that one was clear, and when.
 * @see docs/rules/background-checks.md#the-badge
 */
import type { BackgroundBadge } from '@tendwell/contract/background-checks/badge'
import type { LocalDate } from '@tendwell/contract/time'
import { and, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { toDay } from './check.ts'
import { hasNoLater, isConfirmedOn } from './conditions.ts'
import { backgroundChecks } from './tables.ts'

/** Matches the checks of a caregiver that count today: confirmed, and without a later one that was declined. */
function countsNow(caregiverId: PgColumn | number, today: LocalDate | Placeholder): SQL | undefined {
  const hasNoLaterDecline = hasNoLater(sql`later.status = 'needs_review' AND later.decision = 'declined'`)
  return and(eq(backgroundChecks.caregiverId, caregiverId), isConfirmedOn(today), hasNoLaterDecline)
}

/**
 * Whether a caregiver has a check that counts, for a list.
 * @param caregiverId the column of the list's query
 * @param given the placeholders for whether background checks are on, and for the day in UTC
 */
export function hasBadge(
  caregiverId: PgColumn,
  given: { hasChecks: Placeholder; today: Placeholder },
): SQL<boolean> {
  return sql<boolean>`(${given.hasChecks}::boolean AND EXISTS (
    SELECT FROM ${backgroundChecks} WHERE ${countsNow(caregiverId, given.today)}))`
}

/** The badge that families see now; null without one, and while background checks are off. */
export async function findBadge(
  reader: Reader,
  deps: Pick<Deps, 'backgroundChecks' | 'clock'>,
  caregiverId: number,
): Promise<BackgroundBadge | null> {
  if (!deps.backgroundChecks) return null
  const [check] = await reader
    .select()
    .from(backgroundChecks)
    .where(countsNow(caregiverId, toDay(deps.clock.now())))
    .orderBy(desc(backgroundChecks.id))
    .limit(1)
  if (!check?.completedAt || check.validUntil === null) return null
  return {
    checked: check.checked,
    provider: check.providerName,
    completed_on: toDay(check.completedAt),
    valid_until: check.validUntil,
    // A reviewed result keeps this status; it counts since staff accepted it.
    reviewed_by_us: check.status === 'needs_review',
  }
}
