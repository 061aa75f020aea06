import type { AdminRefund, AdminRefundsQuery } from '@tendwell/contract/console/money'
import { usdFromCents } from '@tendwell/contract/money'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { findNames, isOfPerson, matchesEitherParty, readNumber } from '../../people/index.ts'
import { isStuckRefund } from '../money/stuck.ts'
import { payments, refunds } from '../tables.ts'

/** The column with the person of each role, by which the list is filtered. */
const PARTIES = { caretaker: payments.payerId, caregiver: payments.payeeId }

/**
 * The SQL condition for a search: `q` is the refund's number, or in the name or email of one of its sides.
 * Undefined without a search.
 */
async function matchesSearch({ database }: ListDeps, q: string | undefined): Promise<SQL | undefined> {
  const number = readNumber(q)
  const matchesPerson = await matchesEitherParty(database, q, PARTIES, { hasFewRows: true })
  return number === null ? matchesPerson : or(matchesPerson, eq(refunds.id, number))
}

const readRows = ({ clock, database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      refund: refunds,
      requestId: payments.requestId,
      payerId: payments.payerId,
      isStuck: sql<boolean>`coalesce(${isStuckRefund(clock.now())}, false)`,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

const toRefund = (
  { refund, ...row }: Awaited<ReturnType<typeof readRows>>[number],
  names: ReadonlyMap<number, string>,
): AdminRefund => ({
  id: refund.id,
  payment_id: refund.paymentId,
  request_id: row.requestId,
  family: { id: row.payerId, name: names.get(row.payerId) ?? '' },
  created_at: refund.createdAt.toISOString(),
  amount_usd: usdFromCents(refund.amountCents),
  reason: refund.reason,
  step: refund.status,
  is_stuck: row.isStuck,
  refusals: refund.refusals,
  failure_reason: refund.failureReason,
  provider_refund_id: refund.providerRefundId,
  reference: refund.reference,
})

/** All refunds, with the reasons that families read. @see docs/rules/console.md#money */
export const refundList: SortedList<WithoutPage<AdminRefundsQuery>, AdminRefund> = {
  from: sql`${refunds} JOIN ${payments} ON ${payments.id} = ${refunds.paymentId}`,
  id: refunds.id,
  sorts: { created_at: refunds.createdAt, amount_usd: refunds.amountCents },
  defaultSort: '-created_at',
  match: async (deps, query) =>
    and(
      query.state === 'stuck'
        ? isStuckRefund(deps.clock.now())
        : query.state && eq(refunds.status, query.state),
      onDays(refunds.createdAt, query),
      isOfPerson(query.person_id, PARTIES),
      await matchesSearch(deps, query.q),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    const names = await findNames(
      deps.database,
      rows.map(({ payerId }) => payerId),
    )
    return rows.map((row) => ({ sortValue: row.sortValue, result: toRefund(row, names) }))
  },
}
