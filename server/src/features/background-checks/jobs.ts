import type { Deps } from '../../deps.ts'
import { processCheck } from './process.ts'
import { remindOfBadges, sweepChecks } from './recovery.ts'

export function backgroundChecksJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<{ checkId: number }>('background-checks.process', ({ checkId }) => processCheck(deps, checkId))
  jobs.everyMinutes(5, 'background-checks.sweep', () => sweepChecks(deps))
  jobs.everyMinutes(30, 'background-checks.remind', () => remindOfBadges(deps))
}
