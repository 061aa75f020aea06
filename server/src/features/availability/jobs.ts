import type { Deps } from '../../deps.ts'
import { extendFreeWeeks, rebuildFreeWeeks } from './free-weeks/free-weeks.ts'

const EXTEND_MINUTES = 30

export function availabilityJobs(deps: Deps): void {
  deps.jobs.everyMinutes(EXTEND_MINUTES, 'availability.extend-free-weeks', () => extendFreeWeeks(deps))
  // Weekly hours are wall time, so another zone means other instants.
  deps.jobs.subscribe('caregiver.zone-changed', 'availability', ({ userId }) =>
    rebuildFreeWeeks(deps, userId),
  )
}
