/** @see docs/rules/money.md#reconciliation */
import { expect, it } from 'vitest'
import { compareMovements } from './compare.ts'

type Sums = [reference: string, cents: number][]
const makeMovements = (sums: Sums) => sums.map(([reference, amountCents]) => ({ reference, amountCents }))

type Found = [kind: string, reference: string, ours: number | null, theirs: number | null]

it.each<[string, Sums, Sums, Found[]]>([
  ['nothing on either side', [], [], []],
  [
    'the same charge and refund',
    [
      ['pi_1', 5_166],
      ['re_1', -2_583],
    ],
    [
      ['re_1', -2_583],
      ['pi_1', 5_166],
    ],
    [],
  ],
  [
    'a charge in two parts at the provider',
    [['pi_1', 5_166]],
    [
      ['pi_1', 5_000],
      ['pi_1', 166],
    ],
    [],
  ],
  [
    'a charge that the provider does not know',
    [['pi_1', 5_166]],
    [],
    [['missing_at_provider', 'pi_1', 51.66, null]],
  ],
  ['a charge that we do not know', [], [['pi_1', 5_166]], [['missing_here', 'pi_1', null, 51.66]]],
  ['a refund that we do not know', [], [['re_1', -1]], [['missing_here', 're_1', null, -0.01]]],
  [
    'a cent more at the provider',
    [['pi_1', 5_166]],
    [['pi_1', 5_167]],
    [['amount_differs', 'pi_1', 51.66, 51.67]],
  ],
  ['the other sign', [['pi_1', 100]], [['pi_1', -100]], [['amount_differs', 'pi_1', 1, -1]]],
  [
    'ours against a charge that was taken back',
    [['pi_1', 100]],
    [
      ['pi_1', 100],
      ['pi_1', -100],
    ],
    [['amount_differs', 'pi_1', 1, 0]],
  ],
  [
    'a charge that was taken back, unknown to us',
    [],
    [
      ['pi_1', 100],
      ['pi_1', -100],
    ],
    [],
  ],
  [
    'several, ours first and in order',
    [
      ['pi_2', 200],
      ['pi_1', 100],
    ],
    [
      ['pi_3', 300],
      ['pi_1', 101],
    ],
    [
      ['missing_at_provider', 'pi_2', 2, null],
      ['amount_differs', 'pi_1', 1, 1.01],
      ['missing_here', 'pi_3', null, 3],
    ],
  ],
])('compares %s', (_, ours, theirs, found) => {
  expect(
    compareMovements(makeMovements(ours), makeMovements(theirs)).map(
      ({ kind, reference, ours_usd, provider_usd }) => [kind, reference, ours_usd, provider_usd],
    ),
  ).toEqual(found)
})

it('says what each difference means', () => {
  const differences = compareMovements(
    makeMovements([
      ['pi_1', 1],
      ['pi_2', 1],
    ]),
    makeMovements([
      ['pi_2', 2],
      ['pi_3', 3],
    ]),
  )
  expect(differences.map(({ detail }) => detail)).toEqual([
    'We recorded it, but the provider has no record of it',
    'Our amount differs from the provider’s',
    'It changed our balance at the provider, but we did not record it',
  ])
})
