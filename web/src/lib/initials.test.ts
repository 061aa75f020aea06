import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it('takes two letters at most, from the first words', () => {
  expect(initialsOf('  amelia  rose hart ')).toBe('AR')
  expect(initialsOf('')).toBe('')
})
