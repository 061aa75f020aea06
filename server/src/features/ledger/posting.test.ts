/** @see docs/rules/money.md#the-ledger */
import { describe, expect, it } from 'vitest'
import { type Movement, OWNED_KINDS, requireBalanced, withoutZeros } from './posting.ts'

const makeMovements = (...cents: number[]): Movement[] =>
  cents.map((amountCents, index) =>
    index === 0
      ? { kind: 'clearing', ownerId: null, amountCents }
      : { kind: 'escrow', ownerId: index, amountCents },
  )

describe('movements', () => {
  it.each([
    ['two that cancel out', makeMovements(-500, 500)],
    ['three that cancel out', makeMovements(-500, 499, 1)],
    ['the largest amounts', makeMovements(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)],
  ])('may be %s', (_, movements) => {
    expect(() => requireBalanced(movements)).not.toThrow()
  })

  it.each([
    ['none', [], 'The movements must sum to zero'],
    ['one', makeMovements(500), 'The movements must sum to zero'],
    ['a cent too much', makeMovements(-500, 501), 'The movements must sum to zero'],
    ['a cent too little', makeMovements(-500, 499), 'The movements must sum to zero'],
    ['zero', makeMovements(-500, 500, 0), 'Not an amount to move: 0'],
    ['half a cent', makeMovements(-0.5, 0.5), 'Not an amount to move: -0.5'],
    ['no number', makeMovements(Number.NaN, 500), 'Not an amount to move: NaN'],
    [
      'infinite',
      makeMovements(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      'Not an amount to move: -Infinity',
    ],
    ['beyond whole numbers', makeMovements(-(2 ** 53), 2 ** 53), 'Not an amount to move: -9007199254740992'],
  ])('may not be %s', (_, movements, message) => {
    expect(() => requireBalanced(movements)).toThrow(new RangeError(message))
  })

  it('of 0 cents are dropped, and nothing else is', () => {
    expect(withoutZeros(makeMovements(-500, 0, 500, 0))).toEqual([
      makeMovements(-500)[0],
      { kind: 'escrow', ownerId: 2, amountCents: 500 },
    ])
  })
})

it('caregivers own four kinds of accounts', () => {
  expect(OWNED_KINDS).toEqual(['escrow', 'available', 'dispute_hold', 'payouts_in_transit'])
})
