import type { Deps } from '../../deps.ts'
import type { Event } from '../../platform/jobs.ts'
import { extendFreeDays, rebuildFreeDays } from './free-days.ts'

type ZoneChanged = Event & { userId: number }

const EXTEND_MINUTES = 30

export function availabilityJobs(deps: Deps): void {
  deps.jobs.every(EXTEND_MINUTES, 'extend free days', () => extendFreeDays(deps))
  // Weekly hours are wall time: they move with the zone.
  deps.jobs.subscribe<ZoneChanged>('caregiver.zone_changed', 'availability', ({ userId }) =>
    rebuildFreeDays(deps, userId),
  )
}
