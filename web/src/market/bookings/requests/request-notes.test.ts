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

it('says to a family that asked several that it pays one, and whom it booked', () => {
  const group = { open_others: 1, booked_name: null }
  const one = 'You asked 2 caregivers for these times: pay one, and the other is withdrawn.'
  for (const status of ['submitted', 'accepted'] as const) {
    expect(familyNote({ ...bookingRequest, status, group })).toMatch(new RegExp(`9:00 AM\\. ${one}$`))
  }
  expect(familyNote({ ...accepted, group: { ...group, open_others: 2 } })).toMatch(
    /You asked 3 caregivers for these times: pay one, and the others are withdrawn\.$/,
  )
  expect(familyNote({ ...accepted, group: { ...group, open_others: 0 } })).not.toContain('You asked')
  const withdrawn = { ...bookingRequest, status: 'rejected', rejection_cause: 'withdrawn' } as const
  expect(familyNote({ ...withdrawn, group: { open_others: 0, booked_name: 'Amara Diallo' } })).toBe(
    'Withdrawn. You booked Amara Diallo for these times. You weren’t charged.',
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

it.each([
  [null, 'You rejected this request.'],
  ['distance', 'You rejected this request. The reason you gave: It’s too far for me.'],
] as const)('reminds a caregiver of the reason that they gave: %s', (reject_reason, note) => {
  const rejected = { ...bookingRequest, status: 'rejected', rejection_cause: 'caregiver' } as const
  expect(caregiverNote({ ...rejected, reject_reason })).toBe(note)
})
