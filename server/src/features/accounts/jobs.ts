import type { Deps } from '../../deps.ts'
import {
  MAIL_SIGNUP,
  MAIL_VERIFICATION,
  passOnSignup,
  passOnVerification,
  removeEnded,
  SIGNED_UP,
  type SignedUp,
  type SignupMail,
  VERIFICATION_ASKED,
  type VerificationMail,
  writeToSignup,
  writeVerification,
} from './signup/email-jobs.ts'

const SWEEP_MINUTES = 10

/** The jobs behind sign-up and verification, and the removal of tokens that have ended. */
export function mailJobs(deps: Deps): void {
  const { jobs } = deps
  jobs.handle<SignedUp>(SIGNED_UP, (signup) => passOnSignup(deps, signup))
  jobs.handle<SignupMail>(MAIL_SIGNUP, (mail) => writeToSignup(deps, mail))
  jobs.handle<VerificationMail>(VERIFICATION_ASKED, (mail) => passOnVerification(deps, mail))
  jobs.handle<VerificationMail>(MAIL_VERIFICATION, (mail) => writeVerification(deps, mail))
  jobs.every(SWEEP_MINUTES, 'accounts.remove-ended-tokens', () => removeEnded(deps))
}
