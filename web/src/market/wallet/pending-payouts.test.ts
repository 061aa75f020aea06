import { expect, it } from 'vitest'
import { hasOneEnded, listPendingPayouts } from './pending-payouts.ts'

const moving = { id: 7, status: 'processing' } as const
const paid = { id: 6, status: 'paid' } as const
const before = listPendingPayouts('processing', [moving])

it('notices a payout that has ended, even if it leaves the list', () => {
  expect(hasOneEnded(before, listPendingPayouts('processing', [{ ...moving, status: 'failed' }]))).toBe(true)
  expect(hasOneEnded(before, listPendingPayouts('processing', []))).toBe(true)
})

it('ignores a new status, a new payout and another filter', () => {
  const pending = listPendingPayouts('all', [{ ...moving, status: 'pending' }, paid])
  expect(hasOneEnded(pending, listPendingPayouts('all', [moving, paid]))).toBe(false)
  expect(hasOneEnded(pending, listPendingPayouts('all', [{ id: 8, status: 'pending' }, moving]))).toBe(false)
  expect(hasOneEnded(before, listPendingPayouts('failed', [paid]))).toBe(false)
  expect(hasOneEnded(listPendingPayouts('all', [paid]), listPendingPayouts('all', []))).toBe(false)
})
