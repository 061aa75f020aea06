/** What the console shows of background checks. @see docs/rules/background-checks.md#decisions-of-staff */
import type {
  WaitingBackgroundCheck,
  waitingBackgroundChecksQuery,
} from '@tendwell/contract/console/background-checks'
import { and, count, eq, inArray, min, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/database/database.ts'
import { onDays } from '../../platform/database/days.ts'
import type { WithoutPage } from '../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../platform/database/sorted-list.ts'
import type { Waiting } from '../../platform/database/waiting.ts'
import { findPeople, matchesUser, users } from '../people/index.ts'
import { selectCaregiversOffering } from '../profiles/index.ts'
import { isWaitingForStaff } from './queries.ts'
import { backgroundChecks } from './tables.ts'

type ListQuery = z.infer<typeof waitingBackgroundChecksQuery>

const ofUser = eq(users.id, backgroundChecks.caregiverId)

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({ sortValue, check: backgroundChecks })
    .from(backgroundChecks)
    .innerJoin(users, ofUser)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

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
      isWaitingForStaff(clock.now()),
      users.isActive,
      matchesUser(query.q),
      onDays(users.createdAt, query),
      query.category && inArray(users.id, selectCaregiversOffering(database, query.category)),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    const people = await findPeople(
      deps.database,
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
  const person = people.get(id)
  return {
    id,
    full_name: person?.name ?? '',
    email: person?.email ?? '',
    avatar: person?.avatar ?? null,
  }
}

/** How many background checks of active caregivers need a decision, and since when. */
export async function countWaitingChecks(reader: Reader, now: Date): Promise<Waiting> {
  const [row] = await reader
    .select({ count: count(), oldestAt: min(backgroundChecks.completedAt) })
    .from(backgroundChecks)
    .innerJoin(users, ofUser)
    .where(and(isWaitingForStaff(now), users.isActive))
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null }
}

/** Whether a check of a caregiver needs a decision. */
export async function hasWaitingCheck(reader: Reader, caregiverId: number, now: Date): Promise<boolean> {
  const isTheirs = eq(backgroundChecks.caregiverId, caregiverId)
  return (await reader.$count(backgroundChecks, and(isTheirs, isWaitingForStaff(now)))) > 0
}
