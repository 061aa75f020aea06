import type { AdminListState, AdminRequest, adminRequestsQuery } from '@tendwell/contract/admin'
import { usdFromCents } from '@tendwell/contract/money'
import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Reader } from '../../platform/database.ts'
import { onDays } from '../../platform/days.ts'
import { countUpTo, getOffset } from '../../platform/pages.ts'
import { users } from '../accounts/index.ts'
import { isCanceled, requests, requestWindows, toHours } from '../bookings/index.ts'
import { isOfPerson, MAX_COUNT, matchesEitherParty, readNumber } from './list-filters.ts'

type ListQuery = z.infer<typeof adminRequestsQuery>

const PARTIES = { caregiver: requests.caregiverId, caretaker: requests.caretakerId }
const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

/** Matches requests by their number, or by either party's name or email address. */
async function matchesSearch(reader: Reader, q: string | undefined): Promise<SQL | undefined> {
  const number = readNumber(q)
  const byPerson = await matchesEitherParty(reader, q, PARTIES)
  return number === null ? byPerson : or(byPerson, eq(requests.id, number))
}

/** Submitted requests are open, all others are closed. */
function isInState(state: AdminListState | undefined): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'open' ? eq(requests.status, 'submitted') : ne(requests.status, 'submitted')
}

const getServiceStart = () =>
  sql`(SELECT min(starts_at) FROM request_windows WHERE request_id = ${requests.id})`.mapWith(
    requestWindows.startsAt,
  )
const getServiceEnd = () =>
  sql`(SELECT max(ends_at) FROM request_windows WHERE request_id = ${requests.id})`.mapWith(
    requestWindows.endsAt,
  )

/**
 * Lists one page of all requests, newest first. `q` is part of either party's name or email address, or the number; the
 * dates are UTC days of submission, both included. The count is exact up to 10,000, otherwise 10,001.
 * @see docs/rules/console.md#lists-and-filters
 */
export async function listRequests(
  database: Reader,
  query: ListQuery,
): Promise<{ count: number; results: AdminRequest[] }> {
  const conditions = and(
    query.status ? eq(requests.status, query.status) : undefined,
    isInState(query.state),
    isOfPerson(query.person_id, PARTIES),
    onDays(requests.submittedAt, query),
    await matchesSearch(database, query.q),
  )
  const count = await countUpTo(database, requests, conditions, MAX_COUNT)
  const offset = getOffset(query)
  if (offset >= Math.min(count, MAX_COUNT)) return { count, results: [] }
  const rows = await database
    .select({
      request: requests,
      startsAt: getServiceStart(),
      endsAt: getServiceEnd(),
      isCanceled,
      caregiverName: caregivers.fullName,
      caregiverEmail: caregivers.email,
      caretakerName: caretakers.fullName,
      caretakerEmail: caretakers.email,
    })
    .from(requests)
    .innerJoin(caregivers, eq(caregivers.id, requests.caregiverId))
    .innerJoin(caretakers, eq(caretakers.id, requests.caretakerId))
    .where(conditions)
    .orderBy(desc(requests.submittedAt), desc(requests.id))
    .limit(query.page_size)
    .offset(offset)
  return {
    count,
    results: rows.map(({ request, ...people }) => ({
      id: request.id,
      caregiver_id: request.caregiverId,
      caretaker_id: request.caretakerId,
      caregiver_name: people.caregiverName,
      caretaker_name: people.caretakerName,
      caregiver_email: people.caregiverEmail,
      caretaker_email: people.caretakerEmail,
      total_hours: toHours(request.totalMinutes),
      total_price_usd: usdFromCents(request.priceCents),
      submitted_at: request.submittedAt.toISOString(),
      starts_at: people.startsAt.toISOString(),
      ends_at: people.endsAt.toISOString(),
      status: request.status,
      is_paid: request.paidAt !== null,
      is_canceled: people.isCanceled,
    })),
  }
}
