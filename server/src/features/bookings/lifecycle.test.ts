/** @see docs/rules/bookings.md#request-states */
import type { RequestStatus } from '@tendwell/contract/bookings/bookings'
import { describe, expect, it } from 'vitest'
import { canTransition, TRANSITIONS, type Transition } from './lifecycle.ts'

const MOVES = Object.keys(TRANSITIONS) as Transition[]

describe.each<[RequestStatus, Transition[]]>([
  ['submitted', ['accept', 'reject', 'autoReject']],
  ['accepted', ['autoReject', 'markPaid']],
  ['rejected', []],
])('a request that is %s', (status, allowed) => {
  it(`allows ${allowed.join(', ') || 'nothing'}`, () => {
    expect(MOVES.filter((move) => canTransition({ status, paidAt: null }, move))).toEqual(allowed)
  })

  it('does not change again once it is paid', () => {
    expect(MOVES.filter((move) => canTransition({ status, paidAt: new Date(0) }, move))).toEqual([])
  })
})

it.each<[Transition, RequestStatus]>([
  ['accept', 'accepted'],
  ['reject', 'rejected'],
  ['autoReject', 'rejected'],
  ['markPaid', 'accepted'],
])('%s makes it %s', (move, status) => {
  expect(TRANSITIONS[move].to).toBe(status)
})
