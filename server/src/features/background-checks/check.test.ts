/** @see docs/rules/background-checks.md */
import type { BackgroundCheckStatus } from '@tendwell/contract/background-checks/background-checks'
import { describe, expect, it } from 'vitest'
import {
  findObstacle,
  getIdentity,
  getRetryDay,
  getValidUntil,
  isAnotherPerson,
  TRANSITIONS,
  toDay,
} from './check.ts'

describe.each<[BackgroundCheckStatus, Record<string, BackgroundCheckStatus>]>([
  [
    'requested',
    {
      processing: 'started',
      clear: 'clear',
      needs_review: 'needs_review',
      canceled: 'canceled',
      expired: 'expired',
    },
  ],
  ['started', { clear: 'clear', needs_review: 'needs_review', canceled: 'canceled', expired: 'expired' }],
  ['needs_review', { clear: 'clear' }],
  ['clear', { needs_review: 'needs_review', canceled: 'canceled' }],
  ['canceled', {}],
  ['expired', {}],
])('a check that is %s', (status, transitions) => {
  it('goes where the table says', () => {
    const allowed = Object.entries(TRANSITIONS).flatMap(([result, { from, to }]) =>
      (from as readonly BackgroundCheckStatus[]).includes(status) ? [[result, to]] : [],
    )
    expect(Object.fromEntries(allowed)).toEqual(transitions)
  })
})

it.each([
  ['2026-05-03', '2027-05-03'],
  ['2027-02-28', '2028-02-28'],
  ['2028-02-29', '2029-02-28'],
])('a check of %s counts until %s', (completedOn, until) => {
  expect(getValidUntil(completedOn)).toBe(until)
})

it('days are those of UTC', () => {
  expect(toDay(new Date('2027-05-03T23:59:59.999Z'))).toBe('2027-05-03')
  expect(toDay(new Date('2027-05-03T23:00:00-04:00'))).toBe('2027-05-04')
})

describe('on May 3, a new check', () => {
  it.each([
    ['the first one', null, null],
    ['requested', { status: 'requested', decision: null, validUntil: null }, 'open'],
    ['started', { status: 'started', decision: null, validUntil: null }, 'open'],
    ['waiting for staff', { status: 'needs_review', decision: null, validUntil: '2028-05-01' }, 'open'],
    ['canceled', { status: 'canceled', decision: null, validUntil: null }, null],
    ['expired', { status: 'expired', decision: null, validUntil: null }, null],
    ['clear for 31 more days', { status: 'clear', decision: null, validUntil: '2027-06-03' }, 'counts'],
    ['clear for 30 more days', { status: 'clear', decision: null, validUntil: '2027-06-02' }, null],
    [
      'clear, of another person',
      { status: 'clear', decision: null, validUntil: '2028-05-01', match: 'different' },
      null,
    ],
    ['clear until last year', { status: 'clear', decision: null, validUntil: '2026-06-02' }, null],
    [
      'accepted for 31 more days',
      { status: 'needs_review', decision: 'accepted', validUntil: '2027-06-03' },
      'counts',
    ],
    [
      'accepted for 30 more days',
      { status: 'needs_review', decision: 'accepted', validUntil: '2027-06-02' },
      null,
    ],
    [
      'declined until today',
      { status: 'needs_review', decision: 'declined', validUntil: '2027-05-03' },
      'declined',
    ],
    [
      'declined until yesterday',
      { status: 'needs_review', decision: 'declined', validUntil: '2027-05-02' },
      null,
    ],
  ] as const)('after one that is %s', (_, newest, obstacle) => {
    expect(findObstacle(newest && { match: null, ...newest }, '2027-05-03')).toBe(obstacle)
  })

  it('can start the day after a declined one would have ended', () => {
    expect(getRetryDay('2027-02-28')).toBe('2027-03-01')
  })
})

describe('on May 3, the person of a check', () => {
  const clear = { status: 'clear', decision: null, validUntil: '2027-05-03', match: null } as const
  it.each([
    ['nobody has compared', clear, false, 'waiting'],
    ['staff found to be the same', { ...clear, match: 'same' }, true, 'same'],
    ['staff found to be another', { ...clear, match: 'different' }, true, 'different'],
    ['had another ID, name or photo when staff compared', { ...clear, match: 'same' }, false, 'waiting'],
    ['stays another one after the ID changed', { ...clear, match: 'different' }, false, 'different'],
    ['is of a check that ended yesterday', { ...clear, validUntil: '2027-05-02' }, false, null],
    [
      'is of an accepted result',
      { ...clear, status: 'needs_review', decision: 'accepted' },
      false,
      'waiting',
    ],
    ['is of a declined result', { ...clear, status: 'needs_review', decision: 'declined' }, false, null],
    ['is of a result under review', { ...clear, status: 'needs_review' }, false, null],
    ['is of a check that goes on', { ...clear, status: 'started', validUntil: null }, false, null],
  ] as const)('%s', (_, check, isCompared, identity) => {
    expect(getIdentity(check, { isCompared, today: '2027-05-03' })).toBe(identity)
  })
})

describe('a provider that is read again', () => {
  const before = { checkedName: 'Clara Carer', checkedBirthDate: '1990-05-04' }
  it.each([
    ['the same person', before, { name: 'Clara Carer', birthDate: '1990-05-04' }, false],
    ['another name', before, { name: 'Dora Carer', birthDate: '1990-05-04' }, true],
    ['another date of birth', before, { name: 'Clara Carer', birthDate: '1990-05-05' }, true],
    ['nobody any more', before, null, false],
    [
      'the first person, or one whose data was erased',
      { checkedName: null, checkedBirthDate: null },
      { name: 'Clara Carer', birthDate: '1990-05-04' },
      false,
    ],
  ])('names %s', (_, known, person, isAnother) => {
    expect(isAnotherPerson(known, person)).toBe(isAnother)
  })
})
