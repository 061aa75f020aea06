import { describe, expect, it } from 'vitest'
import { fc } from '../test/random.ts'
import {
  CENTS_MAXIMUM,
  centsFromUsd,
  feeCents,
  formatUsd,
  percentOfCents,
  priceCents,
  splitCents,
  usdFromCents,
} from './money.ts'

const anyCents = fc.integer({ min: -CENTS_MAXIMUM, max: CENTS_MAXIMUM })

describe('centsFromUsd', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [1.1, 110],
    [1.15, 115],
    [8.2, 820],
    [55, 5_500],
    [-19.99, -1_999],
    [999_999_999_999.99, CENTS_MAXIMUM],
  ])('reads %d dollars as %d cents', (usd, cents) => {
    expect(centsFromUsd(usd)).toBe(cents)
  })

  it('reads minus zero as zero', () => {
    expect(Object.is(centsFromUsd(-0), 0)).toBe(true)
  })

  it.each([
    0.001,
    1.005,
    0.1 + 0.2,
    1e-9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    1_000_000_000_000,
    1e21,
    Number.MAX_SAFE_INTEGER,
    '12' as unknown as number,
  ])('refuses %s', (usd) => {
    expect(() => centsFromUsd(usd)).toThrow(RangeError)
  })

  it('converts every amount back to the same cents, also through JSON', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(centsFromUsd(JSON.parse(JSON.stringify(usdFromCents(cents))))).toBe(cents === 0 ? 0 : cents)
      }),
    )
  })

  it('reads every amount with two decimals and refuses three', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.nat(99), fc.integer({ min: 1, max: 9 }), (dollars, cents, third) => {
        const text = `${dollars}.${String(cents).padStart(2, '0')}`
        expect(centsFromUsd(Number(text))).toBe(dollars * 100 + cents)
        expect(() => centsFromUsd(Number(text + third))).toThrow(RangeError)
      }),
    )
  })
})

describe('usdFromCents', () => {
  it.each([0.5, Number.NaN, CENTS_MAXIMUM + 1, Number.POSITIVE_INFINITY])('refuses %s', (cents) => {
    expect(() => usdFromCents(cents)).toThrow(RangeError)
  })
})

describe('formatUsd', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-5, '-$0.05'],
    [99_999, '$999.99'],
    [123_450, '$1,234.50'],
    [-100_000_000, '-$1,000,000.00'],
  ])('shows %d cents as %s', (cents, text) => {
    expect(formatUsd(cents)).toBe(text)
  })

  it('formats every amount as Intl.NumberFormat does', () => {
    const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(formatUsd(cents)).toBe(intl.format(cents === 0 ? 0 : cents / 100))
      }),
    )
  })
})

describe('priceCents', () => {
  it.each([
    [{ minutes: 60, rateCents: 5_500 }, 5_500],
    [{ minutes: 90, rateCents: 5_500 }, 8_250],
    [{ minutes: 0, rateCents: 5_500 }, 0],
    [{ minutes: 1, rateCents: 29 }, 0],
    [{ minutes: 1, rateCents: 30 }, 1],
    [{ minutes: 50, rateCents: 1_999 }, 1_666],
  ])('prices %j at %d cents', (work, cents) => {
    expect(priceCents(work)).toBe(cents)
  })

  it('rounds to the nearest cent, and half a cent up', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(10_000_000), (minutes, rateCents) => {
        const error = BigInt(priceCents({ minutes, rateCents })) * 60n - BigInt(minutes) * BigInt(rateCents)
        expect(error > -30n && error <= 30n).toBe(true)
      }),
    )
  })

  it.each([
    { minutes: -60, rateCents: 100 },
    { minutes: 60, rateCents: -100 },
    { minutes: 1.5, rateCents: 100 },
    { minutes: 60, rateCents: 0.5 },
    { minutes: Number.NaN, rateCents: 100 },
    { minutes: 10 ** 9, rateCents: 10 ** 9 },
  ])('refuses %j', (work) => {
    expect(() => priceCents(work)).toThrow(RangeError)
  })
})

describe('feeCents', () => {
  it.each([
    [{ amountCents: 10_000, basisPoints: 0 }, 0],
    [{ amountCents: 10_000, basisPoints: 250 }, 250],
    [{ amountCents: 199, basisPoints: 250 }, 5],
    [{ amountCents: 20, basisPoints: 249 }, 0],
    [{ amountCents: 20, basisPoints: 250 }, 1],
    [{ amountCents: CENTS_MAXIMUM, basisPoints: 10_000 }, CENTS_MAXIMUM],
  ])('calculates the fee of %j as %d cents', (fee, cents) => {
    expect(feeCents(fee)).toBe(cents)
  })

  it('is never more than the amount', () => {
    fc.assert(
      fc.property(fc.nat(CENTS_MAXIMUM), fc.nat(10_000), (amountCents, basisPoints) => {
        expect(feeCents({ amountCents, basisPoints })).toBeLessThanOrEqual(amountCents)
      }),
    )
  })

  it.each([
    { amountCents: -1, basisPoints: 100 },
    { amountCents: 100, basisPoints: -1 },
    { amountCents: 100, basisPoints: 10_001 },
    { amountCents: 1.5, basisPoints: 100 },
    { amountCents: 100, basisPoints: Number.NaN },
  ])('refuses %j', (fee) => {
    expect(() => feeCents(fee)).toThrow(RangeError)
  })
})

describe('splitCents', () => {
  it.each([
    [
      [100, [60, 60]],
      [50, 50],
    ],
    [
      [100, [60, 60, 60]],
      [33, 34, 33],
    ],
    [
      [5_001, [30, 90]],
      [1_250, 3_751],
    ],
    [
      [0, [1, 2]],
      [0, 0],
    ],
  ] as const)('splits %j into %j', ([cents, weights], parts) => {
    expect(splitCents(cents, weights)).toEqual(parts)
  })

  it('loses no cent and gives no negative part', () => {
    const weights = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 31 })
    fc.assert(
      fc.property(fc.nat(1_000_000_00), weights, (cents, parts) => {
        fc.pre(parts.some((part) => part > 0))
        const split = splitCents(cents, parts)
        expect(split.reduce((sum, part) => sum + part, 0)).toBe(cents)
        expect(Math.min(...split)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it.each([[[]], [[0, 0]], [[-1, 2]]])('refuses the weights %j', (weights) => {
    expect(() => splitCents(100, weights)).toThrow(RangeError)
  })
})

it.each([
  [5_001, 50, 2_501],
  [5_001, 100, 5_001],
  [5_001, 0, 0],
])('percentOfCents(%d, %d) is %d', (cents, percent, part) => {
  expect(percentOfCents(cents, percent)).toBe(part)
})
