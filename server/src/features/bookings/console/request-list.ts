import type { AdminRequest, adminRequestsQuery } from '@tendwell/contract/console/users'
import { usdFromCents } from '@tendwell/contract/money'
import { and, eq, ne, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { findPeople, isOfPerson, matchesNumberOrParty } from '../../people/index.ts'
import { isRequestCanceled } from '../queries.ts'
import { toHours } from '../requests/price.ts'
import { requests, requestWindows } from '../tables.ts'

type ListQuery = z.infer<typeof adminRequestsQuery>

/** The columns with the ids of a request's two people. */
const PARTIES = { caregiver: requests.caregiverId, caretaker: requests.familyId }

/**
 * The SQL condition for a status. `open` means submitted and `closed` everything else, as the specification
 * says.
 */
function hasStatus(status: ListQuery['status']): SQL | undefined {
  if (status === undefined) return undefined
  if (status === 'closed') return ne(requests.status, 'submitted')
  return eq(requests.status, status === 'open' ? 'submitted' : status)
}

/**
 * The SQL condition that a request is not finished: it has no answer yet, or it is accepted and has hours
 * that are neither over nor canceled.
 */
const isOngoing = (
  now: Date,
) => sql`(${requests.status} = 'submitted' OR (${requests.status} = 'accepted' AND EXISTS (
  SELECT FROM request_windows
  WHERE request_windows.request_id = ${requests.id} AND request_windows.ends_at > ${now.toISOString()}::timestamptz
    AND NOT EXISTS (
      SELECT FROM bookings
      WHERE bookings.window_id = request_windows.id AND bookings.canceled_at IS NOT NULL))))`

/** The SQL condition for the state `open` (`isOngoing`) or `closed`. */
function isInState(state: ListQuery['state'], now: Date): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'open' ? isOngoing(now) : not(isOngoing(now))
}

/** SQL values: when a request's first window starts, and when its last one ends. */
const serviceStart = sql`(SELECT min(starts_at) FROM request_windows WHERE request_id = ${requests.id})`
const serviceEnd = sql`(SELECT max(ends_at) FROM request_windows WHERE request_id = ${requests.id})`

/** The requests of a part of the list, with their first start, last end and state. */
const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      request: requests,
      startsAt: sql`${serviceStart}`.mapWith(requestWindows.startsAt),
      endsAt: sql`${serviceEnd}`.mapWith(requestWindows.endsAt),
      isCanceled: sql<boolean>`${isRequestCanceled}`,
    })
    .from(requests)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/** A row in the form that the console gets. */
const toAdminRequest = (
  { request, ...row }: Awaited<ReturnType<typeof readRows>>[number],
  people: Awaited<ReturnType<typeof findPeople>>,
): AdminRequest => ({
  id: request.id,
  caregiver_id: request.caregiverId,
  caretaker_id: request.familyId,
  caregiver_name: people.get(request.caregiverId)?.name ?? '',
  caretaker_name: people.get(request.familyId)?.name ?? '',
  caregiver_email: people.get(request.caregiverId)?.email ?? '',
  caretaker_email: people.get(request.familyId)?.email ?? '',
  total_hours: toHours(request.totalMinutes),
  total_price_usd: usdFromCents(request.priceCents),
  submitted_at: request.submittedAt.toISOString(),
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  status: request.status,
  is_paid: request.paidAt !== null,
  is_canceled: row.isCanceled,
})

/**
 * All requests. `q` is part of either party's name or email address, or the number; the dates are UTC days of
 * submission, both included.
 */
export const requestList: SortedList<WithoutPage<ListQuery>, AdminRequest> = {
  from: requests,
  id: requests.id,
  sorts: {
    submitted_at: requests.submittedAt,
    total_hours: requests.totalMinutes,
    total_price_usd: requests.priceCents,
  },
  defaultSort: '-submitted_at',
  match: async ({ clock, database, masksEmails }, query) =>
    and(
      hasStatus(query.status),
      isInState(query.state, clock.now()),
      isOfPerson(query.person_id, PARTIES),
      onDays(requests.submittedAt, query),
      // Staff who see masked addresses only must type the whole address to find it.
      await matchesNumberOrParty(database, query.q, requests.id, PARTIES, masksEmails ? 'whole' : 'part'),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    const ids = rows.flatMap(({ request }) => [request.caregiverId, request.familyId])
    const people = await findPeople(deps.database, ids)
    return rows.map((row) => ({ sortValue: row.sortValue, result: toAdminRequest(row, people) }))
  },
}
