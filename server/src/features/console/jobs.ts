import type { Deps } from '../../deps.ts'
import { analyticsJobs } from './analytics/jobs.ts'
import { showLimitJobs } from './people/show-limit-notices.ts'
import { givenAwayJobs } from './refunds/given-away.ts'

export function consoleJobs(deps: Deps): void {
  analyticsJobs(deps)
  showLimitJobs(deps)
  givenAwayJobs(deps)
}
