import type { AdminPayment, AdminPaymentsQuery } from '@tendwell/contract/console/money'
import { usdFromCents } from '@tendwell/contract/money'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { onDays } from '../../../platform/database/days.ts'
import type { WithoutPage } from '../../../platform/database/paging.ts'
import {
  type ListDeps,
  type Part,
  readPage,
  type SortedList,
} from '../../../platform/database/sorted-list.ts'
import { bookings, requestWindows } from '../../bookings/index.ts'
import { isStuckPayment, payments, refundedCents } from '../../payments/index.ts'
import { isOfPerson, matchesNumberOrParty, users } from '../../people/index.ts'

const families = alias(users, 'families')
const caregivers = alias(users, 'caregivers')
const PARTIES = { caretaker: payments.payerId, caregiver: payments.payeeId }

const readRows = ({ clock, database }: ListDeps, { where, orderBy, sortValue, limit, offset }: Part) =>
  database
    .select({
      sortValue,
      payment: payments,
      refundedCents,
      familyName: families.fullName,
      caregiverName: caregivers.fullName,
      isStuck: sql<boolean>`coalesce(${isStuckPayment(clock.now())}, false)`,
      aheadCents: sumAhead(clock.now()),
    })
    .from(payments)
    .innerJoin(families, eq(families.id, payments.payerId))
    .innerJoin(caregivers, eq(caregivers.id, payments.payeeId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)

/**
 * What was paid for the visits of a payment's booking that have not begun, in cents: those are canceled
 * instead.
 */
const sumAhead = (now: Date) => sql<number>`(
  SELECT coalesce(sum(${bookings.priceCents}), 0)::int FROM ${bookings}
  JOIN ${requestWindows} ON ${requestWindows.id} = ${bookings.windowId}
  WHERE ${bookings.requestId} = ${payments.requestId} AND ${bookings.canceledAt} IS NULL
    AND ${requestWindows.startsAt} > ${now})`

const toPayment = ({ payment, ...row }: Awaited<ReturnType<typeof readRows>>[number]): AdminPayment => ({
  id: payment.id,
  request_id: payment.requestId,
  family: { id: payment.payerId, name: row.familyName },
  caregiver: { id: payment.payeeId, name: row.caregiverName },
  created_at: payment.createdAt.toISOString(),
  paid_at: payment.paidAt?.toISOString() ?? null,
  amount_usd: usdFromCents(payment.amountCents),
  fee_usd: usdFromCents(payment.feeCents),
  refunded_usd: usdFromCents(row.refundedCents),
  refund_pending_usd: usdFromCents(payment.refundCents - row.refundedCents),
  step: payment.status,
  is_stuck: row.isStuck,
  can_refund:
    payment.status === 'succeeded' && payment.amountCents - payment.refundCents - row.aheadCents > 0,
  failure_reason: payment.failureReason,
  provider: payment.provider,
  provider_payment_intent_id: payment.paymentIntentId,
})

/** All payments. @see docs/rules/console.md#money */
export const paymentList: SortedList<WithoutPage<AdminPaymentsQuery>, AdminPayment> = {
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
    return rows.map((row) => ({ sortValue: row.sortValue, result: toPayment(row) }))
  },
}

/** Lists one page of all payments. */
export const listAllPayments = (deps: ListDeps, query: AdminPaymentsQuery) =>
  readPage(deps, paymentList, query)
