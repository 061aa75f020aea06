import type { Deps } from '../../deps.ts'
import {
  type EmailChangedJob,
  type EmailChangeLinkJob,
  SEND_EMAIL_CHANGE_LINK,
  SEND_EMAIL_CHANGED,
  sendEmailChanged,
  sendEmailChangeLink,
} from './email-change/email-jobs.ts'
import { deleteExpiredTokens } from './expired-tokens.ts'
import { type LinkEmailJob, SEND_LINK_EMAIL, sendLinkEmail } from './google/email-jobs.ts'
import { notMeEmailJobs } from './not-me/email-jobs.ts'
import {
  type PasswordChangedEmailJob,
  type ResetEmailJob,
  SEND_PASSWORD_CHANGED_EMAIL,
  SEND_RESET_EMAIL,
  sendPasswordChangedEmail,
  sendResetEmail,
} from './passwords/email-jobs.ts'
import { SEND_SIGN_IN_EMAIL, type SignInEmailJob, sendSignInEmail } from './sessions/email-jobs.ts'
import {
  ANNOUNCE_SIGNUP,
  announceSignup,
  QUEUE_VERIFICATION_EMAIL,
  queueVerificationEmail,
  SEND_SIGNUP_EMAIL,
  SEND_VERIFICATION_EMAIL,
  type SignupEmailJob,
  type SignupJob,
  sendSignupEmail,
  sendVerificationEmail,
  type VerificationEmailJob,
} from './signup/email-jobs.ts'
import { reencryptAppSecrets } from './two-step/app/rotation.ts'
import { twoStepEmailJobs } from './two-step/email-jobs.ts'

const DELETE_EXPIRED_TOKENS_MINUTES = 10
const REENCRYPT_MINUTES = 60

export function signInJobs(deps: Deps): void {
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
  twoStepEmailJobs(deps)
  notMeEmailJobs(deps)
  // The names of jobs outlive those of slices: the queue may hold some of the release before.
  jobs.everyMinutes(REENCRYPT_MINUTES, 'accounts.reencrypt-app-secrets', () => reencryptAppSecrets(deps))
  jobs.everyMinutes(DELETE_EXPIRED_TOKENS_MINUTES, 'accounts.delete-expired-tokens', () =>
    deleteExpiredTokens(deps),
  )
}
