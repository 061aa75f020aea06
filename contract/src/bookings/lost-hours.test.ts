import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../time.ts'
import type { CanceledBy, RejectionCause } from './bookings.ts'
import { isLostVisit, needsOthers } from './lost-hours.ts'

describe('an unpaid request', () => {
  it.each<[RejectionCause, boolean]>([
    ['caregiver', true],
    ['conflict', true],
    ['unavailable', true],
    ['expired', true],
    ['withdrawn', false],
  ])('that was rejected (%s) needs another caregiver: %s', (cause, needed) => {
    expect(needsOthers({ status: 'rejected', cause, submittedMs: 0 }, 1)).toBe(needed)
  })

  it.each([
    ['submitted', 24 * HOUR_MS - 1, false],
    ['submitted', 24 * HOUR_MS, true],
    ['accepted', 48 * HOUR_MS, false],
  ] as const)('that is %s for %i ms needs another caregiver: %s', (status, ageMs, needed) => {
    expect(needsOthers({ status, cause: null, submittedMs: 0 }, ageMs)).toBe(needed)
  })
})

it.each<[CanceledBy | null, 'caretaker' | 'caregiver' | null, boolean]>([
  [null, null, false],
  ['caretaker', null, false],
  ['caregiver', null, true],
  ['admin', 'caregiver', true],
  ['admin', null, true],
  ['admin', 'caretaker', false],
])('a visit canceled by %s for %s is lost: %s', (canceledBy, canceledFor, isLost) => {
  expect(isLostVisit({ canceledBy, canceledFor })).toBe(isLost)
})
