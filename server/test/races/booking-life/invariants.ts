/** What holds in every life of a booking: after each step, and once all money has arrived. */
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { findRequestPayment } from '../../../src/features/payments/index.ts'
import type { TestApp } from '../../app.ts'
import type { World } from './world.ts'

/**
 * Requires that exactly the live bookings have their hours, without overlaps, that they cost what was paid
 * however they were moved, that no proposal is open for what can't be moved, and that nothing was released
 * early.
 * @param caregiverId whose bookings; by default everyone's
 */
export async function expectSound({ deps: { database } }: TestApp, caregiverId?: number): Promise<void> {
  const isMeant = caregiverId === undefined ? sql`IS NOT NULL` : sql`= ${caregiverId}`
  const { rows } = await database.execute(sql`
    WITH meant AS (SELECT * FROM requests WHERE caregiver_id ${isMeant}),
    times AS (SELECT * FROM booked_times WHERE caregiver_id ${isMeant}),
    booked AS (
      SELECT bookings.*, starts_at, ends_at FROM bookings JOIN request_windows ON request_windows.id = window_id
        JOIN meant ON meant.id = bookings.request_id)
    SELECT (SELECT count(*)::int FROM booked LEFT JOIN times ON times.id = booked_time_id
        AND times.starts_at = booked.starts_at AND times.ends_at = booked.ends_at
        WHERE (canceled_at IS NULL) <> (times.id IS NOT NULL)) AS wrong,
      (SELECT count(*)::int FROM times WHERE id NOT IN (
        SELECT booked_time_id FROM bookings WHERE booked_time_id IS NOT NULL)) AS orphans,
      (SELECT count(*)::int FROM times a JOIN times b ON a.id < b.id AND a.caregiver_id = b.caregiver_id
        AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at) AS overlaps,
      (SELECT count(*)::int FROM meant JOIN LATERAL (
          SELECT sum(booked.price_cents) AS cents, sum(extract(epoch FROM ends_at - starts_at)) / 60 AS minutes
          FROM booked WHERE request_id = meant.id) total ON true
        WHERE paid_at IS NOT NULL AND (cents, minutes) IS DISTINCT FROM (price_cents, total_minutes)) AS repriced,
      (SELECT count(*)::int FROM moves JOIN meant ON meant.id = request_id WHERE moves.status = 'proposed' AND (
          (SELECT count(*) FROM bookings WHERE id = ANY(booking_ids) AND canceled_at IS NULL) < cardinality(booking_ids)
          OR EXISTS (SELECT FROM disputes WHERE disputes.request_id = moves.request_id AND ended_at IS NULL)))
        AS immovable,
      (SELECT count(*)::int FROM payments JOIN meant ON meant.id = payments.request_id
        JOIN ledger_transactions ON key = 'payment:' || payments.id || ':release'
        WHERE ledger_transactions.created_at < (
          SELECT max(ends_at) + interval '24 hours' FROM booked
          WHERE request_id = payments.request_id AND (canceled_at IS NULL OR refund_cents < price_cents))) AS early`)
  expect(rows).toEqual([{ wrong: 0, orphans: 0, overlaps: 0, repriced: 0, immovable: 0, early: 0 }])
}

/** Hours ahead until which all of the price, and half of it, comes back. */
const BOUNDARIES: Record<CancellationPolicy, [number, number]> = {
  flexible: [24, 0],
  moderate: [72, 24],
  strict: [168, 48],
}

type CanceledRow = {
  requestId: number
  policy: CancellationPolicy
  priceCents: number
  refundCents: number
  canceledBy: string
  canceledFor: string | null
  hoursAhead: number
  chosen: 'policy' | 'full' | 'none' | null
  isDisputed: boolean
}

/**
 * Compares each canceled booking's refund with its policy; what a dispute had refunded before can't come back
 * again.
 */
export async function expectRefundsOfPolicy({ app, caregiver }: World): Promise<void> {
  const { rows } = await app.deps.database.execute<CanceledRow>(sql`
    SELECT requests.id AS "requestId", cancellation_policy AS policy, bookings.price_cents AS "priceCents",
      refund_cents AS "refundCents", canceled_by AS "canceledBy", canceled_for AS "canceledFor",
      extract(epoch FROM starts_at - canceled_at)::float8 / 3600 AS "hoursAhead",
      (SELECT "after" ->> 'refund' FROM audit_log WHERE action = 'booking.canceled'
        AND "after" -> 'bookingIds' @> to_jsonb(bookings.id)) AS chosen,
      EXISTS (SELECT FROM disputes WHERE request_id = requests.id AND disputes.refund_cents > 0) AS "isDisputed"
    FROM bookings JOIN requests ON requests.id = bookings.request_id
      JOIN request_windows ON request_windows.id = window_id
    WHERE requests.caregiver_id = ${caregiver.id} AND canceled_at IS NOT NULL`)
  for (const row of rows) {
    const side = row.canceledFor ?? row.canceledBy
    const [full, half] = BOUNDARIES[row.policy]
    const ofPolicy = row.hoursAhead >= full ? 100 : row.hoursAhead >= half ? 50 : 0
    const percent = row.chosen === 'none' ? 0 : row.chosen === 'full' || side === 'caregiver' ? 100 : ofPolicy
    const expected = Math.floor((row.priceCents * percent + 50) / 100)
    if (row.isDisputed) expect(row.refundCents).toBeLessThanOrEqual(expected)
    else expect(row).toMatchObject({ refundCents: expected })
  }
}

type MoneyRow = { isBooked: boolean; released: number; refunds: number; owed: number }

/**
 * Requires that each payment's money went back as far as it was canceled or disputed, and the rest was
 * released once.
 */
export async function expectMoneyWhereItBelongs({ app, sent }: World): Promise<void> {
  const { database } = app.deps
  for (const { id } of sent) {
    const payment = await findRequestPayment(database, id)
    if (payment?.status !== 'succeeded' && payment?.status !== 'refunded') continue
    const { rows } = await database.execute<MoneyRow>(sql`
      SELECT (SELECT paid_at IS NOT NULL FROM requests WHERE id = ${id}) AS "isBooked",
        (SELECT coalesce(sum(entries.amount_cents), 0)::int FROM ledger_entries entries
          JOIN ledger_transactions ON ledger_transactions.id = transaction_id
          JOIN ledger_accounts ON ledger_accounts.id = account_id
          WHERE kind = 'available' AND key LIKE ${`payment:${payment.id}:%`}) AS released,
        (SELECT coalesce(sum(amount_cents), 0)::int FROM refunds WHERE payment_id = ${payment.id}
          AND status = 'succeeded') AS refunds,
        ((SELECT coalesce(sum(refund_cents), 0) FROM bookings WHERE request_id = ${id})
          + (SELECT coalesce(sum(refund_cents), 0) FROM disputes WHERE request_id = ${id}))::int AS owed`)
    const { amountCents, feeCents, refundCents, feeRefundCents } = payment
    const { isBooked, ...money } = rows[0] as MoneyRow
    expect(payment).toMatchObject({ escrowCents: 0, heldCents: 0 })
    expect(refundCents).toBeLessThanOrEqual(amountCents)
    expect(money).toEqual({
      refunds: refundCents,
      owed: isBooked ? refundCents : 0,
      released: isBooked ? amountCents - feeCents - (refundCents - feeRefundCents) : 0,
    })
  }
}
