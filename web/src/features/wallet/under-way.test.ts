import { expect, it } from 'vitest'
import { hasOneEnded, underWayIn } from './under-way.ts'

const moving = { id: 7, status: 'processing' } as const
const paid = { id: 6, status: 'paid' } as const
const before = underWayIn('processing', [moving])

it('notices a payout that has come to its end, also where it leaves the list with that', () => {
  expect(hasOneEnded(before, underWayIn('processing', [{ ...moving, status: 'failed' }]))).toBe(true)
  expect(hasOneEnded(before, underWayIn('processing', []))).toBe(true)
})

it('takes a step on its way, another one, and another filter for no end', () => {
  const pending = underWayIn('all', [{ ...moving, status: 'pending' }, paid])
  expect(hasOneEnded(pending, underWayIn('all', [moving, paid]))).toBe(false)
  expect(hasOneEnded(pending, underWayIn('all', [{ id: 8, status: 'pending' }, moving]))).toBe(false)
  expect(hasOneEnded(before, underWayIn('failed', [paid]))).toBe(false)
  expect(hasOneEnded(underWayIn('all', [paid]), underWayIn('all', []))).toBe(false)
})
