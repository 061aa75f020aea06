import type { PaymentStanding } from '@tendwell/contract/payments'
import { expect, it } from 'vitest'
import { stageOf } from './stage.ts'

const open: PaymentStanding = { status: 'pending', failure_reason: null, is_refunding: false }
const stage = (change: Partial<PaymentStanding>, problem: Parameters<typeof stageOf>[1] = null) =>
  stageOf({ ...open, ...change }, problem)

it('says of money that was charged that it goes back, not that nothing was charged', () => {
  const reason = { failure_reason: 'Another family booked these hours first' }
  expect(stage({ ...reason, is_refunding: true })).toBe('refunding')
  expect(stage({ ...reason, is_refunding: true }, 'failed')).toBe('refunding')
  expect(stage({ ...reason, status: 'refunded' })).toBe('refunded')
})

it('lets a card that was refused, or a checkout that ended, be tried again', () => {
  expect(stage({ failure_reason: 'Your card was declined.' })).toBe('refused')
  expect(stage({ status: 'failed', failure_reason: null })).toBe('refused')
})

it('waits for what is not known yet', () => {
  expect(stage({})).toBe('waiting')
  expect(stageOf(undefined, null)).toBe('waiting')
  expect(stageOf(undefined, 'failed')).toBe('unasked')
  expect(stageOf(undefined, 'unpaid')).toBe('unpaid')
  expect(stage({ status: 'succeeded' })).toBe('booked')
})
