import { HOUR_MS } from '@tendwell/contract/time'
import type pg from 'pg'

/** More ids than any table gives out in an hour. */
const IDS_AN_HOUR = 10_000

/**
 * Statements that end what gives access to an account or a role, because it may have been used or ended after
 * the backup. `$1` is the present time.
 */
const END_ACCESS = [
  'UPDATE sessions SET ended_at = coalesce(ended_at, $1), is_forgotten = true',
  // Except the links by which people open a closed account again: they have no other way.
  "UPDATE mailed_tokens SET used_at = $1 WHERE used_at IS NULL AND purpose <> 'reopen_account'",
  'UPDATE staff_invitations SET withdrawn_at = $1 WHERE accepted_at IS NULL AND withdrawn_at IS NULL',
  "UPDATE staff_changes SET state = 'expired', ended_at = $1 WHERE state = 'open'",
  "UPDATE two_step_recoveries SET state = 'expired', ended_at = $1 WHERE state = 'open'",
]
/** Tables whose rows give access too, and are deleted. */
const EMPTIED_TABLES = ['two_step_tokens', 'email_changes', 'calendar_feeds']

/**
 * Statements that mark payouts and refunds for which the provider may have been asked after the backup was
 * taken, at `$1`. Each is then looked up at the provider before it is asked for again, because the provider
 * forgets idempotency keys after a day.
 */
const MARK_AS_ASKED = [
  `UPDATE payouts SET transfer_asked_at = coalesce(transfer_asked_at, $1),
     payout_asked_at = coalesce(payout_asked_at, $1), reversal_asked_at = coalesce(reversal_asked_at, $1)
   WHERE status IN ('pending', 'processing', 'returning')`,
  "UPDATE refunds SET asked_at = $1 WHERE asked_at IS NULL AND status IN ('pending', 'failed')",
]

/**
 * Secures a restored database against what happened after the backup was taken and isn't in it: access that
 * was ended stays ended, no id is given out a second time (links in sent mails contain ids), and no money is
 * sent twice.
 * @param takenAt when the backup was taken, or the moment that the database was brought back to
 * @see docs/operations.md#what-a-restore-brings-back
 */
export async function secureRestored(
  client: Pick<pg.Client, 'query'>,
  { takenAt, now }: { takenAt: Date; now: Date },
): Promise<void> {
  const hoursSinceBackup = 1 + Math.max(0, Math.floor((now.getTime() - takenAt.getTime()) / HOUR_MS))
  await client.query('BEGIN')
  try {
    for (const statement of END_ACCESS) await client.query(statement, [now])
    for (const table of EMPTIED_TABLES) await client.query(`DELETE FROM ${table}`)
    for (const statement of MARK_AS_ASKED) await client.query(statement, [takenAt])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  // Raises all sequences, also those of tables that are empty in the backup.
  await client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1::bigint)
     FROM pg_sequences WHERE schemaname = 'public'`,
    [hoursSinceBackup * IDS_AN_HOUR],
  )
}
