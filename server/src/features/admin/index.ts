import type { Deps } from '../../deps.ts'
import { analyticsJobs } from './analytics-jobs.ts'

export { adminRoutes } from './routes.ts'

export function adminJobs(deps: Deps): void {
  analyticsJobs(deps)
}
