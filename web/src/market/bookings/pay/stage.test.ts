import type { PaymentStanding } from '@tendwell/contract/payments/payments'
import { expect, it } from 'vitest'
import { getPaymentStage } from './stage.ts'

const open: PaymentStanding = { status: 'pending', failure_reason: null, is_refunding: false }
const certain = { problem: null, isLate: true, hasAsked: true }
const stage = (
  change: Partial<PaymentStanding>,
  evidence: Partial<Parameters<typeof getPaymentStage>[0]> = {},
) => getPaymentStage({ known: { ...open, ...change }, ...certain, ...evidence })

it('shows a charged payment as being refunded, never as not charged', () => {
  const reason = { failure_reason: 'Another family booked these times first' }
  expect(stage({ ...reason, is_refunding: true })).toBe('refunding')
  expect(stage({ ...reason, is_refunding: true }, { problem: 'failed', isLate: false })).toBe('refunding')
  expect(stage({ ...reason, status: 'refunded' }, { isLate: false, hasAsked: false })).toBe('refunded')
})

it('allows another try after a declined card or an expired checkout', () => {
  expect(stage({ failure_reason: 'Your card was declined.' })).toBe('refused')
  expect(stage({ status: 'failed', failure_reason: null })).toBe('refused')
})

it('calls nothing failed early, or before the provider was asked', () => {
  for (const change of [{ failure_reason: 'Your card was declined.' }, { status: 'failed' as const }]) {
    expect(stage(change, { isLate: false })).toBe('waiting')
    expect(stage(change, { hasAsked: false })).toBe('waiting')
  }
})

it('waits until the outcome is known', () => {
  expect(stage({})).toBe('waiting')
  const nothing = { known: undefined, ...certain }
  expect(getPaymentStage(nothing)).toBe('waiting')
  expect(getPaymentStage({ ...nothing, problem: 'failed' })).toBe('unknown')
  expect(getPaymentStage({ ...nothing, problem: 'failed', isLate: false })).toBe('waiting')
  expect(getPaymentStage({ ...nothing, problem: 'unpaid', isLate: false })).toBe('unpaid')
  expect(stage({ status: 'succeeded' }, { isLate: false, hasAsked: false })).toBe('booked')
})
