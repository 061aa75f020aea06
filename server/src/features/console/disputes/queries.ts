import type { AdminDispute, DisputeAssignee } from '@tendwell/contract/console/disputes'
import type { adminDisputesQuery } from '@tendwell/contract/console/users'
import type { DisputeStatus } from '@tendwell/contract/safety/disputes'
import { and, eq, inArray, isNull, notInArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  type ListDeps,
  type Part,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { disputes, parseDisputeNumber } from '../../disputes/index.ts'
import { isOfPerson, matchesEitherParty, users } from '../../people/index.ts'
import { worksOnDisputes } from './assignees.ts'

type ListQuery = z.infer<typeof adminDisputesQuery>

const OPEN: DisputeStatus[] = ['submitted', 'escalated']

const PARTIES = { caregiver: disputes.caregiverId, caretaker: disputes.caretakerId }
const caregivers = alias(users, 'caregivers')
const caretakers = alias(users, 'caretakers')
const assignees = alias(users, 'assignees')

/** Submitted and escalated disputes are open, all others are closed. */
function hasStatus(status: ListQuery['status']): SQL | undefined {
  if (status === undefined) return undefined
  if (status === 'closed') return notInArray(disputes.status, OPEN)
  return status === 'open' ? inArray(disputes.status, OPEN) : eq(disputes.status, status)
}

/** An assignee who no longer works on disputes counts as nobody. */
function isAssignedTo(
  { database, viewerId = 0 }: ListDeps,
  assignee: DisputeAssignee | undefined,
): SQL | undefined {
  if (assignee === 'me') return eq(disputes.assigneeId, viewerId)
  if (assignee !== 'nobody') return undefined
  const staff = database.select({ id: users.id }).from(users).where(worksOnDisputes)
  return or(isNull(disputes.assigneeId), notInArray(disputes.assigneeId, staff))
}

async function matchesSearch({ database }: ListDeps, q: string | undefined): Promise<SQL | undefined> {
  const number = parseDisputeNumber(q ?? '')
  const matchesParty = await matchesEitherParty(database, q, PARTIES)
  return number === null ? matchesParty : or(matchesParty, eq(disputes.id, number))
}

const readRows = ({ database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      dispute: disputes,
      caretakerName: caretakers.fullName,
      caregiverName: caregivers.fullName,
      assigneeName: assignees.fullName,
    })
    .from(disputes)
    .innerJoin(caretakers, eq(caretakers.id, disputes.caretakerId))
    .innerJoin(caregivers, eq(caregivers.id, disputes.caregiverId))
    .leftJoin(assignees, eq(assignees.id, disputes.assigneeId))
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
      isAssignedTo(deps, query.assignee),
      onDays(disputes.openedAt, query),
      await matchesSearch(deps, query.q),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    return rows.map(({ sortValue, dispute, ...names }) => ({
      sortValue,
      result: {
        id: dispute.id,
        booking_id: dispute.requestId,
        caretaker_id: dispute.caretakerId,
        caregiver_id: dispute.caregiverId,
        caretaker_name: names.caretakerName,
        caregiver_name: names.caregiverName,
        opened_at: dispute.openedAt.toISOString(),
        status: dispute.status,
        type: dispute.type,
        assignee:
          dispute.assigneeId === null ? null : { id: dispute.assigneeId, name: names.assigneeName ?? '' },
      },
    }))
  },
}

/** Lists one page of all disputes. */
export const listDisputes = (deps: ListDeps, query: ListQuery) => readPage(deps, disputeList, query)
