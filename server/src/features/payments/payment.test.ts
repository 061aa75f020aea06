/** @see docs/rules/money.md#payments */
import { MINUTE_MS } from '@tendwell/contract/time'
import { describe, expect, it } from 'vitest'
import {
  canTransition,
  isLive,
  isRefunding,
  isReusable,
  type PaymentAction,
  type PaymentState,
  TRANSITIONS,
  toPaymentStatus,
} from './payment.ts'

const ACTIONS = Object.keys(TRANSITIONS) as PaymentAction[]

type Row = {
  state: PaymentState
  moves: Partial<Record<PaymentAction, PaymentState>>
  /** What the payer sees. */
  seen: ReturnType<typeof toPaymentStatus>
  live: boolean
}

const rows: Row[] = [
  { state: 'open', moves: { capture: 'captured', fail: 'failed' }, seen: 'pending', live: true },
  { state: 'captured', moves: { settle: 'succeeded', refund: 'refunding' }, seen: 'pending', live: true },
  { state: 'succeeded', moves: { refundSettled: 'refunded' }, seen: 'succeeded', live: true },
  { state: 'refunding', moves: { completeRefund: 'refunded' }, seen: 'succeeded', live: false },
  { state: 'refunded', moves: { bounceRefund: 'refunding' }, seen: 'refunded', live: false },
  {
    state: 'failed',
    moves: { capture: 'captured', captureSurplus: 'refunding' },
    seen: 'failed',
    live: false,
  },
]

describe.each(rows)('a payment that is $state', ({ state, moves, seen, live }) => {
  it.each(ACTIONS)('is moved by %s only where the table says so', (action) => {
    expect(canTransition(state, action)).toBe(action in moves)
    if (action in moves) expect(TRANSITIONS[action].to).toBe(moves[action])
  })

  it(`is ${seen} for the payer, and ${live ? 'can have' : 'never has'} the request's money`, () => {
    const payment = { status: state, amountCents: 5_000 }
    expect([toPaymentStatus(payment, 2_000), isLive(state), isRefunding(state)]).toEqual([
      seen,
      live,
      state === 'refunding',
    ])
  })
})

it('is refunded for the payer once all was sent back, also where Tendwell bore it', () => {
  expect(toPaymentStatus({ status: 'succeeded', amountCents: 5_000 }, 5_000)).toBe('refunded')
})

describe('an open checkout is reused', () => {
  const now = new Date('2027-05-03T09:00:00Z')
  const terms = { requestId: 1, payerId: 2, payeeId: 3, amountCents: 5_166, feeCents: 166 }
  const open = (minutes: number, sessionId: string | null = 'cs_1') => ({
    ...terms,
    sessionId,
    expiresAt: new Date(now.getTime() + minutes * MINUTE_MS),
  })

  it.each([
    ['10 minutes are left', open(10), true],
    ['less than 10 minutes are left', open(9.99), false],
    ['it has ended', open(-1), false],
    ['31 minutes are left to start a session', open(31, null), true],
    ['less than 31 minutes are left to start a session', open(30.99, null), false],
  ])('if %s', (_, payment, expected) => {
    expect(isReusable(payment, terms, now)).toBe(expected)
  })

  it.each([
    ['amount', { amountCents: 5_167 }],
    ['fee', { feeCents: 165 }],
    ['payer', { payerId: 9 }],
    ['payee', { payeeId: 9 }],
  ])('never with another %s', (_, change) => {
    expect(isReusable(open(60), { ...terms, ...change }, now)).toBe(false)
  })
})
