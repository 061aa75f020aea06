import type { Deps } from '../../deps.ts'
import { releaseAfterChargeback } from './commands.ts'

export function disputesJobs(deps: Deps): void {
  deps.jobs.subscribe('chargeback.closed', 'disputes', (event) => releaseAfterChargeback(deps, event))
}
