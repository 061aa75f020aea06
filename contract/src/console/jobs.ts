import { z } from 'zod'
import { instantSchema, pageQuery } from '../wire.ts'

/** Failed jobs have used up their attempts or were refused for good; all others are waiting. */
export const JOB_STATES = ['failed', 'waiting'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What screens and CSV call each state. */
export const JOB_STATE_LABELS: Record<JobState, string> = { failed: 'Failed', waiting: 'Waiting' }

/**
 * A job's name in words: `payments.apply-webhook` is `Payments: apply webhook`, `refund.made > notifications`
 * `Refund made: notifications`.
 */
export function describeJob(name: string): string {
  const [event = '', subscriber] = name.split(' > ')
  const words =
    subscriber === undefined ? event.replace('.', ': ') : `${event.replace('.', ' ')}: ${subscriber}`
  const text = words.replace(/[-_]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const adminJob = z.object({
  id: z.int().positive(),
  /** The job's name, such as `notifications.email`, or the event and its subscriber. */
  name: z.string(),
  state: z.enum(JOB_STATES),
  /** A running job can be neither retried nor dropped. */
  is_running: z.boolean(),
  attempts: z.int().nonnegative(),
  max_attempts: z.int().positive(),
  /** Why the last attempt failed, without addresses; null before, and where its process was killed. */
  last_error: z.string().nullable(),
  created_at: instantSchema,
  /** The next attempt; null for a failed job, which has none. */
  run_at: instantSchema.nullable(),
})
export type AdminJob = z.infer<typeof adminJob>

/** @see docs/rules/console.md#jobs */
export const adminJobsQuery = z.strictObject({
  state: z.enum(JOB_STATES, { error: 'State must be failed or waiting' }).default('failed'),
  ...pageQuery(50),
})

export const jobParams = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
})
export const jobActionResponse = z.object({ message: z.string() })
