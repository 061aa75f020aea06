import type { AdminChargeback } from '@tendwell/contract/console/money'
import { usdFromCents } from '@tendwell/contract/money'
import { and, asc, eq, gt, isNull, like, notInArray, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { findNames } from '../../people/index.ts'
import { type Chargeback, chargebacks, type Payment, payments, webhookEvents } from '../tables.ts'

/**
 * The provider's ids of the chargebacks to sync: those that the bank has not decided, and those that a
 * webhook has named after `since` but that aren't recorded, because their payment was not captured then.
 */
export async function listChargebackIdsToSync(reader: Reader, since: Date): Promise<string[]> {
  const openIds = await reader
    .select({ id: chargebacks.providerChargebackId })
    .from(chargebacks)
    .where(eq(chargebacks.status, 'open'))
  const recordedIds = reader.select({ id: chargebacks.providerChargebackId }).from(chargebacks)
  const namedIds = await reader
    .selectDistinct({ id: webhookEvents.objectId })
    .from(webhookEvents)
    .where(
      and(
        gt(webhookEvents.receivedAt, since),
        // The provider calls a chargeback a dispute.
        like(webhookEvents.type, 'charge.dispute.%'),
        notInArray(webhookEvents.objectId, recordedIds),
      ),
    )
  return [...openIds, ...namedIds].flatMap(({ id }) => id ?? [])
}

/**
 * The status of the chargeback that stops a payer from paying again: an open one, or a lost one that staff
 * haven't cleared. Null if the payer may pay.
 */
export async function findPaymentStop(reader: Reader, payerId: number): Promise<'open' | 'lost' | null> {
  const states = await reader
    .selectDistinct({ status: chargebacks.status })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(and(eq(payments.payerId, payerId), isNull(chargebacks.clearedAt)))
  const hasStatus = (wanted: Chargeback['status']) => states.some(({ status }) => status === wanted)
  if (hasStatus('open')) return 'open'
  return hasStatus('lost') ? 'lost' : null
}

/**
 * Whether a person has an unsettled chargeback. As a payer: their bank is deciding, or took a payment back
 * and staff haven't let them pay again. As a payee: a bank is deciding about a payment to them, or took more
 * of it than holds of their money and our fee covered.
 * @see docs/rules/safety.md#ban-list
 */
export async function hasUnsettledChargeback(reader: Reader, userId: number): Promise<boolean> {
  if (await findPaymentStop(reader, userId)) return true
  const openCount = sql`count(*) FILTER (WHERE ${chargebacks.status} = 'open')`
  const takenCents = sql`coalesce(sum(${chargebacks.amountCents}) FILTER (WHERE ${chargebacks.status} = 'lost'), 0)`
  const coveredCents = sql`${payments.lostCents} + ${payments.feeCents} - ${payments.feeRefundCents}`
  const unsettledPayments = await reader
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(chargebacks, eq(chargebacks.paymentId, payments.id))
    .where(eq(payments.payeeId, userId))
    .groupBy(payments.id)
    .having(sql`${openCount} > 0 OR ${takenCents} > ${coveredCents}`)
  return unsettledPayments.length > 0
}

/**
 * Whether the money of a request was released to the payee, and whether a chargeback of its payment is open.
 */
export async function findReleaseState(
  reader: Reader,
  requestId: number,
): Promise<{ isReleased: boolean; hasOpenChargeback: boolean }> {
  const [row] = await reader
    .select({
      isReleased: sql<boolean>`coalesce(bool_or(${payments.releasedAt} IS NOT NULL), false)`,
      hasOpenChargeback: sql<boolean>`coalesce(bool_or(${chargebacks.status} = 'open'), false)`,
    })
    .from(payments)
    .leftJoin(chargebacks, eq(chargebacks.paymentId, payments.id))
    .where(eq(payments.requestId, requestId))
  return row ?? { isReleased: false, hasOpenChargeback: false }
}

/** A chargeback and its payment; null for an unknown id. */
export async function findChargeback(
  reader: Reader,
  id: number,
): Promise<{ chargeback: Chargeback; payment: Payment } | null> {
  const [found] = await reader
    .select({ chargeback: chargebacks, payment: payments })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(eq(chargebacks.id, id))
  return found ?? null
}

/** The chargebacks that the bank has not decided, those whose evidence is due soonest first. */
export async function listOpenChargebacks(reader: Reader): Promise<AdminChargeback[]> {
  const rows = await reader
    .select({ chargeback: chargebacks, payment: payments })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .where(eq(chargebacks.status, 'open'))
    .orderBy(asc(chargebacks.evidenceDueAt), asc(chargebacks.id))
  const names = await findNames(
    reader,
    rows.flatMap(({ payment }) => [payment.payerId, payment.payeeId]),
  )
  return rows.map(({ chargeback, payment }) => ({
    id: chargeback.id,
    payment_id: payment.id,
    request_id: payment.requestId,
    family: { id: payment.payerId, name: names.get(payment.payerId) ?? '' },
    caregiver: { id: payment.payeeId, name: names.get(payment.payeeId) ?? '' },
    amount_usd: usdFromCents(chargeback.amountCents),
    held_usd: usdFromCents(payment.heldCents),
    reason: chargeback.reason,
    opened_at: chargeback.openedAt.toISOString(),
    evidence_due_at: chargeback.evidenceDueAt?.toISOString() ?? null,
    provider_chargeback_id: chargeback.providerChargebackId,
  }))
}
