import { usdFromCents } from '@tendwell/contract/money'
import type { HoldCause } from '@tendwell/contract/payments/holds'
import type { Payment as PaymentResponse, Receipt } from '@tendwell/contract/payments/payments'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database/database.ts'
import { getOffset, type PageRequest } from '../../platform/database/paging.ts'
import { notFound } from '../../platform/errors.ts'
import { findNames, findUser } from '../people/index.ts'
import { LIVE_STATES, toPaymentStatus } from './payment.ts'
import { calculateRefundableCents, SETTLED_REFUND_PREFIX } from './refunds/refund.ts'
import { chargebacks, type Payment, payments, type Refund, refunds, webhookEvents } from './tables.ts'

/** The SQL value: how many cents of a row of `payments` were sent back to the payer. */
export const refundedCentsSql = sql<number>`(
  SELECT coalesce(sum(refund.amount_cents), 0)::int FROM refunds refund
  WHERE refund.payment_id = payments.id AND refund.status = 'succeeded'
)`

/** The SQL value: how many cents of a row of `payments` are still to be sent back to the payer. */
const refundingCentsSql = sql<number>`(
  SELECT coalesce(sum(refund.amount_cents), 0)::int FROM refunds refund
  WHERE refund.payment_id = payments.id AND refund.status IN ('pending', 'failed')
)`

export async function findPayment(reader: Reader, id: number): Promise<Payment | null> {
  const [payment] = await reader.select().from(payments).where(eq(payments.id, id))
  return payment ?? null
}

export async function findPaymentBySession(reader: Reader, sessionId: string): Promise<Payment | null> {
  const [payment] = await reader.select().from(payments).where(eq(payments.sessionId, sessionId))
  return payment ?? null
}

/** The ids of a payer's payments that can still be paid, because their card page is open. */
export async function listOpenPaymentIds(reader: Reader, payerId: number): Promise<number[]> {
  const isOpen = and(eq(payments.payerId, payerId), eq(payments.status, 'open'))
  const rows = await reader.select({ id: payments.id }).from(payments).where(isOpen)
  return rows.map(({ id }) => id)
}

/** An order of a request's payments: the live one, then those that are or were refunded, then the latest. */
const mostRelevantFirst = [
  desc(inArray(payments.status, [...LIVE_STATES])),
  desc(isNotNull(payments.paidAt)),
  desc(payments.id),
]

/**
 * A request's live payment, otherwise the one that is or was refunded, otherwise the latest; null if there is
 * none.
 * @param paymentId limits the search to this payment
 */
export async function findRequestPayment(
  reader: Reader,
  requestId: number,
  paymentId?: number,
): Promise<Payment | null> {
  const isWanted = paymentId === undefined ? undefined : eq(payments.id, paymentId)
  const [payment] = await reader
    .select()
    .from(payments)
    .where(and(eq(payments.requestId, requestId), isWanted))
    .orderBy(...mostRelevantFirst)
    .limit(1)
  return payment ?? null
}

/** A subquery for statements on requests: the id of the payment that `findRequestPayment` finds. */
export function selectRequestPaymentId(reader: Reader, requestId: PgColumn): SQL<number | null> {
  const mostRelevant = reader
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.requestId, requestId))
    .orderBy(...mostRelevantFirst)
    .limit(1)
  return sql<number | null>`(${mostRelevant})`
}

/**
 * A subquery for statements on requests: why money of a request's payment is on hold; null if none is.
 * @see docs/rules/money.md#holds
 */
export function selectRequestHold(reader: Reader, requestId: PgColumn): SQL<HoldCause | null> {
  const held = reader
    .select({ because: sql`CASE WHEN exists ${selectOpenDecisions(reader)} THEN 'bank' ELSE 'dispute' END` })
    .from(payments)
    .where(and(eq(payments.requestId, requestId), gt(payments.heldCents, 0)))
    .limit(1)
  return sql<HoldCause | null>`(${held})`
}

/** A subquery for statements on payments: the chargebacks of a payment that its payer's bank decides about. */
function selectOpenDecisions(reader: Reader) {
  return reader
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(and(eq(chargebacks.paymentId, payments.id), isNull(chargebacks.carriedOutAt)))
}

export async function findWebhookEvent(reader: Reader, provider: string, eventId: string) {
  const [event] = await reader
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)))
  return event ?? null
}

export async function findRefund(reader: Reader, id: number): Promise<Refund | null> {
  const [refund] = await reader.select().from(refunds).where(eq(refunds.id, id))
  return refund ?? null
}

export async function findRefundByProviderId(
  reader: Reader,
  providerRefundId: string,
): Promise<Refund | null> {
  const [refund] = await reader.select().from(refunds).where(eq(refunds.providerRefundId, providerRefundId))
  return refund ?? null
}

/** The SQL condition that a refund is still to be sent. */
export const isUnfinishedRefund = inArray(refunds.status, ['pending', 'failed'])

/** A payment's refunds that are still to be sent, oldest first. */
export function listUnfinishedRefunds(reader: Reader, paymentId: number): Promise<Refund[]> {
  return reader
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isUnfinishedRefund))
    .orderBy(asc(refunds.id))
}

/**
 * The refunds of the payments with which requests were booked, oldest first, by request. Refunds of payments
 * that booked nothing are left out.
 */
export async function listRefundsOfRequests(
  reader: Reader,
  requestIds: readonly number[],
): Promise<Map<number, Refund[]>> {
  const rows = await reader
    .select({ requestId: payments.requestId, refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(inArray(payments.requestId, [...requestIds]), like(refunds.key, `${SETTLED_REFUND_PREFIX}%`)))
    .orderBy(asc(refunds.id))
  const refundsByRequest = new Map<number, Refund[]>()
  for (const { requestId, refund } of rows)
    refundsByRequest.set(requestId, [...(refundsByRequest.get(requestId) ?? []), refund])
  return refundsByRequest
}

/** All payments of a request, newest first. */
export function listRequestPayments(reader: Reader, requestId: number): Promise<Payment[]> {
  return reader.select().from(payments).where(eq(payments.requestId, requestId)).orderBy(desc(payments.id))
}

/** All refunds of a request, newest first. */
export async function listRequestRefunds(reader: Reader, requestId: number): Promise<Refund[]> {
  const rows = await reader
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.requestId, requestId))
    .orderBy(desc(refunds.id))
  return rows.map(({ refund }) => refund)
}

/** How many cents of a payment were sent back to the payer. */
export async function sumSucceededRefunds(reader: Reader, paymentId: number): Promise<number> {
  const [row] = await reader
    .select({ cents: refundedCentsSql })
    .from(payments)
    .where(eq(payments.id, paymentId))
  return row?.cents ?? 0
}

/**
 * Whether the payer's bank is deciding about a payment, and how many cents the bank took back. A decided
 * payment counts as being decided on until all that follows is done (`markDecisionCarriedOut`). Until then
 * nothing of the payment may be refunded or released.
 */
export async function findBankDecision(
  reader: Reader,
  paymentId: number,
): Promise<{ isBankDeciding: boolean; takenBackCents: number }> {
  const [row] = await reader
    .select({
      isBankDeciding: sql<boolean>`coalesce(bool_or(${chargebacks.carriedOutAt} IS NULL), false)`,
      takenBackCents: sql<number>`coalesce(sum(${chargebacks.amountCents}) FILTER (WHERE ${chargebacks.status} = 'lost'), 0)::int`,
    })
    .from(chargebacks)
    .where(eq(chargebacks.paymentId, paymentId))
  return row ?? { isBankDeciding: false, takenBackCents: 0 }
}

/**
 * What is on hold of a payee's payments, oldest payment first.
 * @see docs/rules/money.md#holds
 */
export async function listHeldMoney(
  reader: Reader,
  payeeId: number,
): Promise<{ requestId: number; heldCents: number; isBankDeciding: boolean }[]> {
  return reader
    .select({
      requestId: payments.requestId,
      heldCents: payments.heldCents,
      isBankDeciding: sql<boolean>`exists ${selectOpenDecisions(reader)}`,
    })
    .from(payments)
    .where(and(eq(payments.payeeId, payeeId), eq(payments.status, 'succeeded'), gt(payments.heldCents, 0)))
    .orderBy(asc(payments.id))
}

/**
 * The cents of a request's payment that `refundHeldPayment` can refund now: what is on hold, and the fee.
 * While the payer's bank decides, this is 0. What the bank took back can't be refunded.
 */
export async function getRefundableCents(reader: Reader, requestId: number): Promise<number> {
  const payment = await findRequestPayment(reader, requestId)
  if (payment?.status !== 'succeeded') return 0
  const { isBankDeciding, takenBackCents } = await findBankDecision(reader, payment.id)
  return isBankDeciding ? 0 : calculateRefundableCents(payment, takenBackCents)
}

type PaymentRow = { payment: Payment; refundedCents: number; refundingCents: number }

const paymentColumns = {
  payment: payments,
  refundedCents: refundedCentsSql,
  refundingCents: refundingCentsSql,
}

/** A payment without the care that it paid for, which this slice does not know. */
type ListedPayment = Omit<PaymentResponse, 'care'>

/** A payment as its payer gets it. */
function toListedPayment(
  { payment, refundedCents, refundingCents }: PaymentRow,
  names: ReadonlyMap<number, string>,
): ListedPayment {
  return {
    id: payment.id,
    created_at: payment.createdAt.toISOString(),
    request_id: payment.requestId,
    caregiver_name: names.get(payment.payeeId) ?? '',
    caregiver_id: payment.payeeId,
    amount_gross: usdFromCents(payment.amountCents),
    refunded_usd: usdFromCents(refundedCents),
    currency: 'usd',
    status: toPaymentStatus(payment, refundedCents),
    refunding_usd: usdFromCents(refundingCents),
    is_refunding: refundingCents > 0 && refundedCents + refundingCents === payment.amountCents,
    provider_charge_id: payment.chargeId,
    provider_payment_intent_id: payment.paymentIntentId,
  }
}

/** A page of a payer's payments, newest first. */
export async function listPayments(
  reader: Reader,
  payerId: number,
  query: PageRequest,
): Promise<{ count: number; results: ListedPayment[] }> {
  const isPayer = eq(payments.payerId, payerId)
  const [total] = await reader.select({ count: count() }).from(payments).where(isPayer)
  const rows = await reader
    .select(paymentColumns)
    .from(payments)
    .where(isPayer)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(query.page_size)
    .offset(getOffset(query))
  const names = await findNames(
    reader,
    rows.map(({ payment }) => payment.payeeId),
  )
  return { count: total?.count ?? 0, results: rows.map((row) => toListedPayment(row, names)) }
}

/**
 * The receipt of a payment, without the care that it paid for.
 * @throws AppError 404 unless it is this payer's payment
 */
export async function getReceipt(
  reader: Reader,
  payerId: number,
  paymentId: number,
): Promise<Omit<Receipt, 'care' | 'description'>> {
  const [paymentRow] = await reader
    .select(paymentColumns)
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.payerId, payerId)))
  const payer = await findUser(reader, payerId)
  if (!paymentRow || !payer) throw notFound()
  const names = await findNames(reader, [paymentRow.payment.payeeId])
  const refundRows = await reader
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.id))
  return {
    ...toListedPayment(paymentRow, names),
    payer_name: payer.fullName,
    payer_email: payer.email,
    paid_at: paymentRow.payment.paidAt?.toISOString() ?? null,
    failure_reason: paymentRow.payment.failureReason,
    refunds: refundRows.map((refund) => ({
      id: refund.id,
      created_at: refund.createdAt.toISOString(),
      amount: usdFromCents(refund.amountCents),
      reason: refund.reason,
      status: refund.status,
      reference: refund.reference,
    })),
  }
}

/**
 * The request that each ledger posting was for, by the posting's key, such as `payment:12:escrow_in` or
 * `refund:3:taken`. Keys of other slices are left out.
 */
export async function listRequestIdsOfPostings(
  reader: Reader,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const listIdsIn = (kind: 'payment' | 'refund') => keys.flatMap((key) => parsePostingId(key, kind) ?? [])
  const paymentRows = await reader
    .select({ id: payments.id, requestId: payments.requestId })
    .from(payments)
    .where(inArray(payments.id, listIdsIn('payment')))
  const refundRows = await reader
    .select({ id: refunds.id, requestId: payments.requestId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(inArray(refunds.id, listIdsIn('refund')))
  const requestIds = {
    payment: new Map(paymentRows.map(({ id, requestId }) => [id, requestId])),
    refund: new Map(refundRows.map(({ id, requestId }) => [id, requestId])),
  }
  const requestIdByKey = new Map<string, number>()
  for (const key of keys) {
    for (const kind of ['payment', 'refund'] as const) {
      const id = parsePostingId(key, kind)
      const requestId = id === null ? undefined : requestIds[kind].get(id)
      if (requestId !== undefined) requestIdByKey.set(key, requestId)
    }
  }
  return requestIdByKey
}

/** The id of the payment or refund in a posting's key (12 in `payment:12:fee`); null for another kind. */
function parsePostingId(key: string, kind: 'payment' | 'refund'): number | null {
  const [kindOfKey, id] = key.split(':')
  return kindOfKey === kind ? Number(id) : null
}
