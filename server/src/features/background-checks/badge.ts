/**
 * What the public learns of background checks: that one was clear, and when.
 * @see docs/rules/background-checks.md#the-badge
 */
import type { BackgroundBadge } from '@tendwell/contract/background-checks/badge'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { toDay } from './check.ts'
import { hasNoLater, isConfirmedOn } from './conditions.ts'
import { backgroundChecks } from './tables.ts'

/** Matches the checks of a caregiver that count now: confirmed, and without a later one that was declined. */
function countsNow(caregiverId: PgColumn | number, now: Date): SQL | undefined {
  const hasNoLaterDecline = hasNoLater(sql`later.status = 'needs_review' AND later.decision = 'declined'`)
  return and(eq(backgroundChecks.caregiverId, caregiverId), isConfirmedOn(toDay(now)), hasNoLaterDecline)
}

/**
 * Whether a caregiver has a check that counts, for a list; false while background checks are off.
 * @param caregiverId the column of the list's query
 */
export function hasBadge(
  deps: Pick<Deps, 'backgroundChecks'>,
  caregiverId: PgColumn,
  now: Date,
): SQL<boolean> {
  if (!deps.backgroundChecks) return sql<boolean>`false`
  return sql<boolean>`EXISTS (SELECT FROM ${backgroundChecks} WHERE ${countsNow(caregiverId, now)})`
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
    .where(countsNow(caregiverId, deps.clock.now()))
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
