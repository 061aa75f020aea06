import type { Deps } from '../../deps.ts'
import type { Event } from '../../platform/jobs.ts'
import { extendOpenTimes, reopen } from './opening.ts'

type ZoneChanged = Event & { userId: number }

const EXTEND_MINUTES = 30

export function availabilityJobs(deps: Deps): void {
  deps.jobs.every(EXTEND_MINUTES, 'extend open times', () => extendOpenTimes(deps))
  // Her weekly hours are wall time: they have moved with the zone.
  deps.jobs.subscribe<ZoneChanged>('caregiver.zone_changed', 'availability', ({ userId }) =>
    reopen(deps, userId),
  )
}
