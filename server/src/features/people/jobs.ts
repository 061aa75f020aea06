import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { activationMail } from './activation/notices.ts'
import { sealAuditLog } from './audit/sealing.ts'

const SEAL_AUDIT_LOG_MINUTES = 1

export function peopleJobs(deps: Deps): void {
  handleMails(deps, [activationMail])
  // The names of jobs outlive those of slices: the queue may hold some of the release before.
  deps.jobs.everyMinutes(SEAL_AUDIT_LOG_MINUTES, 'accounts.seal-audit-log', async () => {
    await sealAuditLog(deps)
  })
}
