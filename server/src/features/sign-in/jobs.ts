import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { changeLinkMail, emailChangedMail } from './email-change/notices.ts'
import { deleteExpiredTokens } from './expired-tokens.ts'
import { googleLinkMail } from './google/notices.ts'
import { disownedMail } from './not-me/notices.ts'
import { passwordChangedMail, resetMail } from './passwords/notices.ts'
import { signInMail } from './sessions/notices.ts'
import {
  ANNOUNCE_SIGNUP,
  announceSignup,
  QUEUE_VERIFICATION_EMAIL,
  queueVerificationEmail,
  type SignupJob,
} from './signup/announcement.ts'
import { signupMail, type VerificationRequest, verificationMail } from './signup/notices.ts'
import { reencryptAppSecrets } from './two-step/factors/rotation.ts'
import { recoveryCodeUsedMail, twoStepMail } from './two-step/notices.ts'
import { recoveryAdminMail, recoveryEndedMail, recoveryRequestedMail } from './two-step/recovery/notices.ts'

const DELETE_EXPIRED_TOKENS_MINUTES = 10
const REENCRYPT_MINUTES = 60

export function signInJobs(deps: Deps): void {
  const { jobs } = deps
  handleMails(deps, [
    signupMail,
    verificationMail,
    resetMail,
    passwordChangedMail,
    signInMail,
    googleLinkMail,
    changeLinkMail,
    emailChangedMail,
    disownedMail,
    twoStepMail,
    recoveryCodeUsedMail,
    recoveryRequestedMail,
    recoveryAdminMail,
    recoveryEndedMail,
  ])
  jobs.handle<SignupJob>(ANNOUNCE_SIGNUP, (job) => announceSignup(deps, job))
  jobs.handle<VerificationRequest>(QUEUE_VERIFICATION_EMAIL, (job) => queueVerificationEmail(deps, job))
  // The names of jobs outlive those of slices: the queue may hold some of the release before.
  jobs.everyMinutes(REENCRYPT_MINUTES, 'accounts.reencrypt-app-secrets', () => reencryptAppSecrets(deps))
  jobs.everyMinutes(DELETE_EXPIRED_TOKENS_MINUTES, 'accounts.delete-expired-tokens', () =>
    deleteExpiredTokens(deps),
  )
}
