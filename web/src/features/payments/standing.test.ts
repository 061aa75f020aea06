import type { BookingRequest } from '@tendwell/contract/bookings'
import { expect, it } from 'vitest'
import { obstacleTo } from './standing.ts'

const accepted = {
  caregiver: 7,
  caregiver_name: 'Wilma',
  status: 'accepted',
  rejection_cause: null,
  is_paid: false,
} as unknown as BookingRequest

const obstacleOf = (change: object, isTooLate = false) =>
  obstacleTo({ ...accepted, ...change } as BookingRequest, isTooLate)

it('lets an accepted request be paid until its hours begin', () => {
  expect(obstacleOf({})).toBeNull()
  expect(obstacleOf({}, true)?.title).toBe('These hours have begun')
  expect(obstacleOf({ status: 'submitted' }, true)?.title).toBe('These hours have begun')
})

it('says of each other one what is in its way', () => {
  expect(obstacleOf({ is_paid: true })?.title).toBe('This request is already paid')
  expect(obstacleOf({ status: 'submitted' })?.title).toBe('Wilma has yet to accept this request')
  const rejected = (rejection_cause: string) => obstacleOf({ status: 'rejected', rejection_cause })?.title
  expect(rejected('caregiver')).toBe('Wilma could not take this request')
  expect(rejected('conflict')).toBe('These hours are taken')
  expect(rejected('expired')).toBe('These hours have begun')
  expect(rejected('unavailable')).toBe('Wilma no longer offers these hours')
})

it('leads to her other hours, or to other caregivers where she declined', () => {
  const placeAfter = (rejection_cause: string) =>
    obstacleOf({ status: 'rejected', rejection_cause })?.action.to
  expect(placeAfter('conflict')).toBe('/caregiver/7/book')
  expect(placeAfter('caregiver')).toBe('/caregivers')
})
