/**
 * Every policy at every boundary, also across clock changes.
 * @see docs/rules/bookings.md#cancellation-policies
 */
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import { planDueRefunds, planRefunds } from './plan.ts'

const NEW_YORK = 'America/New_York'
const LONDON = 'Europe/London'

/** A visit at 9:00 on the day of a clock change, and until when all and half of its price comes back. */
type Case = [date: string, zone: string, policy: CancellationPolicy, fullUntil: string, halfUntil: string]

const cases: Case[] = [
  ['2027-03-14', NEW_YORK, 'flexible', '2027-03-13T13:00:00Z', '2027-03-14T13:00:00Z'],
  ['2027-03-14', NEW_YORK, 'moderate', '2027-03-11T13:00:00Z', '2027-03-13T13:00:00Z'],
  ['2027-03-14', NEW_YORK, 'strict', '2027-03-07T13:00:00Z', '2027-03-12T13:00:00Z'],
  ['2027-11-07', NEW_YORK, 'flexible', '2027-11-06T14:00:00Z', '2027-11-07T14:00:00Z'],
  ['2027-11-07', NEW_YORK, 'moderate', '2027-11-04T14:00:00Z', '2027-11-06T14:00:00Z'],
  ['2027-11-07', NEW_YORK, 'strict', '2027-10-31T14:00:00Z', '2027-11-05T14:00:00Z'],
  ['2027-03-28', LONDON, 'flexible', '2027-03-27T08:00:00Z', '2027-03-28T08:00:00Z'],
  ['2027-03-28', LONDON, 'moderate', '2027-03-25T08:00:00Z', '2027-03-27T08:00:00Z'],
  ['2027-03-28', LONDON, 'strict', '2027-03-21T08:00:00Z', '2027-03-26T08:00:00Z'],
  ['2027-10-31', LONDON, 'flexible', '2027-10-30T09:00:00Z', '2027-10-31T09:00:00Z'],
  ['2027-10-31', LONDON, 'moderate', '2027-10-28T09:00:00Z', '2027-10-30T09:00:00Z'],
  ['2027-10-31', LONDON, 'strict', '2027-10-24T09:00:00Z', '2027-10-29T09:00:00Z'],
]

describe.each(cases)('a visit on %s in %s, %s', (date, zone, policy, fullUntil, halfUntil) => {
  const window = { startMs: toInstant(date, '09:00', zone) as number, priceCents: 5_001, keptCents: 0 }
  const [fullMs, halfMs] = [Date.parse(fullUntil), Date.parse(halfUntil)]
  const ask = (nowMs: number) => {
    const [plan] = planRefunds([window], {
      policy,
      refund: 'policy',
      leftCents: 5_001,
      creditCents: 0,
      nowMs,
    })
    return [plan?.percent, plan?.refundCents, plan?.untilMs]
  }

  it('gives back all of the price until the first boundary, which is in time', () => {
    for (const nowMs of [fullMs - DAY_MS, fullMs - MINUTE_MS, fullMs]) {
      expect(ask(nowMs)).toEqual([100, 5_001, fullMs])
    }
  })

  it('gives back half of it, rounded up, until the second one', () => {
    for (const nowMs of [fullMs + 1, fullMs + MINUTE_MS, halfMs - MINUTE_MS, halfMs]) {
      expect(ask(nowMs)).toEqual([50, 2_501, halfMs])
    }
  })

  it('gives back nothing after that', () => {
    for (const nowMs of [halfMs + 1, halfMs + MINUTE_MS]) expect(ask(nowMs)).toEqual([0, 0, null])
  })
})

describe('several windows', () => {
  const nowMs = Date.parse('2027-05-03T09:00:00Z')
  const windows = [10, 50, 100].map((hours) => ({
    id: hours,
    startMs: nowMs + hours * HOUR_MS,
    priceCents: 1_000,
    keptCents: 0,
  }))
  const plan = (refund: 'policy' | 'full' | 'none', leftCents = 3_000) =>
    planRefunds(windows, { policy: 'moderate', refund, leftCents, creditCents: 0, nowMs }).map(
      ({ id, percent, untilMs, refundCents }) => [
        id,
        percent,
        untilMs && (untilMs - nowMs) / HOUR_MS,
        refundCents,
      ],
    )

  it('are each judged by their own start', () => {
    expect(plan('policy')).toEqual([
      [10, 0, null, 0],
      [50, 50, 26, 500],
      [100, 100, 28, 1_000],
    ])
  })

  it('come back in full or not at all, whatever the policy says', () => {
    expect(plan('full')).toEqual([
      [10, 100, null, 1_000],
      [50, 100, null, 1_000],
      [100, 100, null, 1_000],
    ])
    expect(plan('none')).toEqual([
      [10, 0, null, 0],
      [50, 0, null, 0],
      [100, 0, null, 0],
    ])
  })

  it('never give back more than is left of the payment, the first window first', () => {
    const refunds = (refund: 'policy' | 'full', leftCents: number) =>
      plan(refund, leftCents).map(([, , , cents]) => cents)
    expect(refunds('full', 1_500)).toEqual([1_000, 500, 0])
    expect(refunds('full', 0)).toEqual([0, 0, 0])
    expect(refunds('policy', 600)).toEqual([0, 500, 100])
  })

  it('give back first what the bank took back', () => {
    const options = {
      policy: 'moderate',
      refund: 'full',
      leftCents: 3_000,
      creditCents: 1_200,
      nowMs,
    } as const
    const planned = planRefunds(windows, options)
    expect(planned.map(({ owedCents, refundCents }) => [owedCents, refundCents])).toEqual([
      [1_000, 0],
      [1_000, 800],
      [1_000, 1_000],
    ])
  })
})

describe('what is due of canceled bookings', () => {
  const of = (...amounts: [owedCents: number, refundCents: number][]) =>
    amounts.map(([owedCents, refundCents], index) => ({ id: index + 1, owedCents, refundCents }))
  it.each<[string, ReturnType<typeof of>, number, [number, number][]]>([
    ['nothing that was refunded', of([1_000, 1_000], [500, 500]), 0, []],
    [
      'what waited, once the bank leaves the payment here',
      of([1_000, 0], [500, 0]),
      0,
      [
        [1, 1_000],
        [2, 500],
      ],
    ],
    ['nothing that the bank took back', of([1_000, 0], [500, 0]), 1_500, []],
    ['the rest, of what was canceled first in the end', of([1_000, 0], [500, 0]), 1_200, [[2, 300]]],
    [
      'nothing more of what the bank has covered, and what was canceled since',
      of([1_000, 900], [500, 0]),
      100,
      [[2, 500]],
    ],
    ['nothing when the bank took more', of([1_000, 0]), 9_000, []],
  ])('is %s', (_, canceled, takenBackCents, due) => {
    expect([...planDueRefunds(canceled, takenBackCents, 10_000)]).toEqual(due)
  })

  it.each<[leftCents: number, [number, number][]]>([
    [
      1_200,
      [
        [1, 1_000],
        [2, 200],
      ],
    ],
    [0, []],
    [-500, []],
  ])('is at most what is left of the payment: %i', (leftCents, due) => {
    expect([...planDueRefunds(of([1_000, 0], [500, 0]), 0, leftCents)]).toEqual(due)
  })
})
