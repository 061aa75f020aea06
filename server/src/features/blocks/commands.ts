import type { BlockBody } from '@tendwell/contract/safety/blocks'
import type { Deps } from '../../deps.ts'
import { type Reader, withTransaction } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/access.ts'
import { requireRecentProof } from '../sign-in/index.ts'
import { deleteBlock, insertBlock, lockPair } from './store.ts'

/** Whether a family and a caregiver have a conversation or a request, which a later slice knows. */
export type HasContact = (reader: Reader, pair: { familyId: number; caregiverId: number }) => Promise<boolean>

/** Whether a block by the actor would cancel paid visits, which a later slice knows. */
export type CancelsVisits = (
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  actor: Actor,
  blockedId: number,
) => Promise<boolean>

type BlockDeps = Pick<Deps, 'clock' | 'database' | 'jobs'>

/**
 * Blocks the other side of a conversation or a request. Does nothing if the actor has blocked them already.
 * @throws AppError 404 without a conversation or request; 403 without a recent proof if the block cancels
 *   paid visits
 * @see docs/rules/safety.md#blocks
 */
export function blockPerson(
  { clock, database, jobs }: BlockDeps,
  { hasContact, cancelsVisits }: { hasContact: HasContact; cancelsVisits: CancelsVisits },
  actor: Actor,
  { user_id: blockedId, reason, text }: BlockBody,
): Promise<void> {
  const blockerId = actor.id
  return withTransaction(database, async (transaction) => {
    const pair =
      actor.role === 'caregiver'
        ? { caregiverId: blockerId, familyId: blockedId }
        : { caregiverId: blockedId, familyId: blockerId }
    if (!(await hasContact(transaction, pair))) throw notFound()
    await lockPair(transaction, blockerId, blockedId)
    // Read under the lock, because the block ends everything that was sent before this time.
    const createdAt = clock.now()
    const isNew = await insertBlock(transaction, { blockerId, blockedId, reason, text, createdAt })
    if (!isNew) return
    if (await cancelsVisits(transaction, { clock }, actor, blockedId)) {
      await requireRecentProof(transaction, { clock }, actor)
    }
    await jobs.publish(transaction, 'person.blocked', {
      blockerId,
      blockedId,
      blockedAt: createdAt.toISOString(),
    })
  })
}

/**
 * Removes the actor's block of a person. Requests and visits that the block ended do not come back.
 * @throws AppError 404 if the actor has not blocked them
 * @see docs/rules/safety.md#blocks
 */
export function unblockPerson(
  { database, jobs }: BlockDeps,
  { id: blockerId }: Actor,
  blockedId: number,
): Promise<void> {
  return withTransaction(database, async (transaction) => {
    if (!(await deleteBlock(transaction, { blockerId, blockedId }))) throw notFound()
    await jobs.publish(transaction, 'person.unblocked', { blockerId, blockedId })
  })
}
