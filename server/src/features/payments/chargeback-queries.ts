import type { AdminChargeback } from '@tendwell/contract/admin-money'
import { usdFromCents } from '@tendwell/contract/money'
import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '../../platform/database.ts'
import { users } from '../accounts/index.ts'
import { type Chargeback, chargebacks, type Payment, payments } from './tables.ts'

const payers = alias(users, 'payers')
const payees = alias(users, 'payees')

/** The ids at the provider of the chargebacks that the bank has not decided. */
export async function listOpenChargebackIds(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ id: chargebacks.providerChargebackId })
    .from(chargebacks)
    .where(eq(chargebacks.status, 'open'))
  return rows.map(({ id }) => id)
}

/** A chargeback and the payment that it is of; null for an unknown id. */
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
    .select({ chargeback: chargebacks, payment: payments, payer: payers.fullName, payee: payees.fullName })
    .from(chargebacks)
    .innerJoin(payments, eq(payments.id, chargebacks.paymentId))
    .innerJoin(payers, eq(payers.id, payments.payerId))
    .innerJoin(payees, eq(payees.id, payments.payeeId))
    .where(eq(chargebacks.status, 'open'))
    .orderBy(asc(chargebacks.evidenceDueAt), asc(chargebacks.id))
  return rows.map(({ chargeback, payment, payer, payee }) => ({
    id: chargeback.id,
    payment_id: payment.id,
    booking_id: payment.requestId,
    family: { id: payment.payerId, name: payer },
    caregiver: { id: payment.payeeId, name: payee },
    amount_usd: usdFromCents(chargeback.amountCents),
    held_usd: usdFromCents(payment.heldCents),
    reason: chargeback.reason,
    opened_at: chargeback.openedAt.toISOString(),
    evidence_due_at: chargeback.evidenceDueAt?.toISOString() ?? null,
    provider_chargeback_id: chargeback.providerChargebackId,
  }))
}
