/**
 * A person who cancels often has to confirm who they are, so that a stolen session can't cancel all bookings.
 * @see docs/rules/bookings.md#canceling
 */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, countDistinct, eq, gt, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { lockUser } from '../../people/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { isOwnRequest } from '../queries.ts'
import { bookings, requests } from '../tables.ts'

/** How often a person can cancel within a day without confirming who they are. */
const CANCELLATIONS_WITHOUT_PROOF = 2

/**
 * Requires a recent proof of who they are from a person who has canceled twice within 24 hours. Locks the
 * person's row, so that parallel calls are counted one after another.
 * @throws AppError 403 `reauthentication_required`
 */
export async function requireProofAfterCancellations(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
): Promise<void> {
  await lockUser(transaction, actor.id)
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const count = await countCancellations(transaction, { id: actor.id, side: actor.role as Side }, since)
  if (count >= CANCELLATIONS_WITHOUT_PROOF) await requireRecentProof(transaction, deps, actor)
}

/**
 * How often a person has canceled since an instant. Visits of a booking that were canceled together count
 * once.
 */
async function countCancellations(
  reader: Reader,
  { id, side }: { id: number; side: Side },
  since: Date,
): Promise<number> {
  const [row] = await reader
    .select({ count: countDistinct(sql`(${bookings.requestId}, ${bookings.canceledAt})`) })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .where(and(isOwnRequest(side, id), eq(bookings.canceledBy, side), gt(bookings.canceledAt, since)))
  return row?.count ?? 0
}
