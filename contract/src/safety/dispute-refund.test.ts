import { expect, it } from 'vitest'
import { PAYMENT_STEP_LABELS, REFUND_STEP_LABELS } from '../console/money.ts'
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

it('calls a refund on its way the same in disputes and in the console’s lists and exports', () => {
  const [part] = listRefundParts({ refund_usd: 5, refunded_usd: 0, refunding_usd: 5 })
  expect([part?.term, PAYMENT_STEP_LABELS.refunding, REFUND_STEP_LABELS.pending]).toEqual([
    'Refund on its way',
    'Refund on its way',
    'Refund on its way',
  ])
})
