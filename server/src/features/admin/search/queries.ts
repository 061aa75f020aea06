import { type AdminSearch, type FoundPerson, SEARCH_RESULTS_MAXIMUM } from '@tendwell/contract/admin-search'
import { desc, eq, or } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/access.ts'
import type { Reader } from '../../../platform/database.ts'
import { toAvatarUrl, users } from '../../accounts/index.ts'
import { listDisputes } from '../disputes/queries.ts'
import { matchesUser, readNumber } from '../list-filters.ts'
import { listAllPayments } from '../money/payment-list.ts'
import { listRequests } from '../requests-queries.ts'

/**
 * Finds people, bookings, payments and disputes in all states, as far as the actor's staff role may see them; the newest
 * first, at most five of each.
 * @see docs/rules/console.md#search
 */
export async function searchRecords(
  deps: Pick<Deps, 'clock' | 'database'>,
  { staffRole }: Actor,
  q: string,
): Promise<AdminSearch> {
  const query = { q, page: 1, page_size: SEARCH_RESULTS_MAXIMUM }
  const isSupport = staffRole !== 'finance'
  const isFinance = staffRole !== 'support'
  return {
    people: await findPeople(deps.database, q),
    bookings: isSupport ? (await listRequests(deps, query)).results : [],
    payments: isFinance ? (await listAllPayments(deps, query)).results : [],
    disputes: isSupport ? (await listDisputes(deps, query)).results : [],
  }
}

async function findPeople(reader: Reader, q: string): Promise<FoundPerson[]> {
  const number = readNumber(q)
  const rows = await reader
    .select()
    .from(users)
    .where(or(matchesUser(q), number === null ? undefined : eq(users.id, number)))
    .orderBy(desc(users.id))
    .limit(SEARCH_RESULTS_MAXIMUM)
  return rows.map((user) => ({
    id: user.id,
    full_name: user.fullName,
    email: user.email,
    avatar: toAvatarUrl(user),
    role: user.role,
    is_active: user.isActive,
  }))
}
