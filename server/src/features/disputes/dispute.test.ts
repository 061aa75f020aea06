/** @see docs/rules/disputes.md#states */
import { DISPUTE_TYPES } from '@tendwell/contract/safety/dispute-types'
import { DISPUTE_STATUSES, type DisputeStatus } from '@tendwell/contract/safety/disputes'
import { describe, expect, it } from 'vitest'
import {
  getDisputeDeadline,
  getEarliestDisputableEnd,
  isOpenStatus,
  MAX_DISPUTES_OF_BOOKING,
  parseDisputeNumber,
  TRANSITIONS,
  type Transition,
} from './dispute.ts'

const MOVES: Record<DisputeStatus, [Transition, DisputeStatus, 'admin' | 'caretaker'][]> = {
  submitted: [
    ['escalate', 'escalated', 'admin'],
    ['reject', 'rejected', 'admin'],
    ['withdraw', 'closed', 'caretaker'],
  ],
  escalated: [['close', 'closed', 'admin']],
  closed: [],
  rejected: [],
}

describe.each(DISPUTE_STATUSES)('a %s dispute', (status) => {
  it('moves only as the table says', () => {
    const allowed = Object.entries(TRANSITIONS).flatMap(([move, { from, to, by }]) =>
      (from as readonly DisputeStatus[]).includes(status) ? [[move, to, by]] : [],
    )
    expect(allowed).toEqual(MOVES[status])
  })

  it('holds its money and takes evidence until it is decided', () => {
    expect(isOpenStatus(status)).toBe(['submitted', 'escalated'].includes(status))
  })
})

it('can be opened until 30 days of 24 hours after the booking’s end, also where clocks change', () => {
  const end = new Date('2027-03-01T10:00:00-05:00')
  const deadline = new Date('2027-03-31T11:00:00-04:00')
  for (const { value } of DISPUTE_TYPES) expect(getDisputeDeadline(value, end)).toEqual(deadline)
  expect(getEarliestDisputableEnd(deadline)).toEqual(end)
  expect(MAX_DISPUTES_OF_BOOKING).toBe(3)
})

it.each([
  ['12', 12],
  ['#12', 12],
  ['DPT-12', 12],
  [' dpt-12 ', 12],
  ['999999999', 999_999_999],
  ['1234567890', null],
  ['0', null],
  ['012', null],
  ['-12', null],
  ['1.5', null],
  ['12a', null],
  ['DPT-', null],
  ['', null],
  ['Fay', null],
])('reads the number of "%s" as %s', (text, number) => {
  expect(parseDisputeNumber(text)).toBe(number)
})
