import { and, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { attempts, idempotencyKeys, platformState } from '../platform/database/tables.ts'
import { jobName, queuedJobs } from '../platform/jobs/tables.ts'
import {
  countChanged,
  deleteRows,
  describeTable,
  type Leaver,
  type PersonalData,
  scrubColumns,
} from './classification.ts'

/** The names of jobs that move money. They hold only ids, and are never deleted. */
const MOVES_MONEY = '^(payments?|payouts?|refund|provider|bookings|sandbox)\\.'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const platformData: PersonalData = {
  tables: [
    describeTable(platformState, { withheld: 'all', why: 'Settings of the installation' }),
    describeTable(idempotencyKeys, {
      withheld: 'all',
      names: { response: 'A repeated call gets the very answer of the first' },
      why: 'Answers to repeated calls, kept for 7 days. Deleted; those of others from before the account was closed are gone',
      erase: deleteRows(idempotencyKeys, idempotencyKeys.userId),
    }),
    describeTable(attempts, { withheld: 'all', why: 'Keyed hashes, deleted within a day' }),
    describeTable(queuedJobs, {
      withheld: 'all',
      why: 'Waiting and failed jobs that have their email are deleted, unless they move money',
      scrub: scrubJobs,
      // Again near the end, for those that were running.
      erase: scrubJobs,
    }),
  ],
}

/**
 * Deletes waiting and failed jobs that hold the person's email, and removes it from other jobs' error texts.
 */
async function scrubJobs(transaction: Transaction, { everywherePattern }: Leaver): Promise<number> {
  if (everywherePattern === '') return 0
  const hasEmail = sql`${queuedJobs.payload}::text ~* ${everywherePattern}`
  const movesNoMoney = sql`${jobName} !~ ${MOVES_MONEY}`
  const deleted = await countChanged(
    transaction.delete(queuedJobs).where(and(isNull(queuedJobs.lockedAt), hasEmail, movesNoMoney)),
  )
  return deleted + (await scrubColumns(transaction, queuedJobs, ['lastError'], everywherePattern))
}
