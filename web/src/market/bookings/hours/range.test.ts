import { HOUR_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { chooseRun, findChosenRun, hasRun, listRun, listShortestVisit } from './range.ts'

/** Slots of an hour that start at these hours. */
const slots = (...hours: number[]) =>
  hours.map((hour) => ({ startMs: hour * HOUR_MS, endMs: (hour + 1) * HOUR_MS }))
const day = slots(9, 10, 11, 14, 15)

it('ends a run at the first gap', () => {
  expect(listRun(day, 10 * HOUR_MS)).toEqual(slots(10, 11))
  expect(listRun(day, 13 * HOUR_MS)).toEqual([])
  expect(listRun(day, undefined)).toEqual([])
  expect(hasRun(day)).toBe(true)
  expect(hasRun(slots(9, 11, 13))).toBe(false)
})

it('replaces the first chosen run of the day and keeps everything else', () => {
  const selection = slots(9, 10, 15, 40)
  expect(findChosenRun(day, selection)).toEqual(slots(9, 10))
  expect(chooseRun(selection, day, 9 * HOUR_MS, 12 * HOUR_MS, 0)).toEqual(slots(9, 10, 11, 15, 40))
  expect(chooseRun(selection, day, 10 * HOUR_MS, 11 * HOUR_MS, 0)).toEqual(slots(10, 15, 40))
})

it('chooses one slot when the end is not reached without a gap', () => {
  expect(chooseRun(slots(9, 10), day, 14 * HOUR_MS, 11 * HOUR_MS, 0)).toEqual(slots(14))
  expect(chooseRun([], day, 9 * HOUR_MS, undefined, 0)).toEqual(slots(9))
})

it('makes a visit as long as the caregiver’s are at least', () => {
  expect(listShortestVisit(day, 9 * HOUR_MS, 2 * HOUR_MS)).toEqual(slots(9, 10))
  expect(listShortestVisit(day, 11 * HOUR_MS, 2 * HOUR_MS)).toEqual([])
  expect(listShortestVisit(day, 11 * HOUR_MS, 0)).toEqual(slots(11))
  expect(chooseRun([], day, 9 * HOUR_MS, undefined, 2 * HOUR_MS)).toEqual(slots(9, 10))
  expect(chooseRun([], day, 9 * HOUR_MS, 10 * HOUR_MS, 2 * HOUR_MS)).toEqual(slots(9, 10))
  expect(chooseRun([], day, 9 * HOUR_MS, 12 * HOUR_MS, 2 * HOUR_MS)).toEqual(slots(9, 10, 11))
})
