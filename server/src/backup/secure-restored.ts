import { HOUR_MS } from '@tendwell/contract/time'
import type pg from 'pg'

/** More ids than any table gives out in an hour. */
const IDS_AN_HOUR = 10_000

/** What opens an account or gives a power and may have been used or ended since. `$1` is the present time. */
const END_ACCESS = [
  'UPDATE sessions SET ended_at = coalesce(ended_at, $1), is_forgotten = true',
  // Who closed their account has no other way to open it again.
  "UPDATE mailed_tokens SET used_at = $1 WHERE used_at IS NULL AND purpose <> 'reopen_account'",
  'UPDATE staff_invitations SET withdrawn_at = $1 WHERE accepted_at IS NULL AND withdrawn_at IS NULL',
  "UPDATE staff_changes SET state = 'expired', ended_at = $1 WHERE state = 'open'",
  "UPDATE two_step_recoveries SET state = 'expired', ended_at = $1 WHERE state = 'open'",
]
const FORGET = ['two_step_tokens', 'email_changes', 'calendar_feeds']

/**
 * What the provider may have been asked for since, at `$1`. Such a step is looked up at the provider before
 * it is taken again, because that forgets idempotency keys after a day.
 */
const ASKED_SINCE = [
  `UPDATE payouts SET transfer_asked_at = coalesce(transfer_asked_at, $1),
     payout_asked_at = coalesce(payout_asked_at, $1), reversal_asked_at = coalesce(reversal_asked_at, $1)
   WHERE status IN ('pending', 'processing', 'returning')`,
  "UPDATE refunds SET asked_at = $1 WHERE asked_at IS NULL AND status IN ('pending', 'failed')",
]

/**
 * Makes sure that what happened after a backup was taken, and isn't in it, harms nobody: access that has
 * ended stays ended, no id is given out a second time, because links in sent mails name them, and no money is
 * sent twice.
 * @param takenAt when the backup was taken, or the moment that the database was brought back to
 * @see docs/operations.md#what-a-restore-brings-back
 */
export async function secureRestored(
  client: Pick<pg.Client, 'query'>,
  { takenAt, now }: { takenAt: Date; now: Date },
): Promise<void> {
  const hours = 1 + Math.max(0, Math.floor((now.getTime() - takenAt.getTime()) / HOUR_MS))
  await client.query('BEGIN')
  try {
    for (const statement of END_ACCESS) await client.query(statement, [now])
    for (const table of FORGET) await client.query(`DELETE FROM ${table}`)
    for (const statement of ASKED_SINCE) await client.query(statement, [takenAt])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  // Those of tables that were empty, too.
  await client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1::bigint)
     FROM pg_sequences WHERE schemaname = 'public'`,
    [hours * IDS_AN_HOUR],
  )
}
