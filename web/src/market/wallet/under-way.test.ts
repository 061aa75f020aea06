import { expect, it } from 'vitest'
import { hasOneEnded, listUnderWay } from './under-way.ts'

const moving = { id: 7, status: 'processing' } as const
const paid = { id: 6, status: 'paid' } as const
const before = listUnderWay('processing', [moving])

it('notices a payout that has ended, even if it leaves the list', () => {
  expect(hasOneEnded(before, listUnderWay('processing', [{ ...moving, status: 'failed' }]))).toBe(true)
  expect(hasOneEnded(before, listUnderWay('processing', []))).toBe(true)
})

it('ignores a new status, a new payout and another filter', () => {
  const pending = listUnderWay('all', [{ ...moving, status: 'pending' }, paid])
  expect(hasOneEnded(pending, listUnderWay('all', [moving, paid]))).toBe(false)
  expect(hasOneEnded(pending, listUnderWay('all', [{ id: 8, status: 'pending' }, moving]))).toBe(false)
  expect(hasOneEnded(before, listUnderWay('failed', [paid]))).toBe(false)
  expect(hasOneEnded(listUnderWay('all', [paid]), listUnderWay('all', []))).toBe(false)
})
