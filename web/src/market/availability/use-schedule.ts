import { countSlotsByDate } from '@tendwell/contract/availability/viewer-slots'
import type { Zone } from '@tendwell/contract/time'
import { useMemo } from 'react'
import { now } from '../../lib/format/clock.ts'
import {
  useOwnBookedQuery,
  useOwnOutsideBusyQuery,
  useOwnOverridesQuery,
  useOwnRulesQuery,
  useOwnTimeOffQuery,
} from './availability-api.ts'
import { type Schedule, toCalendar, toTakenTime } from './hours.ts'
import { getMonthEnds } from './months.ts'

export const scheduleFailure = 'Failed to load availability'

/** A month's schedule, from several queries. `isFirst`: no month was loaded before it. */
export function useSchedule(month: string, zone: Zone) {
  const overrides = useOwnOverridesQuery(getMonthEnds(month))
  const booked = useOwnBookedQuery(getMonthEnds(month))
  const outside = useOwnOutsideBusyQuery(getMonthEnds(month))
  const rules = useOwnRulesQuery()
  const timeOff = useOwnTimeOffQuery()
  const loaded = overrides.currentData
  const taken = booked.currentData
  const busy = outside.currentData

  const schedule = useMemo<Schedule | undefined>(() => {
    if (!loaded || !taken || !busy || !rules.data || !timeOff.data) return undefined
    const known = {
      zone,
      overrides: loaded,
      rules: rules.data,
      timeOff: timeOff.data,
      booked: taken,
      outsideBusy: busy,
    }
    const { from: first, to: last } = getMonthEnds(month)
    const availability = { calendar: toCalendar(known), ...toTakenTime(known), nowMs: now() }
    return { ...known, counts: countSlotsByDate({ ...availability, first, last, viewerZone: zone }) }
  }, [zone, month, loaded, taken, busy, rules.data, timeOff.data])
  const queries = [overrides, booked, outside, rules, timeOff]
  const failed = queries.find((query) => query.error && !query.currentData)
  const refetch = () => {
    for (const query of queries) if (query.error) query.refetch()
  }
  return {
    currentData: schedule,
    error: failed?.error,
    isFetching: queries.some((query) => query.isFetching),
    refetch,
    isFirst: queries.some((query) => !query.data),
  }
}
