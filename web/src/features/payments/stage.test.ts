import type { PaymentStanding } from '@tendwell/contract/payments'
import { expect, it } from 'vitest'
import { toStage } from './stage.ts'

const open: PaymentStanding = { status: 'pending', failure_reason: null, is_refunding: false }
const stage = (change: Partial<PaymentStanding>, problem: Parameters<typeof toStage>[1] = null) =>
  toStage({ ...open, ...change }, problem)

it('shows a charged payment as being refunded, never as not charged', () => {
  const reason = { failure_reason: 'Another family booked these times first' }
  expect(stage({ ...reason, is_refunding: true })).toBe('refunding')
  expect(stage({ ...reason, is_refunding: true }, 'failed')).toBe('refunding')
  expect(stage({ ...reason, status: 'refunded' })).toBe('refunded')
})

it('allows another try after a declined card or an expired checkout', () => {
  expect(stage({ failure_reason: 'Your card was declined.' })).toBe('refused')
  expect(stage({ status: 'failed', failure_reason: null })).toBe('refused')
})

it('waits until the outcome is known', () => {
  expect(stage({})).toBe('waiting')
  expect(toStage(undefined, null)).toBe('waiting')
  expect(toStage(undefined, 'failed')).toBe('unknown')
  expect(toStage(undefined, 'unpaid')).toBe('unpaid')
  expect(stage({ status: 'succeeded' })).toBe('booked')
})
