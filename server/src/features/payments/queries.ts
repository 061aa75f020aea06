import { usdFromCents } from '@tendwell/contract/money'
import type { Payment as PaymentResponse } from '@tendwell/contract/payments'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { Reader } from '../../platform/database.ts'
import { offsetOf, type PageRequest } from '../../platform/pages.ts'
import { users } from '../accounts/index.ts'
import { wireStatusOf } from './payment.ts'
import { type Payment, payments, webhookEvents } from './tables.ts'

export async function findPayment(reader: Reader, id: number): Promise<Payment | null> {
  const [payment] = await reader.select().from(payments).where(eq(payments.id, id))
  return payment ?? null
}

export async function findPaymentOfSession(reader: Reader, sessionId: string): Promise<Payment | null> {
  const [payment] = await reader.select().from(payments).where(eq(payments.sessionId, sessionId))
  return payment ?? null
}

/** A request's payment: the live one (open, captured, succeeded) or else its latest; null before the first. */
export async function paymentOfRequest(reader: Reader, requestId: number): Promise<Payment | null> {
  const isLive = inArray(payments.status, ['open', 'captured', 'succeeded'])
  const [payment] = await reader
    .select()
    .from(payments)
    .where(eq(payments.requestId, requestId))
    .orderBy(desc(isLive), desc(payments.id))
    .limit(1)
  return payment ?? null
}

export async function findWebhookEvent(reader: Reader, provider: string, eventId: string) {
  const [event] = await reader
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId)))
  return event ?? null
}

/** A page of what a person has paid, newest first. */
export async function paymentsOf(
  reader: Reader,
  payerId: number,
  query: PageRequest,
): Promise<{ count: number; results: PaymentResponse[] }> {
  const mine = eq(payments.payerId, payerId)
  const [total] = await reader.select({ count: count() }).from(payments).where(mine)
  const rows = await reader
    .select({ payment: payments, payeeName: users.fullName })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.payeeId))
    .where(mine)
    .orderBy(desc(payments.id))
    .limit(query.page_size)
    .offset(offsetOf(query))
  return {
    count: total?.count ?? 0,
    results: rows.map(({ payment, payeeName }) => ({
      id: payment.id,
      created_at: payment.createdAt.toISOString(),
      request_id: payment.requestId,
      caregiver_name: payeeName,
      caregiver_id: payment.payeeId,
      amount_gross: usdFromCents(payment.amountCents),
      currency: 'usd',
      status: wireStatusOf(payment.status),
      provider_charge_id: payment.chargeId,
      provider_payment_intent_id: payment.paymentIntentId,
    })),
  }
}
