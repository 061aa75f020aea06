import type {
  WaitingBackgroundCheck,
  waitingBackgroundChecksQuery,
} from '@tendwell/contract/console/background-checks'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  type ListDeps,
  type Part,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { backgroundChecks, isWaitingForStaff } from '../../background-checks/index.ts'
import { findPeople, matchesUser, users } from '../../people/index.ts'
import { caregiverProfiles, offersCategory } from '../../profiles/index.ts'
import { maskEmail } from '../people/masking.ts'

type ListQuery = z.infer<typeof waitingBackgroundChecksQuery>

const ofUser = eq(users.id, backgroundChecks.caregiverId)
const ofProfile = eq(caregiverProfiles.userId, backgroundChecks.caregiverId)

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({ sortValue, check: backgroundChecks })
    .from(backgroundChecks)
    .innerJoin(users, ofUser)
    .innerJoin(caregiverProfiles, ofProfile)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * The checks of active caregivers that need a decision. `date_from` and `date_to` are UTC days of joining,
 * both included.
 */
export const waitingCheckList: SortedList<WithoutPage<ListQuery>, WaitingBackgroundCheck> = {
  from: sql`${backgroundChecks} JOIN ${users} ON ${ofUser} JOIN ${caregiverProfiles} ON ${ofProfile}`,
  id: backgroundChecks.id,
  sorts: { completed_at: backgroundChecks.completedAt, full_name: sql`lower(${users.fullName})` },
  defaultSort: 'completed_at',
  match: async ({ clock }, query) =>
    and(
      isWaitingForStaff(clock.now()),
      users.isActive,
      matchesUser(query.q),
      onDays(users.createdAt, query),
      offersCategory(query.category),
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
    email: maskEmail(person?.email ?? ''),
    avatar: person?.avatar ?? null,
  }
}

/** Lists one page of the checks that need a decision, longest waiting first. */
export const listWaitingChecks = (deps: ListDeps, query: ListQuery) => readPage(deps, waitingCheckList, query)
