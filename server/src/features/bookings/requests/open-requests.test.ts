/** @see docs/rules/bookings.md#open-requests */
import { MINUTE_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { findOpenLimitError } from './open-requests.ts'

const now = new Date('2027-05-03T09:00:00Z')
const [ASKED, OTHER] = [1, 2]
/** An open request that expires in this many minutes. */
const open = (caregiverId: number, minutes: number) => ({
  caregiverId,
  expiresAt: new Date(now.getTime() + minutes * MINUTE_MS),
})
const many = (count: number, caregiverId: number, firstMinutes: number) =>
  Array.from({ length: count }, (_, index) => open(caregiverId, firstMinutes + index))

describe('another request to a caregiver', () => {
  it.each([
    ['there is none', []],
    ['two are open with them', many(2, ASKED, 10)],
    ['three are open with another', many(3, OTHER, 10)],
    ['nine are open in all, two with them', [...many(7, OTHER, 10), ...many(2, ASKED, 10)]],
  ])('can be sent when %s', (_, requests) => {
    expect(findOpenLimitError(requests, ASKED, now)).toBeNull()
  })

  it.each([
    [
      'three are open with them, until the next of these expires',
      [...many(3, ASKED, 20), open(OTHER, 5)],
      'You have 3 open requests with this caregiver. Send another once one of them is paid, rejected, withdrawn or expired',
      1_200,
    ],
    [
      'ten are open in all, until the next of all expires',
      [...many(9, OTHER, 20), open(ASKED, 15)],
      'You have 10 open requests. Send another once one of them is paid, rejected, withdrawn or expired',
      900,
    ],
    [
      'both limits are reached, by the limit of the caregiver',
      [...many(3, ASKED, 30), ...many(9, OTHER, 5)],
      'You have 3 open requests with this caregiver. Send another once one of them is paid, rejected, withdrawn or expired',
      1_800,
    ],
    [
      'one of them expires this moment',
      [...many(2, ASKED, 30), open(ASKED, 0)],
      'You have 3 open requests with this caregiver. Send another once one of them is paid, rejected, withdrawn or expired',
      1,
    ],
  ])('is refused when %s', (_, requests, message, retryAfterSeconds) => {
    expect(findOpenLimitError(requests, ASKED, now)).toMatchObject({
      status: 429,
      message,
      retryAfterSeconds,
    })
  })
})
