import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('lead to parts of screens', () => {
  expect(paths.features).toBe('/#features')
  expect(paths.whyPayHere).toBe('/help#why-pay-here')
  expect(paths.chatWithCaregiver(7)).toBe('/chat?caregiverId=7')
  expect(paths.disputeBooking(12)).toBe('/caretaker/disputes/add?booking=12')
  expect(paths.leave('https://evil.example/pay?a=1')).toBe(
    '/leaving?to=https%3A%2F%2Fevil.example%2Fpay%3Fa%3D1',
  )
})
