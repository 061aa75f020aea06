/**
 * How many requests and proposals one person can send in a day. Those that were taken back count too.
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

/** A request that wasn't paid or a proposal that wasn't accepted, whether still open or ended. */
export type SentItem = { toId: number; sentAt: Date }

/**
 * The error for a person who has sent too many to send another one: a 429 whose `Retry-After` is the time
 * until enough of them are a day old. Null if they can send one.
 * @param what the plural of what was sent, such as `requests`
 * @param to the person whom the next one is for; `name` is how the text calls them, such as `this caregiver`
 * @see docs/rules/bookings.md#sent-in-a-day
 */
export function findSentLimit(
  sent: readonly SentItem[],
  what: string,
  to: { id: number; name: string },
  now: Date,
): AppError | null {
  const recent = sent.filter(({ sentAt }) => sentAt.getTime() > now.getTime() - DAY_MS)
  const toOne = recent.filter(({ toId }) => toId === to.id)
  const limits = [
    { counted: toOne, maximum: TO_ONE_A_DAY, recipient: ` to ${to.name}` },
    { counted: recent, maximum: IN_ALL_A_DAY, recipient: '' },
  ]
  const reached = limits.find(({ counted, maximum }) => counted.length >= maximum)
  if (!reached) return null
  const newestFirst = reached.counted.map(({ sentAt }) => sentAt.getTime()).sort((one, other) => other - one)
  const allowedAgainMs = (newestFirst[reached.maximum - 1] as number) + DAY_MS
  const rule = `You have sent ${reached.maximum} ${what}${reached.recipient} within a day`
  return tooManyAttempts((allowedAgainMs - now.getTime()) / 1_000, rule)
}

/** The requests that a family has sent within a day and not paid. */
export async function listSentRequests(reader: Reader, familyId: number, now: Date): Promise<SentItem[]> {
  return reader
    .select({ toId: requests.caregiverId, sentAt: requests.submittedAt })
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
): Promise<SentItem[]> {
  const [ownColumn, otherColumn] =
    side === 'caregiver'
      ? [requests.caregiverId, requests.familyId]
      : [requests.familyId, requests.caregiverId]
  return reader
    .select({ toId: otherColumn, sentAt: moves.proposedAt })
    .from(moves)
    .innerJoin(requests, eq(requests.id, moves.requestId))
    .where(
      and(
        eq(ownColumn, id),
        eq(moves.proposedBy, side),
        ne(moves.status, 'accepted'),
        gt(moves.proposedAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
}
