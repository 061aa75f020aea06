import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { activationMail } from './activation/notices.ts'
import { sealAuditLog } from './audit/sealing.ts'

const SEAL_AUDIT_LOG_MINUTES = 1

export function peopleJobs(deps: Deps): void {
  handleMails(deps, [activationMail])
  // The name begins with `accounts`, an earlier slice's name: jobs keep theirs, as some may still be queued.
  deps.jobs.everyMinutes(SEAL_AUDIT_LOG_MINUTES, 'accounts.seal-audit-log', async () => {
    await sealAuditLog(deps)
  })
}
