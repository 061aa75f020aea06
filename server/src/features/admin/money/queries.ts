import type {
  AdminPayment,
  AdminPaymentsQuery,
  AdminPayout,
  AdminPayoutsQuery,
  AdminRefund,
  AdminRefundsQuery,
} from '@tendwell/contract/admin-money'
import { usdFromCents } from '@tendwell/contract/money'
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Deps } from '../../../deps.ts'
import type { Reader } from '../../../platform/database.ts'
import { onDays } from '../../../platform/days.ts'
import { countUpTo, getOffset, type PageRequest } from '../../../platform/pages.ts'
import { users } from '../../accounts/index.ts'
import { isStuckPayment, isStuckRefund, payments, refunds } from '../../payments/index.ts'
import { isStuckPayout, payouts } from '../../payouts/index.ts'
import { isOfPerson, MAX_COUNT, matchesEitherParty, readNumber } from '../list-filters.ts'

const families = alias(users, 'families')
const caregivers = alias(users, 'caregivers')
const PARTIES = { caretaker: payments.payerId, caregiver: payments.payeeId }

type Found<Row> = { count: number; results: Row[] }

/** Counts the rows that match, and reads a page of them if there is one. */
async function readPage<Row, Result>(
  reader: Reader,
  query: PageRequest,
  list: {
    table: PgTable
    conditions: SQL | undefined
    read: (page: { limit: number; offset: number }) => Promise<Row[]>
    toResult: (row: Row) => Result
  },
): Promise<Found<Result>> {
  const count = await countUpTo(reader, list.table, list.conditions, MAX_COUNT)
  const offset = getOffset(query)
  if (offset >= Math.min(count, MAX_COUNT)) return { count, results: [] }
  const rows = await list.read({ limit: query.page_size, offset })
  return { count, results: rows.map(list.toResult) }
}

/** Matches rows by a number or by a name or email address of either side. */
async function matches(
  reader: Reader,
  q: string | undefined,
  id: PgColumn,
  parties: Parameters<typeof matchesEitherParty>[2],
): Promise<SQL | undefined> {
  const number = readNumber(q)
  const byPerson = await matchesEitherParty(reader, q, parties)
  return number === null ? byPerson : or(byPerson, eq(id, number))
}

/** Lists one page of all payments, newest first. @see docs/rules/console.md#money */
export async function listAllPayments(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  query: AdminPaymentsQuery,
): Promise<Found<AdminPayment>> {
  const stuck = isStuckPayment(clock.now())
  const conditions = and(
    query.state === 'stuck' ? stuck : query.state && eq(payments.status, query.state),
    isOfPerson(query.person_id, PARTIES),
    onDays(payments.createdAt, query),
    await matches(database, query.q, payments.id, PARTIES),
  )
  return readPage(database, query, {
    table: payments,
    conditions,
    read: ({ limit, offset }) =>
      database
        .select({
          payment: payments,
          familyName: families.fullName,
          caregiverName: caregivers.fullName,
          isStuck: sql<boolean>`coalesce(${stuck}, false)`,
        })
        .from(payments)
        .innerJoin(families, eq(families.id, payments.payerId))
        .innerJoin(caregivers, eq(caregivers.id, payments.payeeId))
        .where(conditions)
        .orderBy(desc(payments.id))
        .limit(limit)
        .offset(offset),
    toResult: ({ payment, familyName, caregiverName, isStuck }) => ({
      id: payment.id,
      booking_id: payment.requestId,
      family: { id: payment.payerId, name: familyName },
      caregiver: { id: payment.payeeId, name: caregiverName },
      created_at: payment.createdAt.toISOString(),
      paid_at: payment.paidAt?.toISOString() ?? null,
      amount_usd: usdFromCents(payment.amountCents),
      fee_usd: usdFromCents(payment.feeCents),
      refunded_usd: usdFromCents(payment.refundCents),
      step: payment.status,
      is_stuck: isStuck,
      failure_reason: payment.failureReason,
      provider: payment.provider,
      provider_payment_intent_id: payment.paymentIntentId,
    }),
  })
}

/** The payments of a person, or those that match the search; undefined for all. */
async function isAboutPayment(reader: Reader, query: AdminRefundsQuery): Promise<SQL | undefined> {
  const ofPayment = and(
    isOfPerson(query.person_id, PARTIES),
    await matchesEitherParty(reader, query.q, PARTIES),
  )
  if (!ofPayment) return undefined
  return sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${refunds.paymentId} AND ${ofPayment})`
}

/** Lists one page of all refunds, newest first. @see docs/rules/console.md#money */
export async function listAllRefunds(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  query: AdminRefundsQuery,
): Promise<Found<AdminRefund>> {
  const stuck = isStuckRefund(clock.now())
  const conditions = and(
    query.state === 'stuck' ? stuck : query.state && eq(refunds.status, query.state),
    onDays(refunds.createdAt, query),
    await isAboutPayment(database, query),
  )
  return readPage(database, query, {
    table: refunds,
    conditions,
    read: ({ limit, offset }) =>
      database
        .select({
          refund: refunds,
          requestId: payments.requestId,
          payerId: payments.payerId,
          familyName: families.fullName,
          isStuck: sql<boolean>`coalesce(${stuck}, false)`,
        })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .innerJoin(families, eq(families.id, payments.payerId))
        .where(conditions)
        .orderBy(desc(refunds.id))
        .limit(limit)
        .offset(offset),
    toResult: ({ refund, requestId, payerId, familyName, isStuck }) => ({
      id: refund.id,
      payment_id: refund.paymentId,
      booking_id: requestId,
      family: { id: payerId, name: familyName },
      created_at: refund.createdAt.toISOString(),
      amount_usd: usdFromCents(refund.amountCents),
      reason: refund.reason,
      step: refund.status,
      is_stuck: isStuck,
      refusals: refund.refusals,
      failure_reason: refund.failureReason,
      provider_refund_id: refund.providerRefundId,
    }),
  })
}

/** Lists one page of all payouts, newest first. @see docs/rules/console.md#money */
export async function listAllPayouts(
  { database }: Pick<Deps, 'database'>,
  query: AdminPayoutsQuery,
): Promise<Found<AdminPayout>> {
  const parties = { caregiver: payouts.userId, caretaker: payouts.userId }
  const conditions = and(
    query.state === 'stuck' ? isStuckPayout() : query.state && eq(payouts.status, query.state),
    query.person_id ? eq(payouts.userId, query.person_id) : undefined,
    onDays(payouts.createdAt, query),
    await matches(database, query.q, payouts.id, parties),
  )
  return readPage(database, query, {
    table: payouts,
    conditions,
    read: ({ limit, offset }) =>
      database
        .select({
          payout: payouts,
          name: users.fullName,
          isStuck: sql<boolean>`coalesce(${isStuckPayout()}, false)`,
        })
        .from(payouts)
        .innerJoin(users, eq(users.id, payouts.userId))
        .where(conditions)
        .orderBy(desc(payouts.id))
        .limit(limit)
        .offset(offset),
    toResult: ({ payout, name, isStuck }) => ({
      id: payout.id,
      caregiver: { id: payout.userId, name },
      created_at: payout.createdAt.toISOString(),
      updated_at: payout.updatedAt.toISOString(),
      amount_usd: usdFromCents(payout.amountCents),
      step: payout.status,
      is_stuck: isStuck,
      can_cancel: canCancel(payout),
      refusals: payout.refusals,
      failure_reason: payout.failureReason,
      provider_payout_id: payout.providerPayoutId,
    }),
  })
}

/** Whether the provider was asked for nothing yet. */
export function canCancel({
  status,
  transferAskedAt,
  transferId,
}: Pick<typeof payouts.$inferSelect, 'status' | 'transferAskedAt' | 'transferId'>): boolean {
  return status === 'pending' && transferAskedAt === null && transferId === null
}
