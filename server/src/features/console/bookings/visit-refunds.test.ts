import type { BookingState } from '@tendwell/contract/bookings/bookings'
import { expect, it } from 'vitest'
import { findVisitRefund, listBookingRefunds } from './visit-refunds.ts'

const makeRefund = (key: string, amountCents: number, status: 'pending' | 'succeeded' = 'succeeded') => ({
  key,
  amountCents,
  status,
})
const staff = makeRefund('refund:7:staff:1', 2_000)

it.each<[BookingState[], boolean[]]>([
  [['completed'], [true]],
  [
    ['canceled', 'completed', 'upcoming'],
    [false, true, false],
  ],
  [
    ['canceled', 'in_progress'],
    [false, true],
  ],
  [
    ['canceled', 'upcoming'],
    [false, true],
  ],
  [['canceled'], [true]],
])('shows a refund of the booking, of visits that are %j, on %j', (states, shown) => {
  const sums = [{ status: 'succeeded', amount_usd: 20 }]
  expect(listBookingRefunds(states, [staff])).toEqual(shown.map((isShown) => (isShown ? sums : [])))
})

it('sums up what disputes and staff refunded by how far it is, and nothing else', () => {
  const refunds = [
    staff,
    makeRefund('refund:7:dispute:5', 500),
    makeRefund('refund:7:dispute:6:taken_back:900', 100, 'pending'),
    makeRefund('refund:7:cancel:12', 4_000),
    makeRefund('refund:7:cancel:12:taken_back:4000', 4_000),
    makeRefund('refund-8', 9_000),
  ]
  expect(listBookingRefunds(['completed'], refunds)).toEqual([
    [
      { status: 'succeeded', amount_usd: 25 },
      { status: 'pending', amount_usd: 1 },
    ],
  ])
  expect(listBookingRefunds(['completed'], [])).toEqual([[]])
})

it('finds the refund of visits that were canceled together, and of those that waited for the bank', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 5, day))
  const visit = (id: number, day: number | null, refundCents = 5_000) => ({
    id,
    canceledAt: day === null ? null : at(day),
    refundCents,
  })
  const [early, together, waited, also] = [visit(1, 1), visit(2, 1), visit(3, 4), visit(4, 5)]
  const [nothing, ahead] = [visit(5, 5, 0), visit(6, null)]
  const visits = [early, together, waited, also, nothing, ahead]
  const refunds = [
    { key: 'refund:7:cancel:3', createdAt: at(8) },
    { key: 'refund:7:staff:1', createdAt: at(7) },
    { key: 'refund:7:cancel:1', createdAt: at(1) },
  ]
  expect(visits.map((one) => findVisitRefund(one, visits, refunds)?.key)).toEqual([
    'refund:7:cancel:1',
    'refund:7:cancel:1',
    'refund:7:cancel:3',
    'refund:7:cancel:3',
    undefined,
    undefined,
  ])

  const between = [
    { key: 'refund:7:cancel:1', createdAt: at(3) },
    { key: 'refund:7:cancel:6', createdAt: at(2) },
  ]
  expect([early, together].map((one) => findVisitRefund(one, visits, between)?.key)).toEqual([
    'refund:7:cancel:1',
    'refund:7:cancel:1',
  ])
})
