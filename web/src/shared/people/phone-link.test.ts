import { expect, it } from 'vitest'
import { formatPhone } from './phone-link.tsx'

it.each([
  ['2125550143', '212 555 0143'],
  ['+12125550143', '+1 212 555 0143'],
  ['12125550143', '1 212 555 0143'],
  ['(212) 555-0143', '(212) 555-0143'],
  ['+923001234567', '+923001234567'],
  ['0612345678', '0612345678'],
])('shows %s as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown)
})
