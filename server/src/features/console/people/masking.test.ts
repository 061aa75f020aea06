import { expect, it } from 'vitest'
import { maskEmail, maskLine, maskPhone } from './masking.ts'

it.each([
  ['fay.hart@example.test', 'f•••@example.test'],
  ['f@example.test', 'f•••@example.test'],
  ['"a@b"@example.test', '"•••@example.test'],
  ['', '•••'],
])('shows the first letter and the domain of %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

it.each([
  ['+1 617 555 0142', '••• 42'],
  ['(617) 555-0142', '••• 42'],
  ['12345', '•••'],
  ['', ''],
])('shows the last two digits of %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked)
})

it('shows of a line of an address only that there is one', () => {
  expect([maskLine('12 Elm Street'), maskLine('')]).toEqual(['•••', ''])
})
