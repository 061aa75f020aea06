import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { Payment } from '@tendwell/contract/payments/payments'
import { expect, it } from 'vitest'
import { getCheckoutBlocker, wasCharged } from './checkout-blocker.ts'

const accepted = {
  caregiver: 7,
  caregiver_name: 'Wilma',
  status: 'accepted',
  rejection_cause: null,
  is_paid: false,
  is_canceled: false,
} as unknown as BookingRequest

const obstacleOf = (change: object, isTooLate = false) =>
  getCheckoutBlocker({ ...accepted, ...change } as BookingRequest, isTooLate)

it('allows the payment of an accepted request until its hours start', () => {
  expect(obstacleOf({})).toBeNull()
  expect(obstacleOf({}, true)?.title).toBe('These times have already started')
  expect(obstacleOf({ status: 'submitted' }, true)?.title).toBe('These times have already started')
})

it('says why any other request can’t be paid', () => {
  expect(obstacleOf({ is_paid: true })?.title).toBe('This request is already paid')
  expect(obstacleOf({ status: 'submitted' })?.title).toBe('Wilma hasn’t accepted this request yet')
  const rejected = (rejection_cause: string) => obstacleOf({ status: 'rejected', rejection_cause })?.title
  expect(rejected('caregiver')).toBe('Wilma couldn’t take this request')
  expect(rejected('conflict')).toBe('These times are taken')
  expect(rejected('withdrawn')).toBe('This request was withdrawn')
  expect(rejected('expired')).toBe('These times have already started')
  expect(rejected('unavailable')).toBe('Wilma is no longer available at these times')
})

it('links to the caregiver’s other hours, or to other caregivers after a rejection', () => {
  const placeAfter = (rejection_cause: string) =>
    obstacleOf({ status: 'rejected', rejection_cause })?.action.to
  expect(placeAfter('conflict')).toBe('/caregiver/7/book')
  expect(placeAfter('caregiver')).toBe('/caregivers')
  expect(placeAfter('unavailable')).toBe('/caregivers')
})

it('has a receipt for every payment that was charged, and a checkout for the rest', () => {
  const payment = { status: 'pending', provider_charge_id: null } as Payment
  expect(wasCharged(payment)).toBe(false)
  expect(wasCharged({ ...payment, status: 'failed' })).toBe(false)
  // Paid, but not booked yet or being refunded.
  expect(wasCharged({ ...payment, provider_charge_id: 'ch_1' })).toBe(true)
  expect(wasCharged({ ...payment, status: 'refunded', provider_charge_id: 'ch_1' })).toBe(true)
})
