import type { Deps } from '../../deps.ts'
import { endSuspensions } from './suspension.ts'

export function moderationJobs(deps: Deps): void {
  deps.jobs.every(1, 'moderation.end-suspensions', () => endSuspensions(deps))
}
