/**
 * How many requests and how many proposals one person can send in a day; those taken back count too.
 * @see docs/rules/bookings.md#sent-in-a-day
 */
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { DAY_MS } from '@tendwell/contract/time'
import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { type AppError, tooManyAttempts } from '../../../platform/errors.ts'
import { moves, requests } from '../tables.ts'

/** How many can be sent to one person within 24 hours, and to all people together. */
const SENT_TO_ONE_PERSON_MAXIMUM = 5
const SENT_IN_ALL_MAXIMUM = 30

/** A request that wasn't paid or a proposal that wasn't accepted, whether still open or ended. */
export type SentItem = { toId: number; sentAt: Date }

/**
 * The error for a person who has sent too many requests or proposals within a day to send another one: a 429
 * whose `Retry-After` is the time until the next can be sent. Null if it can be sent now.
 * @param itemsName what was sent, in the plural, such as `requests`
 * @param recipient of the next one; `name` is how the text calls them, such as `this caregiver`
 * @see docs/rules/bookings.md#sent-in-a-day
 */
export function findSentLimitError(
  sentItems: readonly SentItem[],
  itemsName: string,
  recipient: { id: number; name: string },
  now: Date,
): AppError | null {
  const recentItems = sentItems.filter(({ sentAt }) => sentAt.getTime() > now.getTime() - DAY_MS)
  const itemsToRecipient = recentItems.filter(({ toId }) => toId === recipient.id)
  const limits = [
    { items: itemsToRecipient, maximum: SENT_TO_ONE_PERSON_MAXIMUM, suffix: ` to ${recipient.name}` },
    { items: recentItems, maximum: SENT_IN_ALL_MAXIMUM, suffix: '' },
  ]
  const reachedLimits = limits
    .filter(({ items, maximum }) => items.length >= maximum)
    .map(({ items, maximum, suffix }) => ({
      maximum,
      suffix,
      allowedAgainMs: findAllowedAgainMs(items, maximum),
    }))
  const [lastToEnd] = reachedLimits.sort((one, other) => other.allowedAgainMs - one.allowedAgainMs)
  if (!lastToEnd) return null
  const detail = `You have sent ${lastToEnd.maximum} ${itemsName}${lastToEnd.suffix} within a day`
  return tooManyAttempts((lastToEnd.allowedAgainMs - now.getTime()) / 1_000, detail)
}

/** When fewer than the maximum of these items are within a day. */
function findAllowedAgainMs(items: readonly SentItem[], maximum: number): number {
  const newestFirst = items.map(({ sentAt }) => sentAt.getTime()).sort((one, other) => other - one)
  return (newestFirst[maximum - 1] as number) + DAY_MS
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
