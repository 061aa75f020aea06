import { expect, it } from 'vitest'
import { getInitials } from './initials.ts'

it('takes two letters at most, from the first words', () => {
  expect(getInitials('  amelia  rose hart ')).toBe('AR')
  expect(getInitials('')).toBe('')
})
