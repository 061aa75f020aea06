import type { AdminDispute, DisputeAssignee } from '@tendwell/contract/console/disputes'
import type { adminDisputesQuery } from '@tendwell/contract/console/users'
import type { DisputeStatus } from '@tendwell/contract/safety/disputes'
import { and, eq, inArray, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../../platform/database/database.ts'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { countWaiting, type Waiting } from '../../../platform/database/waiting.ts'
import { findNames, isOfPerson, matchesEitherParty } from '../../people/index.ts'
import { parseDisputeNumber } from '../dispute.ts'
import { disputes } from '../tables.ts'
import { listDisputeStaff } from './assignees.ts'

type ListQuery = z.infer<typeof adminDisputesQuery>

/** The statuses of a dispute that is not decided yet. */
const OPEN_STATUSES: DisputeStatus[] = ['submitted', 'escalated']

/** The column with the person of each role, by which the list is filtered. */
const PARTIES = { caregiver: disputes.caregiverId, caretaker: disputes.familyId }

/** The SQL condition for a status. `open` means submitted or escalated, `closed` everything else. */
function hasStatus(status: ListQuery['status']): SQL | undefined {
  if (status === undefined) return undefined
  if (status === 'closed') return notInArray(disputes.status, OPEN_STATUSES)
  return status === 'open' ? inArray(disputes.status, OPEN_STATUSES) : eq(disputes.status, status)
}

/** The SQL condition for an assignee. An assignee who no longer works on disputes counts as nobody. */
async function isAssignedTo(
  { database, viewerId = 0 }: ListDeps,
  assignee: DisputeAssignee | undefined,
): Promise<SQL | undefined> {
  if (assignee === 'me') return eq(disputes.assigneeId, viewerId)
  if (assignee !== 'nobody') return undefined
  const disputeStaff = await listDisputeStaff(database)
  const ids = disputeStaff.map(({ id }) => id)
  return or(isNull(disputes.assigneeId), notInArray(disputes.assigneeId, ids))
}

/**
 * The SQL condition for a search: `q` is the dispute's number, or in the name or email of one of its sides.
 * Undefined without a search.
 */
async function matchesSearch({ database }: ListDeps, q: string | undefined): Promise<SQL | undefined> {
  const number = parseDisputeNumber(q ?? '')
  const matchesParty = await matchesEitherParty(database, q, PARTIES)
  return number === null ? matchesParty : or(matchesParty, eq(disputes.id, number))
}

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({ sortValue, dispute: disputes })
    .from(disputes)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * All disputes. `q` is part of either party's name or email address, or the dispute's number; the dates are
 * UTC days of opening, both included.
 */
export const disputeList: SortedList<WithoutPage<ListQuery>, AdminDispute> = {
  from: disputes,
  id: disputes.id,
  sorts: { opened_at: disputes.openedAt },
  defaultSort: '-opened_at',
  match: async (deps, query) =>
    and(
      hasStatus(query.status),
      hasStatus(query.state),
      isOfPerson(query.person_id, PARTIES),
      query.type ? eq(disputes.type, query.type) : undefined,
      await isAssignedTo(deps, query.assignee),
      onDays(disputes.openedAt, query),
      await matchesSearch(deps, query.q),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    const ids = rows.flatMap(({ dispute }) => [dispute.familyId, dispute.caregiverId, dispute.assigneeId])
    const names = await findNames(deps.database, ids)
    const nameOf = (id: number) => names.get(id) ?? ''
    return rows.map(({ sortValue, dispute }) => ({
      sortValue,
      result: {
        id: dispute.id,
        booking_id: dispute.requestId,
        caretaker_id: dispute.familyId,
        caregiver_id: dispute.caregiverId,
        caretaker_name: nameOf(dispute.familyId),
        caregiver_name: nameOf(dispute.caregiverId),
        opened_at: dispute.openedAt.toISOString(),
        status: dispute.status,
        type: dispute.type,
        assignee:
          dispute.assigneeId === null ? null : { id: dispute.assigneeId, name: nameOf(dispute.assigneeId) },
      },
    }))
  },
}

/**
 * How many disputes are open.
 * @param openedBefore counts only those opened before this time; all by default
 * @see docs/rules/console.md#queue
 */
export function countOpenDisputes(reader: Reader, openedBefore?: Date): Promise<Waiting> {
  const isOpenedBefore = openedBefore && lt(disputes.openedAt, openedBefore)
  return countWaiting(
    reader,
    disputes,
    disputes.openedAt,
    and(inArray(disputes.status, OPEN_STATUSES), isOpenedBefore),
  )
}
