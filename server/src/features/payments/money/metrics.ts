import { sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { payments, refunds, webhookEvents } from '../tables.ts'
import { isStuckPayment, isStuckRefund } from './stuck.ts'

export function paymentsMetrics({ metrics, clock }: Deps): void {
  metrics.addQuery({
    name: 'tendwell_payments_stuck',
    help: 'Payments neither booked nor refunded after 10 minutes, and refunds not sent after an hour, by step',
    labels: ['step'],
    query: () => sql`
      SELECT 'captured' AS step, count(*) AS value FROM ${payments}
      WHERE ${payments.status} = 'captured' AND ${isStuckPayment(clock.now())}
      UNION ALL
      SELECT 'refunding', count(*) FROM ${refunds}
      WHERE ${isStuckRefund(clock.now())}`,
  })
  metrics.addQuery({
    name: 'tendwell_webhooks_oldest_unapplied_seconds',
    help: 'The age of the oldest webhook that is stored but not applied',
    query: () => sql`
      SELECT coalesce(extract(epoch FROM ${clock.now().toISOString()}::timestamptz - min(${webhookEvents.receivedAt})), 0) AS value
      FROM ${webhookEvents} WHERE ${webhookEvents.appliedAt} IS NULL`,
  })
}
