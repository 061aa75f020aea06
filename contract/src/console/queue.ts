/** What waits for staff. @see docs/rules/console.md#queue */
import { z } from 'zod'
import { instantSchema, pageSchema } from '../wire.ts'

export const QUEUE_KINDS = [
  'safety_reports',
  'verifications',
  'changes',
  'renewals',
  'documents',
  'background_checks',
  'reports',
  'family_patterns',
  'ban_matches',
  'overdue_disputes',
  'disputes',
  'two_step_recoveries',
  'staff_changes',
  'waiting_refunds',
  'stuck_payments',
  'stuck_refunds',
  'stuck_payouts',
  'bank_reviews',
  'chargebacks',
  'open_differences',
  'failed_jobs',
  'retried_jobs',
  'unsealed_audit',
] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/** Kinds with something that waits, as far as the caller's staff role may see them. */
export const queueResponse = pageSchema(
  z.object({
    kind: z.enum(QUEUE_KINDS),
    count: z.int().positive(),
    /** Since when the oldest has waited. */
    oldest_at: instantSchema,
    /** The first deadline, of kinds that have one. */
    due_at: instantSchema.optional(),
  }),
)
export type QueueItem = z.infer<typeof queueResponse>['results'][number]
