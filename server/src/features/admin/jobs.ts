import type { Deps } from '../../deps.ts'
import { analyticsJobs } from './analytics/jobs.ts'
import { showLimitJobs } from './people/show-limit-emails.ts'

export function adminJobs(deps: Deps): void {
  analyticsJobs(deps)
  showLimitJobs(deps)
}
