import { HOUR_MS, MINUTE_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { calculatePrice, describeCare, estimatePrice, toHours } from './price.ts'

const start = Date.parse('2027-05-03T09:00:00Z')
/** Windows of these minutes, an hour apart. */
const windowsOf = (...minutes: number[]) =>
  minutes.map((length, index) => {
    const startMs = start + index * 24 * HOUR_MS
    return { startMs, endMs: startMs + length * MINUTE_MS }
  })

type Case = [what: string, minutes: number[], rateCents: number, feeBps: number, fee: number, price: number]

describe('a price', () => {
  it.each<Case>([
    ['an hour', [60], 2_500, 0, 0, 2_500],
    ['half a cent, rounded up', [90], 3_333, 0, 0, 5_000],
    ['less than half a cent, rounded down', [40], 2_501, 0, 0, 1_667],
    ['three visits, rounded once and not each', [90, 90, 90], 3_333, 0, 0, 14_999],
    ['a fee of half a cent, rounded up', [90], 3_333, 333, 167, 5_167],
    ['a fee on the rounded price', [90, 90, 90], 3_333, 333, 499, 15_498],
    ['a fee of all of it', [60], 2_500, 10_000, 2_500, 5_000],
    [
      '31 days around the clock at the highest rate',
      Array(31).fill(1_440),
      100_000,
      1_000,
      7_440_000,
      81_840_000,
    ],
  ])('is exact to the cent for %s', (_, minutes, rateCents, serviceFeeBps, serviceFeeCents, priceCents) => {
    expect(calculatePrice(windowsOf(...minutes), { rateCents, serviceFeeBps })).toEqual({
      totalMinutes: minutes.reduce((sum, one) => sum + one),
      rateCents,
      serviceFeeCents,
      priceCents,
    })
  })

  it.each([
    ['forward', '2027-03-14T01:00:00-05:00', '2027-03-14T04:00:00-04:00', 120, 5_000],
    ['back', '2027-11-07T00:00:00-04:00', '2027-11-07T03:00:00-05:00', 240, 10_000],
  ])('counts the minutes that pass when clocks go %s', (_, from, to, totalMinutes, priceCents) => {
    const windows = [{ startMs: Date.parse(from), endMs: Date.parse(to) }]
    expect(calculatePrice(windows, { rateCents: 2_500, serviceFeeBps: 0 })).toMatchObject({
      totalMinutes,
      priceCents,
    })
  })
})

describe('the minimum of $5.00', () => {
  it.each([
    [500, [30], 1_000, 0],
    [500, [30], 999, 0],
    [502, [30], 980, 250],
  ])('lets %i cents pass', (priceCents, minutes, rateCents, serviceFeeBps) => {
    expect(calculatePrice(windowsOf(...minutes), { rateCents, serviceFeeBps }).priceCents).toBe(priceCents)
  })

  it.each([
    [499, [30], 998, 0],
    [499, [30], 970, 288],
    [0, [60], 0, 0],
  ])('refuses %i cents, and still estimates them', (priceCents, minutes, rateCents, serviceFeeBps) => {
    const rates = { rateCents, serviceFeeBps }
    expect(estimatePrice(windowsOf(...minutes), rates).priceCents).toBe(priceCents)
    expect(() => calculatePrice(windowsOf(...minutes), rates)).toThrow(
      expect.objectContaining({
        status: 400,
        fields: { windows: ['A request must come to at least $5.00'] },
      }),
    )
  })
})

it.each([
  [60, 1],
  [90, 1.5],
  [50, 0.83],
  [100, 1.67],
  [1, 0.02],
  [0, 0],
])('shows %i minutes as %f hours', (minutes, hours) => {
  expect(toHours(minutes)).toBe(hours)
})

it.each([
  [1, '1 hour of care by Ana Cruz'],
  [1.5, '1.5 hours of care by Ana Cruz'],
])('describes %f hours of care', (hours, description) => {
  expect(describeCare(hours, 'Ana Cruz')).toBe(description)
})
