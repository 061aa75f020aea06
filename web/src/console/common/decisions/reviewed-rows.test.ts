import { expect, it } from 'vitest'
import { ReviewedRows } from './reviewed-rows.ts'

const before = { id: 7, name: 'before' }
const after = { id: 7, name: 'after' }

it('keeps a row as it first appeared', () => {
  const reviewed = new ReviewedRows<typeof before>()
  reviewed.add([before, { id: 8, name: 'other' }])
  reviewed.add([after])
  expect(reviewed.get(after)).toBe(before)
  expect(reviewed.get({ id: 8, name: 'newer' })).toEqual({ id: 8, name: 'other' })
})

it('takes the newer row once the earlier one is forgotten', () => {
  const reviewed = new ReviewedRows<typeof before>()
  reviewed.add([before])
  reviewed.forget(7)
  reviewed.add([after])
  expect(reviewed.get(before)).toBe(after)
})
