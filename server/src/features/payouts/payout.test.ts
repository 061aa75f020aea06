/** @see docs/rules/money.md#payouts */

import type { PayoutStatus } from '@tendwell/contract/payments/wallet'
import { HOUR_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import {
  decideHold,
  getBankHoldEnd,
  getNextStep,
  getWithdrawableTime,
  type PayoutAction,
  type PayoutState,
  type PayoutStep,
  TRANSITIONS,
  toPayoutStates,
  toPayoutStatus,
} from './payout.ts'

type Row = {
  state: PayoutState
  moves: Partial<Record<PayoutAction, PayoutState>>
  /** What the caregiver sees. */
  seen: PayoutStatus
}

const rows: Row[] = [
  { state: 'pending', moves: { start: 'processing', startReturn: 'returning' }, seen: 'pending' },
  { state: 'processing', moves: { arrive: 'paid', startReturn: 'returning' }, seen: 'processing' },
  { state: 'paid', moves: { bounce: 'returning' }, seen: 'paid' },
  { state: 'returning', moves: { fail: 'failed', cancel: 'canceled' }, seen: 'processing' },
  { state: 'failed', moves: {}, seen: 'failed' },
  { state: 'canceled', moves: {}, seen: 'canceled' },
]

describe.each(rows)('a payout that is $state', ({ state, moves, seen }) => {
  it('moves only as the table says', () => {
    const allowed = Object.entries(TRANSITIONS).flatMap(([action, { from, to }]) =>
      (from as readonly PayoutState[]).includes(state) ? [[action, to]] : [],
    )
    expect(Object.fromEntries(allowed)).toEqual(moves)
  })

  it(`is ${seen} for its caregiver, and listed as that`, () => {
    expect(toPayoutStatus(state)).toBe(seen)
    expect(toPayoutStates(seen)).toContain(state)
  })
})

it.each<[PayoutState, string | null, string | null, PayoutStep | null]>([
  ['pending', null, null, 'transfer'],
  ['pending', 'tr_1', null, 'payOut'],
  ['processing', 'tr_1', null, 'checkState'],
  ['paid', 'tr_1', null, 'checkState'],
  ['returning', null, null, 'return'],
  ['returning', 'tr_1', null, 'reverse'],
  ['returning', 'tr_1', 'trr_1', 'return'],
  ['failed', null, null, null],
  ['failed', 'tr_1', 'trr_1', null],
  ['canceled', 'tr_1', 'trr_1', null],
])('%s with the transfer %s and the reversal %s: %s comes next', (status, transferId, reversalId, step) => {
  expect(getNextStep({ status, transferId, reversalId })).toBe(step)
})

it.each([
  ['never', null, null],
  ['an hour ago', 1, 47],
  ['a minute less than 48 hours ago', 48 - 1 / 60, 1 / 60],
  ['48 hours ago', 48, null],
  ['a week ago', 7 * 24, null],
])('bank details that changed %s hold payouts back for the rest of 48 hours', (_, agoHours, leftHours) => {
  const now = new Date('2027-05-03T09:00:00Z')
  const shift = (hours: number | null) => hours && new Date(now.getTime() + hours * HOUR_MS)
  expect(getBankHoldEnd(shift(agoHours && -agoHours) || null, now)).toEqual(shift(leftHours))
})

describe('what holds payouts back', () => {
  const now = new Date('2027-05-03T09:00:00Z')
  const shift = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const nothing = {
    bankChangedAt: null,
    bankDisownedAt: null,
    bankReview: null,
    notMeStopEnd: null,
    isFirstBank: false,
  }
  const changed = { ...nothing, bankChangedAt: shift(-1) }
  it.each([
    ['nothing', nothing, null],
    ['a change of bank details', changed, { why: 'bank_changed', until: shift(47) }],
    [
      'a first bank account from a new device',
      { ...changed, isFirstBank: true },
      { why: 'bank_added', until: shift(47) },
    ],
    ['“This wasn’t me”', { ...nothing, notMeStopEnd: shift(20) }, { why: 'not_me', until: shift(20) }],
    ['the later of both', { ...changed, notMeStopEnd: shift(48) }, { why: 'not_me', until: shift(48) }],
    [
      'the later of both, the bank’s',
      { ...changed, notMeStopEnd: shift(2) },
      { why: 'bank_changed', until: shift(47) },
    ],
    ['a stop that is over', { ...nothing, notMeStopEnd: now }, null],
    [
      'a disowned bank account, also after both',
      { ...changed, bankDisownedAt: shift(-500) },
      { why: 'bank_disowned', until: null },
    ],
    [
      'a review, also after a change',
      { ...changed, bankReview: 'open' as const },
      { why: 'bank_in_review', until: null },
    ],
    ['a refusal', { ...nothing, bankReview: 'refused' as const }, { why: 'bank_refused', until: null }],
    ['an approval', { ...nothing, bankReview: 'approved' as const }, null],
  ])('%s', (_, bank, hold) => {
    expect(decideHold(bank, now)).toEqual(hold)
  })
})

it.each([
  ['a day after the care, once a payout has arrived', 24, 0, '2027-05-04T09:00:00Z'],
  ['a week after the care until then', 24, 7, '2027-05-10T09:00:00Z'],
  ['when it is released, if that is later', 240, 7, '2027-05-13T09:00:00Z'],
])('money can be withdrawn %s', (_, releaseDelayHours, firstPayoutDays, from) => {
  const careEnd = new Date('2027-05-03T09:00:00Z')
  expect(getWithdrawableTime(careEnd, { releaseDelayHours, firstPayoutDays })).toEqual(new Date(from))
})
