import { expect, it } from 'vitest'
import { getInitials } from './initials.ts'

it('takes at most two letters, from the first words', () => {
  expect(getInitials('  amelia  rose hart ')).toBe('AR')
  expect(getInitials('')).toBe('')
})
