import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import { expect, it } from 'vitest'
import { getSafetyState, type SafetyState } from './safety.ts'

const now = new Date('2026-06-15T12:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)
/** Three hours from so many ms from now on. */
const visit = (startMs: number, canceledMs?: number) => ({
  startsAt: at(startMs),
  endsAt: at(startMs + 3 * HOUR_MS),
  canceledAt: canceledMs === undefined ? null : at(canceledMs),
})
const ended = (agoMs: number) => visit(-3 * HOUR_MS - agoMs)

it.each<[string, ReturnType<typeof visit>[], SafetyState]>([
  ['before a visit', [visit(20 * DAY_MS)], 'open'],
  ['from its first moment', [visit(0)], 'under_way'],
  ['until its end', [ended(-1)], 'under_way'],
  ['at its end', [ended(0)], 'open'],
  ['just before 14 days after it', [ended(14 * DAY_MS - 1)], 'open'],
  ['14 days after it', [ended(14 * DAY_MS)], 'closed'],
  ['in a visit among others', [ended(90 * DAY_MS), visit(-HOUR_MS), visit(DAY_MS)], 'under_way'],
  ['between visits', [ended(90 * DAY_MS), visit(30 * DAY_MS)], 'open'],
  ['at the hours of a canceled visit', [visit(-HOUR_MS, -DAY_MS)], 'open'],
  ['just before 14 days after a cancellation', [visit(9 * DAY_MS, -14 * DAY_MS + 1)], 'open'],
  ['14 days after a cancellation, before the hours', [visit(9 * DAY_MS, -14 * DAY_MS)], 'closed'],
  ['without visits', [], 'closed'],
])('is right %s', (_when, visits, state) => {
  expect(getSafetyState(visits, now)).toBe(state)
})
