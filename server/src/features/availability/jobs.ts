import type { Deps } from '../../deps.ts'
import { extendFreeDays, rebuildFreeDays } from './free-days/free-days.ts'

const EXTEND_MINUTES = 30

export function availabilityJobs(deps: Deps): void {
  deps.jobs.everyMinutes(EXTEND_MINUTES, 'availability.extend-free-days', () => extendFreeDays(deps))
  // Weekly hours are wall time, so another zone means other instants.
  deps.jobs.subscribe('caregiver.zone-changed', 'availability', ({ userId }) => rebuildFreeDays(deps, userId))
}
