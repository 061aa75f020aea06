/** How far ahead slots are offered. @see docs/rules/availability.md#free-times */
import { describe, expect, it } from 'vitest'
import { getOfferEndMs, listOfferedSlots } from './offers.ts'

const nowMs = Date.parse('2027-05-03T09:00:00Z')
const availability = {
  calendar: {
    zone: 'UTC',
    rules: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '08:00', end: '11:00' })),
    overrides: [],
  },
  booked: [],
  timeOff: [],
  nowMs,
}
const list = (from: string, to: string) =>
  listOfferedSlots(availability, { fromMs: Date.parse(from), toMs: Date.parse(to) }).map(({ startMs }) =>
    new Date(startMs).toISOString().slice(0, 16),
  )

it('offers end 366 days from now', () => {
  expect(getOfferEndMs(nowMs)).toBe(Date.parse('2028-05-03T09:00:00Z'))
})

describe('slots are offered', () => {
  it('from the one that begins now', () => {
    expect(list('2027-05-03T00:00Z', '2027-05-04T00:00Z')).toEqual(['2027-05-03T09:00', '2027-05-03T10:00'])
  })

  it('to the last that begins less than 366 days from now', () => {
    expect(list('2028-05-03T00:00Z', '2028-05-05T00:00Z')).toEqual(['2028-05-03T08:00'])
    expect(list('2028-05-03T09:00Z', '2028-05-05T00:00Z')).toEqual([])
  })

  it('within the given range alone', () => {
    expect(list('2027-06-01T09:00Z', '2027-06-02T09:00Z')).toEqual([
      '2027-06-01T09:00',
      '2027-06-01T10:00',
      '2027-06-02T08:00',
    ])
  })
})
