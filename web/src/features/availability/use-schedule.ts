import type { Zone } from '@tendwell/contract/time'
import { useMemo } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { useOwnOverridesQuery, useOwnRulesQuery, useOwnTimeOffQuery } from './api.ts'
import type { Schedule } from './hours.ts'
import { monthEnds } from './months.ts'

/** A month's schedule, undefined until it is loaded. `isFirst`: no month was loaded before it. */
export function useSchedule(month: string, zone: Zone) {
  const overrides = useOwnOverridesQuery(monthEnds(month))
  const rules = useOwnRulesQuery()
  const timeOff = useOwnTimeOffQuery()
  const loaded = overrides.currentData

  const schedule = useMemo<Schedule | undefined>(() => {
    if (!loaded || !rules.data || !timeOff.data) return undefined
    return { zone, overrides: loaded, rules: rules.data, timeOff: timeOff.data }
  }, [zone, loaded, rules.data, timeOff.data])
  const failed = [overrides, rules, timeOff].find((query) => query.error && !query.currentData)
  const error = failed
    ? {
        title: 'Failed to load availability',
        detail: messageOf(failed.error, '') || undefined,
        onRetry: () => {
          for (const query of [overrides, rules, timeOff]) if (query.error) query.refetch()
        },
      }
    : null
  return { schedule, isFirst: !overrides.data || !rules.data || !timeOff.data, error }
}
