import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import { beforeEach, expect, it, vi } from 'vitest'
import { bookingRequest, monday } from '../../../../test/data.ts'
import { caregiverNote, familyNote } from './request-notes.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
})

const accepted: BookingRequest = { ...bookingRequest, status: 'accepted' }

it('says to both sides until when an accepted request can be paid, and its hours are held', () => {
  const held = { ...accepted, held_until: '2026-06-02T01:00:00Z' }
  expect(familyNote(held)).toBe(
    'Nora Lind holds these hours for you until Jun 1, 2026, 9:00 PM. After that, the first family to pay gets them. You can pay until Jun 2, 2026, 9:00 AM.',
  )
  expect(caregiverNote(held)).toBe(
    'Waiting for Fay Hart to pay. They can pay until Jun 2, 2026, 9:00 AM. You hold these hours for them until Jun 1, 2026, 9:00 PM.',
  )
})

it.each([
  ['aren’t held', null],
  ['were held', '2026-06-01T00:00:00Z'],
])('says nothing of holding where hours %s', (_, held_until) => {
  expect(familyNote({ ...accepted, held_until })).toMatch(
    /^Nora Lind accepted\. These times aren’t yours until you pay/,
  )
  expect(caregiverNote({ ...accepted, held_until })).toBe(
    'Waiting for Fay Hart to pay. They can pay until Jun 2, 2026, 9:00 AM. Until they pay, another family can still book these hours.',
  )
})
