import { DAY_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { type FamilyAnswers, findPattern } from './pattern.ts'

const now = new Date('2026-06-15T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)

/** Such as `[2, 10, 'safe']`: caregiver 2 said 10 days ago that it wasn't safe. */
type Said = [caregiverId: number, days: number, no?: 'as described' | 'safe' | 'kind', seen?: 'seen']

const toAnswers = ([caregiverId, days, no, seen]: Said): FamilyAnswers => ({
  caregiverId,
  isAsDescribed: no !== 'as described',
  isSafe: no !== 'safe',
  isKind: no !== 'kind',
  createdAt: daysAgo(days),
  lookedAt: seen ? daysAgo(days - 0.5) : null,
})

it.each<[string, Said[], { days: number; notSafe: number; anyNo: number } | null]>([
  ['without answers', [], null],
  [
    'when all was fine',
    [
      [1, 9],
      [2, 8],
      [3, 7],
    ],
    null,
  ],
  ['when one caregiver didn’t feel safe', [[1, 9, 'safe']], null],
  [
    'when the same caregiver said so twice',
    [
      [1, 9, 'safe'],
      [1, 8, 'safe'],
    ],
    null,
  ],
  [
    'when two didn’t feel safe',
    [
      [1, 9, 'safe'],
      [2, 8, 'safe'],
    ],
    { days: 8, notSafe: 2, anyNo: 2 },
  ],
  [
    'when two said no to something else',
    [
      [1, 9, 'safe'],
      [2, 8, 'kind'],
    ],
    null,
  ],
  [
    'when three said any no',
    [
      [1, 9, 'safe'],
      [2, 8, 'kind'],
      [4, 8],
      [3, 7, 'as described'],
    ],
    { days: 7, notSafe: 1, anyNo: 3 },
  ],
  [
    'when three noes are of two caregivers',
    [
      [1, 9, 'kind'],
      [2, 8, 'kind'],
      [2, 7, 'as described'],
    ],
    null,
  ],
  [
    'when one of the two said so 365 days ago',
    [
      [1, 365, 'safe'],
      [2, 8, 'safe'],
    ],
    null,
  ],
  [
    'when one of the two said so just within 365 days',
    [
      [1, 364.99, 'safe'],
      [2, 8, 'safe'],
    ],
    { days: 8, notSafe: 2, anyNo: 2 },
  ],
  [
    'when staff have looked at both',
    [
      [1, 9, 'safe', 'seen'],
      [2, 8, 'safe', 'seen'],
    ],
    null,
  ],
  [
    'when staff have looked at the first only',
    [
      [1, 9, 'safe', 'seen'],
      [2, 8, 'safe'],
    ],
    { days: 8, notSafe: 2, anyNo: 2 },
  ],
  [
    'when what came since was fine',
    [
      [1, 9, 'safe', 'seen'],
      [2, 8, 'safe', 'seen'],
      [3, 7],
    ],
    null,
  ],
  [
    'when there was another no since',
    [
      [1, 9, 'safe', 'seen'],
      [2, 8, 'safe', 'seen'],
      [1, 7, 'kind'],
      [3, 6, 'kind'],
    ],
    { days: 7, notSafe: 2, anyNo: 3 },
  ],
  [
    'when a new no joins old ones',
    [
      [1, 400, 'safe', 'seen'],
      [2, 390, 'safe', 'seen'],
      [3, 7, 'safe'],
    ],
    null,
  ],
])('is right %s', (_when, said, expected) => {
  expect(findPattern(said.map(toAnswers), now)).toEqual(
    expected && { notSafe: expected.notSafe, anyNo: expected.anyNo, since: daysAgo(expected.days) },
  )
})
