import { HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { payments, refunds, webhookEvents } from './tables.ts'

/** Booking a paid request takes seconds, and a sweep tries again each minute. */
const CAPTURED_MS = 10 * MINUTE_MS
/** A refund that the provider refuses is tried again with pauses. */
const REFUNDING_MS = HOUR_MS

export function paymentsMetrics({ metrics, clock }: Deps): void {
  const before = (ms: number) => sql`${new Date(clock.now().getTime() - ms).toISOString()}::timestamptz`
  metrics.addQuery({
    name: 'tendwell_payments_stuck',
    help: 'Payments neither booked nor refunded after 10 minutes, and refunds not sent after an hour, by step',
    labels: ['step'],
    query: () => sql`
      SELECT 'captured' AS step, count(*) AS value FROM ${payments}
      WHERE ${payments.status} = 'captured' AND ${payments.paidAt} < ${before(CAPTURED_MS)}
      UNION ALL
      SELECT 'refunding', count(*) FROM ${refunds}
      WHERE ${refunds.status} <> 'succeeded' AND ${refunds.createdAt} < ${before(REFUNDING_MS)}`,
  })
  metrics.addQuery({
    name: 'tendwell_webhooks_oldest_unapplied_seconds',
    help: 'The age of the oldest webhook that is stored but not applied',
    query: () => sql`
      SELECT coalesce(extract(epoch FROM ${before(0)} - min(${webhookEvents.receivedAt})), 0) AS value
      FROM ${webhookEvents} WHERE ${webhookEvents.appliedAt} IS NULL`,
  })
}
