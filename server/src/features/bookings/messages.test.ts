/** @see docs/rules/bookings.md#accepting-and-rejecting */
import type { RejectionCause } from '@tendwell/contract/bookings/bookings'
import { expect, it } from 'vitest'
import { describeRejection } from './messages.ts'

it.each<[RejectionCause | null, string]>([
  ['caregiver', 'This request was declined'],
  ['conflict', 'Another family has booked these times, so this request was closed'],
  ['expired', 'These times have already started'],
  ['unavailable', 'The caregiver is no longer available at these times'],
  ['withdrawn', 'This request was withdrawn'],
  [null, 'This request was declined'],
])('tells who accepts or pays a request that was rejected (%s): %s', (cause, message) => {
  expect(describeRejection(cause)).toBe(message)
})
