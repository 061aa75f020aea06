import type { Deps } from '../../deps.ts'
import {
  type ActivationEmailJob,
  SEND_ACTIVATION_EMAIL,
  sendActivationEmail,
} from './activation/email-jobs.ts'
import { sealAuditLog } from './audit/sealing.ts'

const SEAL_AUDIT_LOG_MINUTES = 1

export function peopleJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<ActivationEmailJob>(SEND_ACTIVATION_EMAIL, (job) => sendActivationEmail(deps, job))
  // The names of jobs outlive those of slices: the queue may hold some of the release before.
  jobs.everyMinutes(SEAL_AUDIT_LOG_MINUTES, 'accounts.seal-audit-log', async () => {
    await sealAuditLog(deps)
  })
}
