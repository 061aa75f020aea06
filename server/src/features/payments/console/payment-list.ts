import type { AdminPayment, AdminPaymentsQuery } from '@tendwell/contract/console/money'
import { usdFromCents } from '@tendwell/contract/money'
import { and, eq, sql } from 'drizzle-orm'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import type { ListDeps, Part, SortedList } from '../../../platform/database/sorted-list.ts'
import { findNames, isOfPerson, matchesNumberOrParty } from '../../people/index.ts'
import { isStuckPayment } from '../money/stuck.ts'
import { refundedCentsSql } from '../queries.ts'
import { payments } from '../tables.ts'

/** The column with the person of each role, by which the list is filtered. */
const PARTIES = { caretaker: payments.payerId, caregiver: payments.payeeId }

const readRows = ({ clock, database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      payment: payments,
      refundedCents: sql<number>`${refundedCentsSql}`,
      isStuck: sql<boolean>`coalesce(${isStuckPayment(clock.now())}, false)`,
    })
    .from(payments)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * A payment as the console lists it, with what can still be refunded of it (`leftCents`); 0 if it paid no
 * booking.
 */
export type ListedPayment = Omit<AdminPayment, 'can_refund'> & { leftCents: number }

const toPayment = (
  { payment, ...row }: Awaited<ReturnType<typeof readRows>>[number],
  names: ReadonlyMap<number, string>,
): ListedPayment => ({
  id: payment.id,
  request_id: payment.requestId,
  family: { id: payment.payerId, name: names.get(payment.payerId) ?? '' },
  caregiver: { id: payment.payeeId, name: names.get(payment.payeeId) ?? '' },
  created_at: payment.createdAt.toISOString(),
  paid_at: payment.paidAt?.toISOString() ?? null,
  amount_usd: usdFromCents(payment.amountCents),
  fee_usd: usdFromCents(payment.feeCents),
  refunded_usd: usdFromCents(row.refundedCents),
  refund_pending_usd: usdFromCents(payment.refundCents - row.refundedCents),
  step: payment.status,
  is_stuck: row.isStuck,
  failure_reason: payment.failureReason,
  provider: payment.provider,
  provider_payment_intent_id: payment.paymentIntentId,
  leftCents: payment.status === 'succeeded' ? payment.amountCents - payment.refundCents : 0,
})

/** All payments. @see docs/rules/console.md#money */
export const paymentList: SortedList<WithoutPage<AdminPaymentsQuery>, ListedPayment> = {
  from: payments,
  id: payments.id,
  sorts: { created_at: payments.createdAt, amount_usd: payments.amountCents },
  defaultSort: '-created_at',
  match: async ({ clock, database }, query) =>
    and(
      query.state === 'stuck' ? isStuckPayment(clock.now()) : query.state && eq(payments.status, query.state),
      isOfPerson(query.person_id, PARTIES),
      onDays(payments.createdAt, query),
      await matchesNumberOrParty(database, query.q, payments.id, PARTIES),
    ),
  async read(deps, part) {
    const rows = await readRows(deps, part)
    const ids = rows.flatMap(({ payment }) => [payment.payerId, payment.payeeId])
    const names = await findNames(deps.database, ids)
    return rows.map((row) => ({ sortValue: row.sortValue, result: toPayment(row, names) }))
  },
}
