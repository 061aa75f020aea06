import type { AdminListState, adminDisputesQuery } from '@tendwell/contract/admin'
import type { AdminDispute, DisputeStatus } from '@tendwell/contract/disputes'
import { and, desc, eq, inArray, notInArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Reader } from '../../../platform/database.ts'
import { onDays } from '../../../platform/days.ts'
import { countUpTo, getOffset } from '../../../platform/pages.ts'
import { users } from '../../accounts/index.ts'
import { disputes, parseDisputeNumber } from '../../disputes/index.ts'
import { isOfPerson, MAX_COUNT, matchesEitherParty } from '../list-filters.ts'

type ListQuery = z.infer<typeof adminDisputesQuery>

const OPEN: DisputeStatus[] = ['submitted', 'escalated']

const PARTIES = { caregiver: disputes.caregiverId, caretaker: disputes.caretakerId }
const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

/** Submitted and escalated disputes are open, all others are closed. */
function isInState(state: AdminListState | undefined): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'open' ? inArray(disputes.status, OPEN) : notInArray(disputes.status, OPEN)
}

/**
 * Lists one page of all disputes, newest first. `q` is part of either party's name or email address, or the dispute's
 * number; the dates are UTC days of opening, both included. The count is exact up to 10,000, otherwise 10,001.
 * @see docs/rules/console.md#lists-and-filters
 */
export async function listDisputes(
  reader: Reader,
  query: ListQuery,
): Promise<{ count: number; results: AdminDispute[] }> {
  const number = parseDisputeNumber(query.q ?? '')
  const matchesParty = await matchesEitherParty(reader, query.q, PARTIES)
  const conditions = and(
    query.status ? eq(disputes.status, query.status) : undefined,
    isInState(query.state),
    isOfPerson(query.person_id, PARTIES),
    query.type ? eq(disputes.type, query.type) : undefined,
    onDays(disputes.openedAt, query),
    number === null ? matchesParty : or(matchesParty, eq(disputes.id, number)),
  )
  const count = await countUpTo(reader, disputes, conditions, MAX_COUNT)
  const offset = getOffset(query)
  if (offset >= Math.min(count, MAX_COUNT)) return { count, results: [] }
  const rows = await reader
    .select({ dispute: disputes, caretakerName: caretakers.fullName, caregiverName: caregivers.fullName })
    .from(disputes)
    .innerJoin(caretakers, eq(caretakers.id, disputes.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, disputes.caregiverId))
    .where(conditions)
    .orderBy(desc(disputes.openedAt), desc(disputes.id))
    .limit(query.page_size)
    .offset(offset)
  return {
    count,
    results: rows.map(({ dispute, caretakerName, caregiverName }) => ({
      id: dispute.id,
      booking_id: dispute.requestId,
      caretaker_id: dispute.caretakerId,
      caregiver_id: dispute.caregiverId,
      caretaker_name: caretakerName,
      caregiver_name: caregiverName,
      opened_at: dispute.openedAt.toISOString(),
      status: dispute.status,
      type: dispute.type,
    })),
  }
}
