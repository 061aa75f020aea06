/** A stolen session can't cancel one booking after the other. @see docs/rules/bookings.md#canceling */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, countDistinct, eq, gt, sql } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/access.ts'
import { lockUser } from '../../people/index.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { isSide } from '../queries.ts'
import { bookings, requests } from '../tables.ts'

/** How often a person cancels within a day before they have to confirm who they are. */
const CANCELLATIONS_WITHOUT_PROOF = 2

/**
 * Requires a recent proof of a person who has canceled twice within 24 hours. The person is locked, so that
 * parallel calls count one after another.
 * @throws AppError 403 `reauthentication_required`
 */
export async function requireProofOfMany(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
): Promise<void> {
  await lockUser(transaction, actor.id)
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const count = await countCancellations(transaction, { id: actor.id, side: actor.role as Side }, since)
  if (count >= CANCELLATIONS_WITHOUT_PROOF) await requireRecentProof(transaction, deps, actor)
}

/** How often one side has canceled since; several visits of a booking that went at once are one. */
async function countCancellations(
  reader: Reader,
  { id, side }: { id: number; side: Side },
  since: Date,
): Promise<number> {
  const [row] = await reader
    .select({ count: countDistinct(sql`(${bookings.requestId}, ${bookings.canceledAt})`) })
    .from(bookings)
    .innerJoin(requests, eq(requests.id, bookings.requestId))
    .where(and(isSide(side, id), eq(bookings.canceledBy, side), gt(bookings.canceledAt, since)))
  return row?.count ?? 0
}
