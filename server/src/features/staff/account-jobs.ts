import type { Deps } from '../../deps.ts'
import {
  type ActivationEmailJob,
  SEND_ACTIVATION_EMAIL,
  sealAuditLog,
  sendActivationEmail,
} from '../people/index.ts'
import {
  ANNOUNCE_SIGNUP,
  announceSignup,
  deleteExpiredTokens,
  type EmailChangedJob,
  type EmailChangeLinkJob,
  type LinkEmailJob,
  notMeEmailJobs,
  type PasswordChangedEmailJob,
  QUEUE_VERIFICATION_EMAIL,
  queueVerificationEmail,
  type ResetEmailJob,
  reencryptAppSecrets,
  SEND_EMAIL_CHANGE_LINK,
  SEND_EMAIL_CHANGED,
  SEND_LINK_EMAIL,
  SEND_PASSWORD_CHANGED_EMAIL,
  SEND_RESET_EMAIL,
  SEND_SIGN_IN_EMAIL,
  SEND_SIGNUP_EMAIL,
  SEND_VERIFICATION_EMAIL,
  type SignInEmailJob,
  type SignupEmailJob,
  type SignupJob,
  sendEmailChanged,
  sendEmailChangeLink,
  sendLinkEmail,
  sendPasswordChangedEmail,
  sendResetEmail,
  sendSignInEmail,
  sendSignupEmail,
  sendVerificationEmail,
  twoStepEmailJobs,
  type VerificationEmailJob,
} from '../sign-in/index.ts'
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

const DELETE_EXPIRED_TOKENS_MINUTES = 10
const REENCRYPT_MINUTES = 60
const SEAL_AUDIT_LOG_MINUTES = 1

export function accountsJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<SignupJob>(ANNOUNCE_SIGNUP, (job) => announceSignup(deps, job))
  jobs.handle<SignupEmailJob>(SEND_SIGNUP_EMAIL, (job) => sendSignupEmail(deps, job))
  jobs.handle<VerificationEmailJob>(QUEUE_VERIFICATION_EMAIL, (job) => queueVerificationEmail(deps, job))
  jobs.handle<VerificationEmailJob>(SEND_VERIFICATION_EMAIL, (job) => sendVerificationEmail(deps, job))
  jobs.handle<ResetEmailJob>(SEND_RESET_EMAIL, (job) => sendResetEmail(deps, job))
  jobs.handle<PasswordChangedEmailJob>(SEND_PASSWORD_CHANGED_EMAIL, (job) =>
    sendPasswordChangedEmail(deps, job),
  )
  jobs.handle<SignInEmailJob>(SEND_SIGN_IN_EMAIL, (job) => sendSignInEmail(deps, job))
  jobs.handle<LinkEmailJob>(SEND_LINK_EMAIL, (job) => sendLinkEmail(deps, job))
  jobs.handle<EmailChangeLinkJob>(SEND_EMAIL_CHANGE_LINK, (job) => sendEmailChangeLink(deps, job))
  jobs.handle<EmailChangedJob>(SEND_EMAIL_CHANGED, (job) => sendEmailChanged(deps, job))
  jobs.handle<ActivationEmailJob>(SEND_ACTIVATION_EMAIL, (job) => sendActivationEmail(deps, job))
  jobs.handle<InvitationEmailJob>(SEND_INVITATION_EMAIL, (job) => sendInvitationEmail(deps, job))
  jobs.handle<StaffEmailJob>(SEND_STAFF_EMAIL, (job) => sendStaffEmail(deps, job))
  jobs.handle<StaffChangeNoticeJob>(SEND_STAFF_CHANGE_NOTICE, (job) => sendStaffChangeNotice(deps, job))
  twoStepEmailJobs(deps)
  notMeEmailJobs(deps)
  jobs.every(SEAL_AUDIT_LOG_MINUTES, 'accounts.seal-audit-log', async () => {
    await sealAuditLog(deps)
  })
  jobs.every(REENCRYPT_MINUTES, 'accounts.reencrypt-app-secrets', () => reencryptAppSecrets(deps))
  jobs.every(DELETE_EXPIRED_TOKENS_MINUTES, 'accounts.delete-expired-tokens', () => deleteExpiredTokens(deps))
}
