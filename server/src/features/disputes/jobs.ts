import type { Deps } from '../../deps.ts'
import { endDoubleRefunds, releaseAfterChargeback } from './commands.ts'

export function disputesJobs(deps: Deps): void {
  deps.jobs.subscribe('chargeback.closed', 'disputes', (event) => releaseAfterChargeback(deps, event))
  deps.jobs.subscribe('refund.double', 'disputes', (event) => endDoubleRefunds(deps, event))
}
