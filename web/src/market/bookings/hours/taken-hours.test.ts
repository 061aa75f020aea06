import { HOUR_MS, type Interval } from '@tendwell/contract/time'
import { expect, test } from 'vitest'
import { findNearby, findTaken, mergeAnswers, nextDates, noneTaken } from './taken-hours.ts'

const zone = 'Europe/Berlin'

function hour(instant: string, hours = 1): Interval {
  const startMs = Date.parse(instant)
  return { startMs, endMs: startMs + hours * HOUR_MS }
}

const nine = hour('2026-12-01T08:00:00Z')
const ten = hour('2026-12-01T09:00:00Z')
const two = hour('2026-12-01T13:00:00Z')

test('suggests the free hours nearest to those taken', () => {
  const far = hour('2026-12-01T20:00:00Z')
  const near = (taken: Interval[], free: Interval[], selection: Interval[], minimumMinutes = 0) =>
    findNearby({ taken, free: new Map([['2026-12-01', free]]) }, selection, minimumMinutes)
  expect(near([nine], [nine, ten, two, far], [nine])).toEqual([ten, two, far])
  expect(near([nine], [ten, two, far], [nine, two])).toEqual([ten, far])
  expect(near([], [ten], [])).toEqual([])
  const three = hour('2026-12-01T14:00:00Z')
  expect(near([nine], [ten, two, three], [nine], 120)).toEqual([hour('2026-12-01T13:00:00Z', 2)])
})

test('remembers taken hours on days that are not checked this time', () => {
  const later = hour('2026-12-02T08:00:00Z')
  const onFirst = new Map([['2026-12-01', [ten]]])
  const first = mergeAnswers(noneTaken, onFirst, [nine, ten, later], zone)
  expect(first.taken).toEqual([nine])
  const second = mergeAnswers(first, new Map([['2026-12-02', [two]]]), [nine, ten, later], zone)
  expect(second.taken).toEqual([nine, later])
  expect(findNearby(second, [nine, later], 0)).toEqual([ten, two])
  // The first day is free again, and no hours are chosen on the second.
  const third = mergeAnswers(second, new Map([['2026-12-01', [nine, ten]]]), [nine, ten], zone)
  expect(third.taken).toEqual([])
  expect(findNearby(third, [nine, ten], 0)).toEqual([])
  expect([...third.free.keys()]).toEqual(['2026-12-01'])
})

test('checks every day of a long selection, a few at a time', () => {
  const days = ['a', 'b', 'c', 'd', 'e']
  expect([0, 1, 2, 3].map((turn) => nextDates(days, 2, turn).join(''))).toEqual(['ab', 'cd', 'ea', 'bc'])
  expect(nextDates(days, 8, 3)).toEqual(days)
  expect(nextDates([], 8, 1)).toEqual([])
})

test('finds chosen hours that are no longer free', () => {
  const free = [ten, two]
  const asked: string[] = []
  const freeOn = (date: string) => {
    asked.push(date)
    return free
  }
  expect(findTaken([nine, ten], freeOn, zone)).toEqual([nine])
  expect(asked).toEqual(['2026-12-01', '2026-12-01'])
})

test('looks for slots of both dates of hours over midnight', () => {
  const [evening, night] = [hour('2026-12-01T22:00:00Z'), hour('2026-12-01T23:00:00Z')]
  const over = { startMs: evening.startMs, endMs: night.endMs }
  const free = new Map([
    ['2026-12-01', [evening]],
    ['2026-12-02', [night]],
  ])
  expect(findTaken([over], (date) => free.get(date) ?? [], zone)).toEqual([])
  free.delete('2026-12-02')
  expect(findTaken([over], (date) => free.get(date) ?? [], zone)).toEqual([over])
})
