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
  expect(said('submitted', 96)).toBe('$96.00 is held. Neither side gets it until the dispute ends.')
  expect(said('escalated', 0)).toMatch(/^No money is held/)
  expect(said('rejected', 96)).toBe('Nothing was refunded. The $96.00 that was held goes to Amara.')
  expect(said('closed', 0)).toBe('Nothing was refunded.')
  expect(said('closed', 96, 40.1)).toBe(
    '$40.10 was refunded. It goes back to the card that The Morgans paid with. The other $55.90 goes to Amara.',
  )
  expect(said('closed', 96, 96)).toBe(
    '$96.00 was refunded. It goes back to the card that The Morgans paid with.',
  )
})
