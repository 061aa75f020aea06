/**
 * How much one person can send to others in a day, also of what they took back.
 * @see docs/rules/bookings.md#sent-in-a-day
 */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { type AppError, tooManyAttempts } from '../../../platform/errors.ts'
import { moves, requests } from '../tables.ts'

const TO_ONE_A_DAY = 5
const IN_ALL_A_DAY = 30

/** A request that isn't paid or a proposal that isn't accepted, however it ended. */
export type Sent = { toId: number; at: Date }

/**
 * Why a person who has sent these can't send another one to somebody: a 429 until the oldest that counts is a
 * day old; null if they can.
 * @param what such as `requests`
 * @param to whom the next one is for, and in words, such as `this caregiver`
 * @see docs/rules/bookings.md#sent-in-a-day
 */
export function findSentLimit(
  sent: readonly Sent[],
  what: string,
  to: { id: number; name: string },
  now: Date,
): AppError | null {
  const recent = sent.filter(({ at }) => at.getTime() > now.getTime() - DAY_MS)
  const toOne = recent.filter(({ toId }) => toId === to.id)
  const limits = [
    { counted: toOne, maximum: TO_ONE_A_DAY, whom: ` to ${to.name}` },
    { counted: recent, maximum: IN_ALL_A_DAY, whom: '' },
  ]
  const full = limits.find(({ counted, maximum }) => counted.length >= maximum)
  if (!full) return null
  const newestFirst = full.counted.map(({ at }) => at.getTime()).sort((one, other) => other - one)
  const freeMs = (newestFirst[full.maximum - 1] as number) + DAY_MS
  const rule = `You have sent ${full.maximum} ${what}${full.whom} within a day`
  return tooManyAttempts((freeMs - now.getTime()) / 1_000, rule)
}

/** The requests that a family has sent within a day and not paid. */
export async function listSentRequests(reader: Reader, familyId: number, now: Date): Promise<Sent[]> {
  return reader
    .select({ toId: requests.caregiverId, at: requests.submittedAt })
    .from(requests)
    .where(
      and(
        eq(requests.familyId, familyId),
        isNull(requests.paidAt),
        gt(requests.submittedAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
}

/**
 * The proposals of other times that one side of bookings has made within a day, without those that were
 * accepted.
 */
export async function listSentProposals(
  reader: Reader,
  { id, side }: { id: number; side: Side },
  now: Date,
): Promise<Sent[]> {
  const [own, other] =
    side === 'caregiver'
      ? [requests.caregiverId, requests.familyId]
      : [requests.familyId, requests.caregiverId]
  return reader
    .select({ toId: other, at: moves.proposedAt })
    .from(moves)
    .innerJoin(requests, eq(requests.id, moves.requestId))
    .where(
      and(
        eq(own, id),
        eq(moves.proposedBy, side),
        ne(moves.status, 'accepted'),
        gt(moves.proposedAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
}
