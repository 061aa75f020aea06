import type { Deps } from '../../deps.ts'
import { reconcileDaily } from './reconcile.ts'

export function reconciliationJobs(deps: Deps): void {
  deps.jobs.everyMinutes(30, 'reconciliation.daily', () => reconcileDaily(deps))
}
