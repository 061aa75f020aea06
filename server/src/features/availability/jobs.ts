import type { Deps } from '../../deps.ts'
import { releaseEndedHolds } from './booked/held-times.ts'
import { extendFreeWeeks, rebuildFreeWeeks } from './free-weeks/free-weeks.ts'
import { endWaits, TELL_JOB, tellWaiting } from './waitlist/telling.ts'

const EXTEND_MINUTES = 30
const END_WAITS_MINUTES = 30

export function availabilityJobs(deps: Deps): void {
  deps.jobs.everyMinutes(EXTEND_MINUTES, 'availability.extend-free-weeks', () => extendFreeWeeks(deps))
  deps.jobs.everyMinutes(END_WAITS_MINUTES, 'availability.end-waits', () => endWaits(deps))
  deps.jobs.everyMinutes(1, 'availability.release-ended-holds', () => releaseEndedHolds(deps))
  deps.jobs.handle<{ caregiverId: number }>(TELL_JOB, ({ caregiverId }) => tellWaiting(deps, caregiverId))
  // Weekly hours are wall time, so another zone means other instants.
  deps.jobs.subscribe('caregiver.zone-changed', 'availability', ({ userId }) =>
    rebuildFreeWeeks(deps, userId),
  )
}
