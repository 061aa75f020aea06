/** What the console shows of background checks. @see docs/rules/background-checks.md#decisions-of-staff */
import type {
  AdminBackgroundChecks,
  WaitingBackgroundCheck,
  waitingBackgroundChecksQuery,
} from '@tendwell/contract/console/background-checks'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../platform/database/database.ts'
import { onDays } from '../../platform/database/days.ts'
import type { WithoutPage } from '../../platform/database/paging.ts'
import type { SortedList } from '../../platform/database/sorted-list.ts'
import { countWaiting, type Waiting } from '../../platform/database/waiting.ts'
import { findNames, findPeople, matchesUser, users } from '../people/index.ts'
import { selectCaregiversOffering } from '../profiles/index.ts'
import { findBadge } from './badge.ts'
import { toDay } from './check.ts'
import { isWaitingForStaff } from './conditions.ts'
import { type ComparedCheck, listComparedChecks } from './queries.ts'
import { backgroundChecks } from './tables.ts'

type ListQuery = z.infer<typeof waitingBackgroundChecksQuery>

const ofUser = eq(users.id, backgroundChecks.caregiverId)

/**
 * The checks of active caregivers that need a decision. `date_from` and `date_to` are UTC days of joining,
 * both included.
 */
export const waitingCheckList: SortedList<WithoutPage<ListQuery>, WaitingBackgroundCheck> = {
  from: sql`${backgroundChecks} JOIN ${users} ON ${ofUser}`,
  id: backgroundChecks.id,
  sorts: { completed_at: backgroundChecks.completedAt, full_name: sql`lower(${users.fullName})` },
  defaultSort: 'completed_at',
  match: async ({ clock, database }, query) =>
    and(
      isWaitingForStaff(toDay(clock.now())),
      users.isActive,
      matchesUser(query.q),
      onDays(users.createdAt, query),
      query.category && inArray(users.id, selectCaregiversOffering(database, query.category)),
    ),
  async read({ database }, { where, orderBy, sortValue, limit, offset }) {
    const rows = await database
      .select({ sortValue, check: backgroundChecks })
      .from(backgroundChecks)
      .innerJoin(users, ofUser)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset)
    const people = await findPeople(
      database,
      rows.map(({ check }) => check.caregiverId),
    )
    return rows.map(({ sortValue, check }) => ({
      sortValue,
      result: {
        id: check.id,
        caregiver: toCaregiver(check.caregiverId, people),
        provider: check.providerName,
        completed_at: (check.completedAt ?? check.requestedAt).toISOString(),
      },
    }))
  },
}

function toCaregiver(id: number, people: Awaited<ReturnType<typeof findPeople>>) {
  const { name = '', email = '', avatar = null } = people.get(id) ?? {}
  return { id, full_name: name, email, avatar }
}

/** How many background checks of active caregivers need a decision, and since when the oldest does. */
export function countWaitingChecks(reader: Reader, now: Date): Promise<Waiting> {
  const { caregiverId, completedAt } = backgroundChecks
  const activeUserIds = reader.select({ id: users.id }).from(users).where(eq(users.isActive, true))
  const condition = and(isWaitingForStaff(toDay(now)), inArray(caregiverId, activeUserIds))
  return countWaiting(reader, backgroundChecks, completedAt, condition)
}

/** Whether a check of a caregiver needs a decision. */
export async function hasWaitingCheck(reader: Reader, caregiverId: number, now: Date): Promise<boolean> {
  const isOfCaregiver = eq(backgroundChecks.caregiverId, caregiverId)
  return (await reader.$count(backgroundChecks, and(isOfCaregiver, isWaitingForStaff(toDay(now))))) > 0
}

/** All checks of a caregiver for support staff, newest first; null without any while checks are off. */
export async function listChecks(
  deps: Pick<Deps, 'backgroundChecks' | 'clock' | 'database' | 'secrets'>,
  caregiverId: number,
): Promise<AdminBackgroundChecks | null> {
  const { database } = deps
  const checks = await listComparedChecks(database, deps, eq(backgroundChecks.caregiverId, caregiverId))
  if (checks.length === 0 && !deps.backgroundChecks) return null
  const names = await findNames(
    database,
    checks.map(({ check }) => check.decidedBy),
  )
  const badge = await findBadge(database, deps, caregiverId)
  return {
    results: checks.map((comparedCheck) => toAdminCheck(comparedCheck, names)),
    badge_until: badge?.valid_until ?? null,
  }
}

/** A check as support staff see it. */
function toAdminCheck(
  { check, identity, comparedFingerprint }: ComparedCheck,
  names: ReadonlyMap<number, string>,
): AdminBackgroundChecks['results'][number] {
  const { decision, decisionReason, decidedBy, decidedAt } = check
  const isDecided = decision !== null && decisionReason !== null && decidedBy !== null && decidedAt !== null
  return {
    id: check.id,
    status: check.status,
    checked: check.checked,
    provider: check.providerName,
    reference: check.reference,
    requested_at: check.requestedAt.toISOString(),
    completed_at: check.completedAt?.toISOString() ?? null,
    valid_until: check.validUntil,
    checked_name: check.checkedName,
    // The date is masked, and shown once staff say why they need it.
    checked_birth_date: check.checkedBirthDate && '•••',
    identity,
    seen: comparedFingerprint,
    report_url: check.reportUrl,
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
