import type {
  BackgroundCheckOverview,
  CheckedIdentity,
  OwnBackgroundCheck,
} from '@tendwell/contract/background-checks/background-checks'
import type { AdminBackgroundChecks } from '@tendwell/contract/console/background-checks'
import { and, desc, eq, gte, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { findNames } from '../people/index.ts'
import { findBadge } from './badge.ts'
import { findObstacle, getIdentity, getRetryDay, toDay } from './check.ts'
import { IS_COMPARED, isCompared, readCompared } from './identity.ts'
import { type BackgroundCheck, backgroundCheckEvents, backgroundChecks } from './tables.ts'

export async function findCheck(reader: Reader, id: number): Promise<BackgroundCheck | null> {
  const [check] = await reader.select().from(backgroundChecks).where(eq(backgroundChecks.id, id))
  return check ?? null
}

export async function findCheckByReference(
  reader: Reader,
  provider: string,
  reference: string,
): Promise<BackgroundCheck | null> {
  const [check] = await reader
    .select()
    .from(backgroundChecks)
    .where(and(eq(backgroundChecks.provider, provider), eq(backgroundChecks.reference, reference)))
  return check ?? null
}

export async function findEvent(reader: Reader, provider: string, eventId: string) {
  const [event] = await reader
    .select()
    .from(backgroundCheckEvents)
    .where(and(eq(backgroundCheckEvents.provider, provider), eq(backgroundCheckEvents.eventId, eventId)))
  return event ?? null
}

/** A caregiver's newest check, or null. */
export async function findNewest(reader: Reader, caregiverId: number): Promise<BackgroundCheck | null> {
  const [check] = await reader
    .select()
    .from(backgroundChecks)
    .where(eq(backgroundChecks.caregiverId, caregiverId))
    .orderBy(desc(backgroundChecks.id))
    .limit(1)
  return check ?? null
}

/** A caregiver's open check, or null. */
export async function findOpen(reader: Reader, caregiverId: number): Promise<BackgroundCheck | null> {
  const [check] = await reader
    .select()
    .from(backgroundChecks)
    .where(
      and(
        eq(backgroundChecks.caregiverId, caregiverId),
        or(inArray(backgroundChecks.status, ['requested', 'started']), needsReview()),
      ),
    )
  return check ?? null
}

/** Matches the checks whose result staff have to decide on. */
function needsReview(): SQL | undefined {
  return and(eq(backgroundChecks.status, 'needs_review'), isNull(backgroundChecks.decision))
}

/**
 * Matches the checks that wait for staff: for a decision on the result, or on whether it is about the person
 * on the ID.
 */
export function isWaitingForStaff(now: Date): SQL | undefined {
  const { status, decision, validUntil } = backgroundChecks
  const counts = or(eq(status, 'clear'), and(eq(status, 'needs_review'), eq(decision, 'accepted')))
  const mayBeSame = sql`${backgroundChecks.match} IS DISTINCT FROM 'different'`
  return or(needsReview(), and(counts, gte(validUntil, toDay(now)), not(IS_COMPARED), mayBeSame))
}

/**
 * A caregiver's own view: what is offered, their newest check and what families see.
 * @see docs/rules/background-checks.md#starting-a-check
 */
export async function getOverview(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database'>,
  caregiverId: number,
): Promise<BackgroundCheckOverview> {
  const { backgroundChecks: provider, clock, database } = deps
  if (!provider) return { offer: null, can_start: false, can_start_from: null, check: null, badge: null }
  const newest = await findNewest(database, caregiverId)
  const obstacle = findObstacle(newest, toDay(clock.now()))
  return {
    offer: { checked: [...provider.checked], provider: provider.name, help_url: provider.helpUrl() },
    can_start: obstacle === null,
    can_start_from: obstacle === 'declined' && newest?.validUntil ? getRetryDay(newest.validUntil) : null,
    check: newest && toOwnCheck(newest, await readIdentity(deps, newest)),
    badge: await findBadge(database, deps, caregiverId),
  }
}

async function readIdentity(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  check: BackgroundCheck,
): Promise<CheckedIdentity> {
  return getIdentity(check, await isCompared(database, check.id), toDay(clock.now()))
}

/** A check as its caregiver sees it. */
function toOwnCheck(check: BackgroundCheck, identity: CheckedIdentity): OwnBackgroundCheck {
  return {
    id: check.id,
    status: check.status,
    checked: check.checked,
    provider: check.providerName,
    requested_at: check.requestedAt.toISOString(),
    completed_on: check.completedAt && toDay(check.completedAt),
    decision: check.decision,
    identity,
    page_url: check.status === 'requested' ? check.pageUrl : null,
  }
}

/** All checks of a caregiver for support staff, newest first; null without any while checks are off. */
export async function listChecks(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database' | 'secrets'>,
  caregiverId: number,
): Promise<AdminBackgroundChecks | null> {
  const rows = await deps.database
    .select({ check: backgroundChecks, isCompared: IS_COMPARED })
    .from(backgroundChecks)
    .where(eq(backgroundChecks.caregiverId, caregiverId))
    .orderBy(desc(backgroundChecks.id))
  if (rows.length === 0 && !deps.backgroundChecks) return null
  const names = await findNames(
    deps.database,
    rows.map(({ check }) => check.decidedBy),
  )
  const badge = await findBadge(deps.database, deps, caregiverId)
  const results: AdminBackgroundChecks['results'] = []
  for (const { check, isCompared } of rows) {
    const identity = getIdentity(check, isCompared, toDay(deps.clock.now()))
    const { seen } = await readCompared(deps.database, deps, check)
    results.push(toAdminCheck(check, { identity, seen }, names))
  }
  return {
    results,
    badge_until: badge?.valid_until ?? null,
  }
}

function toAdminCheck(
  row: BackgroundCheck,
  compared: Pick<AdminBackgroundChecks['results'][number], 'identity' | 'seen'>,
  names: ReadonlyMap<number, string>,
): AdminBackgroundChecks['results'][number] {
  const { decision, decisionReason, decidedBy, decidedAt } = row
  const isDecided = decision !== null && decisionReason !== null && decidedBy !== null && decidedAt !== null
  return {
    id: row.id,
    status: row.status,
    checked: row.checked,
    provider: row.providerName,
    reference: row.reference,
    requested_at: row.requestedAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
    valid_until: row.validUntil,
    checked_name: row.checkedName,
    // Shown once staff say why they need it.
    checked_birth_date: row.checkedBirthDate && '•••',
    ...compared,
    report_url: row.reportUrl,
    decision: isDecided
      ? {
          result: decision,
          reason: decisionReason,
          decided_by: { id: decidedBy, name: names.get(decidedBy) ?? '' },
          decided_at: decidedAt.toISOString(),
        }
      : null,
  }
}
