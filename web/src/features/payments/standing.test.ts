import type { BookingRequest } from '@tendwell/contract/bookings'
import type { Payment } from '@tendwell/contract/payments'
import { expect, it } from 'vitest'
import { obstacleTo, wasCharged } from './standing.ts'

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

it('has a receipt for all that was charged, and a checkout for the rest', () => {
  const payment = { status: 'pending', provider_charge_id: null } as Payment
  expect(wasCharged(payment)).toBe(false)
  expect(wasCharged({ ...payment, status: 'failed' })).toBe(false)
  // Paid, and not booked yet or on its way back.
  expect(wasCharged({ ...payment, provider_charge_id: 'ch_1' })).toBe(true)
  expect(wasCharged({ ...payment, status: 'refunded', provider_charge_id: 'ch_1' })).toBe(true)
})
