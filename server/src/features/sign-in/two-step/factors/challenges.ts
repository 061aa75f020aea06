import { MINUTE_MS } from '@tendwell/contract/time'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Deps } from '../../../../deps.ts'
import { type Transaction, withTransaction } from '../../../../platform/database/database.ts'
import { deleteBatch, hashToken } from '../../../people/index.ts'
import { type CHALLENGE_PURPOSES, passkeyChallenges } from '../tables.ts'

const CHALLENGE_MS = 5 * MINUTE_MS

/** What a passkey is asked for. `userId` is null for `login`, where the passkey identifies the user. */
export type ChallengeUse = { purpose: (typeof CHALLENGE_PURPOSES)[number]; userId: number | null }

/** Stores a challenge, valid for 5 minutes. @param challenge base64url, as the library made it */
export async function saveChallenge(
  deps: Pick<Deps, 'clock' | 'database'>,
  challenge: string,
  use: ChallengeUse,
): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + CHALLENGE_MS)
  await withTransaction(deps.database, (transaction) =>
    transaction.insert(passkeyChallenges).values({ challengeHash: hashToken(challenge), ...use, expiresAt }),
  )
}

/**
 * Uses a challenge up.
 * @returns false if we never gave it for this use, or it has expired or been answered
 */
export function takeChallenge(
  deps: Pick<Deps, 'clock' | 'database'>,
  challenge: string,
  { purpose, userId }: ChallengeUse,
): Promise<boolean> {
  return withTransaction(deps.database, async (transaction) => {
    const taken = await transaction
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.challengeHash, hashToken(challenge)),
          eq(passkeyChallenges.purpose, purpose),
          userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
          gt(passkeyChallenges.expiresAt, deps.clock.now()),
        ),
      )
      .returning({ challengeHash: passkeyChallenges.challengeHash })
    return taken.length === 1
  })
}

/** Deletes a batch of challenges that expired before this time. */
export async function deleteExpiredChallenges(transaction: Transaction, before: Date): Promise<void> {
  await deleteBatch(transaction, passkeyChallenges, passkeyChallenges.challengeHash, [
    lt(passkeyChallenges.expiresAt, before),
  ])
}
