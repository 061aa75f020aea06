/**
 * What the public learns of background checks: that one was clear, and when.
 * @see docs/rules/background-checks.md#the-badge
 */
import type { BackgroundBadge } from '@tendwell/contract/background-checks/badge'
import type { LocalDate } from '@tendwell/contract/time'
import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { toDay } from './check.ts'
import { IS_COMPARED } from './identity.ts'
import { backgroundChecks } from './tables.ts'

/**
 * Matches the checks that count on a day: clear, or accepted by staff, of the person that the caregiver is
 * now, not older than a year, and without a later one that staff declined.
 */
function countsOn(today: LocalDate): SQL | undefined {
  const { status, decision, validUntil } = backgroundChecks
  return and(
    or(eq(status, 'clear'), and(eq(status, 'needs_review'), eq(decision, 'accepted'))),
    gte(validUntil, today),
    eq(backgroundChecks.match, 'same'),
    IS_COMPARED,
    sql`NOT EXISTS (
      SELECT FROM background_checks later
      WHERE later.caregiver_id = ${backgroundChecks.caregiverId} AND later.id > ${backgroundChecks.id}
        AND later.status = 'needs_review' AND later.decision = 'declined')`,
  )
}

/**
 * Whether a caregiver has a check that counts, for a list.
 * @param caregiverId the column of the list's query
 */
export function hasBadge(
  deps: Pick<Deps, 'backgroundChecks'>,
  caregiverId: PgColumn,
  now: Date,
): SQL<boolean> {
  if (!deps.backgroundChecks) return sql<boolean>`false`
  return sql<boolean>`EXISTS (
    SELECT FROM ${backgroundChecks}
    WHERE ${backgroundChecks.caregiverId} = ${caregiverId} AND ${countsOn(toDay(now))})`
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
    .where(and(eq(backgroundChecks.caregiverId, caregiverId), countsOn(toDay(deps.clock.now()))))
    .orderBy(desc(backgroundChecks.id))
    .limit(1)
  if (!check?.completedAt || check.validUntil === null) return null
  return {
    checked: check.checked,
    provider: check.providerName,
    completed_on: toDay(check.completedAt),
    valid_until: check.validUntil,
    reviewed_by_us: check.status === 'needs_review',
  }
}
