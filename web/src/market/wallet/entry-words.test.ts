import type { WalletBooking, WalletEntry } from '@tendwell/contract/payments/wallet'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday } from '../../../test/data.ts'
import { describeActivity, describeBooking } from './entry-words.ts'

const booking: WalletBooking = {
  request_id: 12,
  caretaker_name: 'Fay Hart',
  start_utc: '2026-06-02T23:00:00Z',
  end_utc: '2026-06-20T10:00:00Z',
  visits: 1,
  are_nights: false,
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

it.each([
  [1, false, 'Fay Hart, Jun 2, 2026'],
  [1, true, 'Fay Hart, night of Jun 2, 2026'],
  [3, false, 'Fay Hart, 3 visits from Jun 2, 2026'],
  [3, true, 'Fay Hart, 3 nights from Jun 2, 2026'],
])('names a booking by its visits: %s, nights %s', (visits, areNights, words) => {
  expect(describeBooking({ ...booking, visits, are_nights: areNights })).toBe(words)
})

it.each([
  ['2026-06-10T12:00:00Z', 'Held until after the visit. You can withdraw it from Jun 10, 2026'],
  ['2026-05-10T12:00:00Z', 'Held until after the visit'],
])('says of a payment from which day it can be withdrawn, until then: %s', (from, words) => {
  const entry = { category: 'escrow_in', direction: 'credit', held_change: 0, withdrawable_from: from }
  expect(describeActivity(entry as WalletEntry)).toBe(words)
})
