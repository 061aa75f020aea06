import type { BookingRequest } from '@tendwell/contract/bookings'
import { expect, it } from 'vitest'
import { obstacleTo } from './standing.ts'

const nowMs = Date.parse('2026-12-01T12:00:00Z')
const accepted = {
  caregiver: 7,
  caregiver_name: 'Wilma',
  status: 'accepted',
  rejection_cause: null,
  is_paid: false,
  windows: [
    {
      date_local: '2026-12-02',
      start_local: '09:00',
      end_local: '10:00',
      start_utc: '2026-12-02T14:00:00Z',
      end_utc: '2026-12-02T15:00:00Z',
    },
  ],
} as unknown as BookingRequest

const titleOf = (change: object, atMs = nowMs) =>
  obstacleTo({ ...accepted, ...change } as BookingRequest, atMs)?.title

it('lets an accepted request be paid until its hours begin', () => {
  const startMs = Date.parse('2026-12-02T14:00:00Z')
  expect(obstacleTo(accepted, nowMs)).toBeNull()
  expect(obstacleTo(accepted, startMs - 1)).toBeNull()
  expect(titleOf({}, startMs)).toBe('These hours have begun')
  expect(titleOf({ status: 'submitted' }, startMs)).toBe('These hours have begun')
})

it('says of each other one what is in its way', () => {
  expect(titleOf({ is_paid: true })).toBe('This request is already paid')
  expect(titleOf({ is_paid: true }, Date.parse('2027-01-01'))).toBe('This request is already paid')
  expect(titleOf({ status: 'submitted' })).toBe('Wilma has yet to accept this request')
  const rejected = (rejection_cause: string) => titleOf({ status: 'rejected', rejection_cause })
  expect(rejected('caregiver')).toBe('Wilma could not take this request')
  expect(rejected('conflict')).toBe('These hours are taken')
  expect(rejected('expired')).toBe('These hours have begun')
  expect(rejected('unavailable')).toBe('Wilma no longer offers these hours')
})

it('leads to her other hours, or to other caregivers where she declined', () => {
  const rejected = (cause: string) =>
    obstacleTo({ ...accepted, status: 'rejected', rejection_cause: cause } as BookingRequest, nowMs)?.action
      .to
  expect(rejected('conflict')).toBe('/caregiver/7/book')
  expect(rejected('caregiver')).toBe('/caregivers')
})
