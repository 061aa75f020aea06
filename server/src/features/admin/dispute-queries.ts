import type { AdminListState, adminDisputesQuery } from '@tendwell/contract/admin'
import type { AdminDispute, DisputeStatus } from '@tendwell/contract/disputes'
import { and, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Reader } from '../../platform/database.ts'
import { onDays } from '../../platform/days.ts'
import { offsetOf } from '../../platform/pages.ts'
import { users } from '../accounts/index.ts'
import { disputeNumberIn, disputes } from '../disputes/index.ts'
import { countUpToReach, REACH, sideMatches } from './filters.ts'

type ListQuery = z.infer<typeof adminDisputesQuery>

const OPEN: DisputeStatus[] = ['submitted', 'escalated']

const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')

/** That a dispute is in a state of the header's menu: open are the submitted and the escalated (decisions §9). */
function isIn(state: AdminListState | undefined): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'open' ? inArray(disputes.status, OPEN) : notInArray(disputes.status, OPEN)
}

/**
 * A page of all disputes, newest first, in at most three statements. `q` meets the names and addresses of both sides
 * and the dispute's own number; the days are those of UTC on which they were opened.
 */
export async function allDisputes(
  reader: Reader,
  query: ListQuery,
): Promise<{ count: number; results: AdminDispute[] }> {
  const number = disputeNumberIn(query.q ?? '')
  const people = await sideMatches(reader, query.q, {
    caregiver: disputes.caregiverId,
    caretaker: disputes.caretakerId,
  })
  const chosen = and(
    query.status ? eq(disputes.status, query.status) : undefined,
    isIn(query.state),
    query.type ? eq(disputes.type, query.type) : undefined,
    onDays(disputes.openedAt, query),
    number === null ? people : or(people, eq(disputes.id, number)),
  )
  const count = await countUpToReach(
    reader,
    reader.select({ one: sql`1` }).from(disputes).where(chosen).$dynamic(),
  )
  const offset = offsetOf(query)
  if (offset >= Math.min(count, REACH)) return { count, results: [] }
  const rows = await reader
    .select({ dispute: disputes, caretakerName: caretakers.fullName, caregiverName: caregivers.fullName })
    .from(disputes)
    .innerJoin(caretakers, eq(caretakers.id, disputes.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, disputes.caregiverId))
    .where(chosen)
    .orderBy(desc(disputes.id))
    .limit(query.page_size)
    .offset(offset)
  return {
    count,
    results: rows.map(({ dispute, caretakerName, caregiverName }) => ({
      id: dispute.id,
      caretaker_name: caretakerName,
      caregiver_name: caregiverName,
      opened_at: dispute.openedAt.toISOString(),
      status: dispute.status,
      type: dispute.type,
    })),
  }
}
