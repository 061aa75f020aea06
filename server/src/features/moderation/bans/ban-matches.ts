/** What staff see of the ban list until they have looked. @see docs/rules/safety.md#ban-list */
import type { WaitingBanMatch } from '@tendwell/contract/console/people'
import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { outdated } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit, bans, firstBannedAt, users } from '../../people/index.ts'
import { banMatches } from '../tables.ts'

/**
 * The active people who share something with banned ones that nobody has looked at, the longest waiting
 * first.
 */
export async function listWaitingBanMatches(reader: Reader): Promise<WaitingBanMatch[]> {
  const rows = await reader
    .select({ match: banMatches, name: users.fullName, bannedAt: firstBannedAt })
    .from(banMatches)
    .innerJoin(users, eq(users.id, banMatches.userId))
    .innerJoin(bans, and(eq(bans.userId, banMatches.bannedId), eq(bans.trait, banMatches.trait)))
    .where(and(isNull(banMatches.lookedAt), users.isActive, ne(users.role, 'admin')))
    .groupBy(banMatches.id, users.fullName)
    .orderBy(asc(banMatches.id))
  const people = new Map<number, WaitingBanMatch>()
  for (const { match, name, bannedAt } of rows) {
    const person = people.get(match.userId) ?? {
      person_id: match.userId,
      name,
      since: match.foundAt.toISOString(),
      last_id: match.id,
      matches: [],
    }
    person.last_id = match.id
    person.matches.push({
      trait: match.trait,
      person_id: match.bannedId,
      banned_at: bannedAt.toISOString(),
    })
    people.set(match.userId, person)
  }
  return [...people.values()]
}

/**
 * Records that staff looked at what a person shares with banned ones, so that it leaves the queue. Audited.
 * @param lastId the latest match that they were shown
 * @throws AppError 409 when a colleague has looked at all of them, or there are none
 */
export async function lookAtBanMatches(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  by: StaffActor,
  userId: number,
  lastId: number,
): Promise<{ message: string }> {
  const at = clock.now()
  await withTransaction(database, async (transaction) => {
    const isShown = and(
      eq(banMatches.userId, userId),
      lte(banMatches.id, lastId),
      isNull(banMatches.lookedAt),
    )
    const { rowCount } = await transaction.update(banMatches).set({ lookedAt: at }).where(isShown)
    if (rowCount === 0) throw outdated('list')
    await audit(transaction, {
      at,
      action: 'ban-match.looked-at',
      subject: `user:${userId}`,
      actorId: by.actor.id,
      address: by.address,
    })
  })
  return { message: 'Marked as looked at' }
}
