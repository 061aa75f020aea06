import { DAY_MS, type Interval, MINUTE_MS } from '@tendwell/contract/time'
import { GRID_MINUTES } from './open-times.ts'

/*
 * The places of the masks in a row of `open_blocks`, as PostgreSQL counts from 1: on the sheet of starts for each half hour
 * of the day who begins something on it, and then who begins something on it or one of the six after it; on the other sheet
 * who is free on it, and who is free on it and all of the six after it. `open_bits`, in the migrations, gives each caregiver
 * her bits in the same order.
 */

const HALF_HOUR_MS = GRID_MINUTES * MINUTE_MS
const DAY_HALF_HOURS = DAY_MS / HALF_HOUR_MS
/** Half hours that one mask can tell about together. */
const RUN = 7
/** How many masks are read of a day: what most hours take, or what the longest stretch takes. */
const [FEW, MANY] = [2, 8]

/** What a stretch of time is asked for: that a slot starts on any of its half hours, or that all of them are free. */
export type Asked = 'start' | 'free'
/** The sheet that tells about it. */
export const SHEET_OF: Record<Asked, number> = { start: 1, free: 2 }

/** Of a day (since 1970 in UTC) the places of the masks that tell about a stretch: few or many, no other number. */
export type MasksOfDay = { day: number; places: number[] }

/**
 * The masks of each day that tell about a stretch together. Some tell twice, so that there are few numbers of them: a
 * statement is made for each.
 * @param stretch at most 28 hours, in epoch ms
 * @returns at least one day; of a stretch without the beginning of a half hour a place where there is no mask
 */
export function masksOfStretch(stretch: Interval, asked: Asked): MasksOfDay[] {
  const first =
    asked === 'start' ? Math.ceil(stretch.startMs / HALF_HOUR_MS) : Math.floor(stretch.startMs / HALF_HOUR_MS)
  const end = Math.ceil(stretch.endMs / HALF_HOUR_MS)
  if (first >= end) return [{ day: Math.floor(first / DAY_HALF_HOURS), places: new Array(FEW).fill(0) }]
  const run = end - first < RUN ? 1 : RUN
  const begins = Array.from({ length: Math.ceil((end - first) / run) }, (_, at) =>
    Math.min(first + at * run, end - run),
  )
  const offset = 1 + (run === RUN ? DAY_HALF_HOURS : 0)
  const dayOf = (begin: number) => Math.floor(begin / DAY_HALF_HOURS)
  return [...new Set(begins.map(dayOf))].map((day) => {
    const own = begins.filter((begin) => dayOf(begin) === day)
    const length = own.length <= FEW ? FEW : MANY
    const halfHours = Array.from({ length }, (_, at) => own[at % own.length] as number)
    return { day, places: halfHours.map((halfHour) => offset + halfHour - day * DAY_HALF_HOURS) }
  })
}
