import type { Dispute } from '@tendwell/contract/safety/disputes'
import { expect, test } from 'vitest'
import { describeMoney } from './money.ts'

const parties = {
  caretaker: { name: 'The Morgans', email: 'm@example.test', avatar: null },
  caregiver: { name: 'Amara', email: 'a@example.test', avatar: null },
}
const said = (
  status: Dispute['status'],
  held_usd: number,
  refund_usd = 0,
  refunded_usd = 0,
  refunding_usd = 0,
) => {
  const dispute = { status, held_usd, refund_usd, refunded_usd, refunding_usd, parties }
  const { title, text } = describeMoney(dispute as Dispute)
  return `${title}. ${text}`.trim()
}

test('a dispute says what happens to the money', () => {
  expect(said('submitted', 96)).toBe(
    '$96.00 is on hold. We’ll keep it on hold until the dispute is resolved.',
  )
  expect(said('escalated', 0)).toMatch(/^No money is on hold/)
  expect(said('rejected', 96)).toBe('No refund. The $96.00 on hold goes to Amara.')
  expect(said('closed', 0)).toBe('No refund.')
})

test('a refund is on its way until the provider has sent it', () => {
  expect(said('closed', 96, 40.1, 0, 40.1)).toBe(
    'Refund on its way: $40.10 to The Morgans. It goes to the card they paid with. The remaining $55.90 goes to Amara.',
  )
  expect(said('closed', 96, 40.1, 40.1)).toBe(
    'Refunded: $40.10 to The Morgans. The remaining $55.90 goes to Amara.',
  )
  expect(said('closed', 96, 96, 66)).toBe(
    'Refunded: $66.00 to The Morgans. Given back by the bank: $30.00 to The Morgans.',
  )
})
