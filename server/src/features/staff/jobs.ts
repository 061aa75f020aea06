import type { Deps } from '../../deps.ts'
import {
  type InvitationEmailJob,
  SEND_INVITATION_EMAIL,
  SEND_STAFF_CHANGE_NOTICE,
  SEND_STAFF_EMAIL,
  type StaffChangeNoticeJob,
  type StaffEmailJob,
  sendInvitationEmail,
  sendStaffChangeNotice,
  sendStaffEmail,
} from './email-jobs.ts'

export function staffJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<InvitationEmailJob>(SEND_INVITATION_EMAIL, (job) => sendInvitationEmail(deps, job))
  jobs.handle<StaffEmailJob>(SEND_STAFF_EMAIL, (job) => sendStaffEmail(deps, job))
  jobs.handle<StaffChangeNoticeJob>(SEND_STAFF_CHANGE_NOTICE, (job) => sendStaffChangeNotice(deps, job))
}
