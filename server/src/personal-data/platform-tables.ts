import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { attempts, idempotencyKeys, platformState } from '../platform/database/tables.ts'
import { jobName, queuedJobs } from '../platform/jobs/tables.ts'
import {
  countChanged,
  describeTable,
  type Leaver,
  mentions,
  type PersonalData,
  scrubColumns,
} from './classification.ts'

/** Jobs that move money. They hold only ids, and are never deleted. */
const MOVES_MONEY = /^(payments?|payouts?|refund|provider|bookings|sandbox)\./

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const platformData: PersonalData = {
  tables: [
    describeTable(platformState, {
      withheld: ['key', 'value'],
      why: 'Settings of the installation',
    }),
    describeTable(idempotencyKeys, {
      withheld: ['userId', 'key', 'fingerprint', 'response', 'createdAt'],
      why: 'Answers to repeated calls, kept for 7 days. Deleted; those of others from before the account was closed are gone',
      erase: (transaction, { id }) =>
        countChanged(transaction.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id))),
    }),
    describeTable(attempts, {
      withheld: ['key', 'points', 'expire'],
      why: 'Keyed hashes, deleted within a day',
    }),
    describeTable(queuedJobs, {
      withheld: [
        'id',
        'jobQueueId',
        'taskId',
        'payload',
        'priority',
        'runAt',
        'attempts',
        'maxAttempts',
        'lastError',
        'createdAt',
        'updatedAt',
        'key',
        'lockedAt',
        'lockedBy',
        'revision',
        'flags',
        'isAvailable',
      ],
      why: 'Waiting and failed jobs that have their email are deleted, unless they move money',
      scrub: scrubJobs,
      // Again near the end, for those that were running.
      erase: scrubJobs,
    }),
  ],
}

/**
 * Deletes waiting and failed jobs that have the person's email, and removes it from the errors of the rest.
 */
async function scrubJobs(transaction: Transaction, { everywhere }: Leaver): Promise<number> {
  if (everywhere.pattern === '') return 0
  const found = await transaction
    .select({
      id: queuedJobs.id,
      payload: queuedJobs.payload,
      name: jobName,
    })
    .from(queuedJobs)
    .where(and(isNull(queuedJobs.lockedAt), sql`${queuedJobs.payload}::text ~* ${everywhere.pattern}`))
  const ids = found
    .filter(({ name, payload }) => !MOVES_MONEY.test(name) && mentions(payload, everywhere))
    .map(({ id }) => id as number)
  const deleted = await countChanged(
    transaction.delete(queuedJobs).where(and(inArray(queuedJobs.id, ids), isNull(queuedJobs.lockedAt))),
  )
  return deleted + (await scrubColumns(transaction, queuedJobs, ['lastError'], everywhere))
}
