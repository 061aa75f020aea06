import { expect, it } from 'vitest'
import { listRefundParts } from './dispute-refund.ts'

it.each([
  [0, 0, 0, []],
  [40.1, 0, 40.1, ['Refund on its way 40.1']],
  [40.1, 40.1, 0, ['Refunded 40.1']],
  [40.1, 0, 0, ['Given back by the bank 40.1']],
  [40.1, 0, 30, ['Refund on its way 30', 'Given back by the bank 10.1']],
  [40.1, 30, 0, ['Refunded 30', 'Given back by the bank 10.1']],
])('of $%d, with $%d sent and $%d on its way', (refund_usd, refunded_usd, refunding_usd, parts) => {
  const listed = listRefundParts({ refund_usd, refunded_usd, refunding_usd })
  expect(listed.map(({ term, usd }) => `${term} ${usd}`)).toEqual(parts)
})
