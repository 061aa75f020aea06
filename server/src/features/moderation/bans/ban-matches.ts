/**
 * Ban matches: people who share a trait with a banned person. They wait in the console until staff have
 * looked at them.
 * @see docs/rules/safety.md#ban-list
 */
import type { WaitingBanMatch } from '@tendwell/contract/console/people'
import { and, asc, eq, isNull, lte, ne } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { type Reader, withTransaction } from '../../../platform/database/database.ts'
import { outdated } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/access.ts'
import { audit, bans, firstBannedAt, users } from '../../people/index.ts'
import { banMatches } from '../tables.ts'

/**
 * The active people with ban matches that staff have not looked at yet, longest waiting first.
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
 * Records that staff looked at a person's ban matches, which then leave the queue, and audits it.
 * @param lastId the id of the latest match that the screen showed
 * @throws AppError 409 if a colleague has looked at all of them already, or there are none
 */
export async function markBanMatchesLookedAt(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  staffActor: StaffActor,
  userId: number,
  lastId: number,
): Promise<{ message: string }> {
  const at = clock.now()
  await withTransaction(database, async (transaction) => {
    const isShownMatch = and(
      eq(banMatches.userId, userId),
      lte(banMatches.id, lastId),
      isNull(banMatches.lookedAt),
    )
    const { rowCount } = await transaction.update(banMatches).set({ lookedAt: at }).where(isShownMatch)
    if (rowCount === 0) throw outdated('list')
    await audit(transaction, {
      at,
      action: 'ban-match.looked-at',
      subject: `user:${userId}`,
      actorId: staffActor.actor.id,
      address: staffActor.address,
    })
  })
  return { message: 'Marked as looked at' }
}
