import { sql } from 'drizzle-orm'
import type { TestApp } from '../app.ts'
import type { TestUser } from './accounts.ts'

/** Stores a paid booking of one hour in the past, without ledger entries. @returns the booking's id */
export async function makeEndedBooking(
  app: TestApp,
  { caregiver, family, startsAt }: { caregiver: TestUser; family: TestUser; startsAt: Date },
): Promise<number> {
  const { rows } = await app.deps.database.execute<{ id: number }>(sql`
    WITH times AS (SELECT ${startsAt.toISOString()}::timestamptz AS starts),
    request AS (
      INSERT INTO requests (caregiver_id, family_id, status, timezone, total_minutes, rate_cents,
        service_fee_cents, price_cents, submitted_at, paid_at)
      SELECT ${caregiver.id}, ${family.id}, 'accepted', 'UTC', 60, 2500, 0, 2500, starts, starts FROM times RETURNING id),
    request_window AS (
      INSERT INTO request_windows (request_id, date_local, start_local, end_local, starts_at, ends_at)
      SELECT request.id, starts::date, '09:00', '10:00', starts, starts + interval '1 hour' FROM request, times
      RETURNING id),
    payment AS (
      INSERT INTO payments (request_id, payer_id, payee_id, amount_cents, fee_cents, status, provider,
        paid_at, released_at, expires_at, created_at, updated_at)
      SELECT request.id, ${family.id}, ${caregiver.id}, 2500, 0, 'succeeded', 'sandbox',
        starts, starts, starts, starts, starts FROM request, times RETURNING id),
    occupied AS (
      INSERT INTO booked_times (caregiver_id, starts_at, ends_at)
      SELECT ${caregiver.id}, starts, starts + interval '1 hour' FROM times RETURNING id)
    INSERT INTO bookings (request_id, window_id, booked_time_id, price_cents, created_at)
    SELECT request.id, request_window.id, occupied.id, 2500, starts FROM request, request_window, occupied, times
    RETURNING id`)
  const [booking] = rows
  if (!booking) throw new Error('The booking was not stored')
  return booking.id
}
