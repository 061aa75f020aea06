import type { Dispute } from '@tendwell/contract/disputes'
import { expect, test } from 'vitest'
import { describeMoney } from './money.ts'

const parties = {
  caretaker: { name: 'The Morgans', email: 'm@example.test', avatar: null },
  caregiver: { name: 'Amara', email: 'a@example.test', avatar: null },
}
const said = (status: Dispute['status'], held_usd: number, refund_usd = 0) => {
  const { title, text } = describeMoney({ status, held_usd, refund_usd, parties } as Dispute)
  return `${title}. ${text}`.trim()
}

test('a dispute says what happens to the money', () => {
  expect(said('submitted', 96)).toBe(
    '$96.00 is on hold. We’ll keep it on hold until the dispute is resolved.',
  )
  expect(said('escalated', 0)).toMatch(/^No money is on hold/)
  expect(said('rejected', 96)).toBe('No refund. The $96.00 on hold goes to Amara.')
  expect(said('closed', 0)).toBe('No refund.')
  expect(said('closed', 96, 40.1)).toBe(
    '$40.10 goes back to The Morgans. To the card they paid with. The remaining $55.90 goes to Amara.',
  )
  expect(said('closed', 96, 96)).toBe('$96.00 goes back to The Morgans. To the card they paid with.')
})
