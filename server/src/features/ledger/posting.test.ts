import { expect, test } from 'vitest'
import { fc } from '../../../../contract/test/random.ts'
import { type Movement, OWNED_KINDS, sortForLocking } from './posting.ts'

const movement: fc.Arbitrary<Movement> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...OWNED_KINDS),
    ownerId: fc.integer({ min: 1, max: 12 }),
    amountCents: fc.integer({ min: -5, max: 5 }),
  }),
  fc.record({
    kind: fc.constantFrom('clearing', 'unallocated', 'platform_fees'),
    ownerId: fc.constant(null),
    amountCents: fc.integer({ min: -5, max: 5 }),
  }),
)

const accountOf = ({ kind, ownerId }: Movement) => `${kind} ${ownerId}`

test('postings that meet take their accounts in one order, and let each gain before it gives', () => {
  fc.assert(
    fc.property(fc.array(movement), fc.array(movement), (one, other) => {
      const sorted = sortForLocking(one)
      expect(sorted).toHaveLength(one.length)
      expect(new Set(sorted)).toEqual(new Set(one))
      const [accounts, others] = [sorted, sortForLocking(other)].map((all) => [
        ...new Set(all.map(accountOf)),
      ])
      const isShared = (account: string) => accounts?.includes(account) && others?.includes(account)
      expect(accounts?.filter(isShared)).toEqual(others?.filter(isShared))
      for (const account of accounts ?? []) {
        const amounts = sorted.filter((each) => accountOf(each) === account).map((each) => each.amountCents)
        expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
      }
    }),
  )
  expect(
    sortForLocking([
      { kind: 'escrow', ownerId: 10, amountCents: -3 },
      { kind: 'escrow', ownerId: 9, amountCents: -1 },
      { kind: 'available', ownerId: 11, amountCents: 1 },
      { kind: 'escrow', ownerId: 10, amountCents: 3 },
    ]).map((each) => [accountOf(each), each.amountCents]),
  ).toEqual([
    ['available 11', 1],
    ['escrow 9', -1],
    ['escrow 10', 3],
    ['escrow 10', -3],
  ])
})
