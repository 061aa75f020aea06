/** @see docs/rules/bookings.md#sent-in-a-day */
import { HOUR_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { findSentLimitError } from './sent-limits.ts'

const now = new Date('2027-05-03T09:00:00Z')
const [ASKED, OTHER] = [1, 2]
/** As many as `count`, sent so many hours ago and before. */
const many = (count: number, toId: number, hoursAgo: number) =>
  Array.from({ length: count }, (_, index) => ({
    toId,
    sentAt: new Date(now.getTime() - (hoursAgo + index / 60) * HOUR_MS),
  }))
const find = (sent: ReturnType<typeof many>) =>
  findSentLimitError(sent, 'requests', { id: ASKED, name: 'this caregiver' }, now)

describe('another one', () => {
  it.each([
    ['there is none', []],
    ['four went to the same person', many(4, ASKED, 1)],
    ['five went to the same person a day ago', many(5, ASKED, 24)],
    ['twenty went to others', many(20, OTHER, 1)],
  ])('can be sent when %s', (_, sent) => {
    expect(find(sent)).toBeNull()
  })

  it.each([
    [
      'five went to the same person, until the first of them is a day old',
      [...many(4, ASKED, 1), ...many(1, ASKED, 21)],
      'You have sent 5 requests to this caregiver within a day. Please try again in 3 hours',
      3 * 3_600,
    ],
    [
      'thirty went to anybody',
      [...many(29, OTHER, 1), ...many(1, OTHER, 19)],
      'You have sent 30 requests within a day. Please try again in 5 hours',
      5 * 3_600,
    ],
    [
      'both limits are reached, until the last of them ends',
      [...many(4, ASKED, 1), ...many(1, ASKED, 21), ...many(26, OTHER, 4)],
      'You have sent 30 requests within a day. Please try again in 20 hours',
      20 * 3_600 - 25 * 60,
    ],
  ])('is refused when %s', (_, sent, message, retryAfterSeconds) => {
    expect(find(sent)).toMatchObject({ status: 429, message, retryAfterSeconds })
  })
})
