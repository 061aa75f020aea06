export {
  type EmailChangedJob,
  type EmailChangeLinkJob,
  SEND_EMAIL_CHANGE_LINK,
  SEND_EMAIL_CHANGED,
  sendEmailChanged,
  sendEmailChangeLink,
} from './email-change/email-jobs.ts'
export { emailChangeRoutes } from './email-change/routes.ts'
export { endEmailChange } from './email-change/store.ts'
export { deleteExpiredTokens } from './expired-tokens.ts'
export { signInWithGoogle } from './google/commands.ts'
export { type LinkEmailJob, SEND_LINK_EMAIL, sendLinkEmail } from './google/email-jobs.ts'
export { identityRoutes } from './google/routes.ts'
export { countMailedPassword } from './limits.ts'
export { isOnNewDevice } from './not-me/devices.ts'
export { notMeEmailJobs } from './not-me/email-jobs.ts'
export { toNotMeUrl } from './not-me/link.ts'
export { notMeRoutes } from './not-me/routes.ts'
export { getNotMeStop } from './not-me/stop.ts'
export {
  type PasswordChangedEmailJob,
  type ResetEmailJob,
  SEND_PASSWORD_CHANGED_EMAIL,
  SEND_RESET_EMAIL,
  sendPasswordChangedEmail,
  sendResetEmail,
} from './passwords/email-jobs.ts'
export { hashPassword } from './passwords/hashing.ts'
export { passwordRoutes } from './passwords/routes.ts'
export { requireStrongPassword } from './passwords/strength.ts'
export { signAccessToken } from './sessions/access-token.ts'
export { createAuthenticate } from './sessions/authentication.ts'
export { logIn } from './sessions/commands.ts'
export { SEND_SIGN_IN_EMAIL, type SignInEmailJob, sendSignInEmail } from './sessions/email-jobs.ts'
export { createFindFileViewer, setFileCookie } from './sessions/file-cookie.ts'
export { rememberDevice } from './sessions/known-devices.ts'
export { createFindLiveSessions, listBrowsers, listSessions } from './sessions/queries.ts'
export { requireRecentProof } from './sessions/reauthentication.ts'
export { sessionRoutes } from './sessions/routes.ts'
export { type Device, endSessions, getDeviceIds, openSession, toDevice } from './sessions/session.ts'
export { startSession } from './sessions/start-session.ts'
export { forgetDevices, insertActiveDay } from './sessions/store.ts'
export { createAdmin } from './signup/commands.ts'
export {
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
export { signupRoutes } from './signup/routes.ts'
export {
  findLastingObstacle,
  findObstacle,
  hasApprover,
  OBSTACLE_TEXTS,
  type Staff,
} from './two-step/approval.ts'
export { readStaff } from './two-step/approval-queries.ts'
export {
  queueRecoveryEndedEmail,
  queueRecoveryNotices,
  queueRecoveryRequestedEmail,
  twoStepEmailJobs,
} from './two-step/email-jobs.ts'
export { twoStepTables } from './two-step/personal-data.ts'
export { deleteRecoveryCodes } from './two-step/recovery-codes.ts'
export {
  findRecovery,
  findRecoveryByToken,
  getPersonTwoStep,
  isOpenRecovery,
  listRecoveries,
  readRecoveryResponse,
} from './two-step/recovery-queries.ts'
export {
  endRecoveriesOf,
  endRecovery,
  expireRecoveries,
  insertRecovery,
  type RecoveryRow,
} from './two-step/recovery-store.ts'
export { reencryptAppSecrets } from './two-step/rotation.ts'
export { twoStepRoutes } from './two-step/routes.ts'
export { authenticatorApps, passkeys, twoStepRecoveries } from './two-step/tables.ts'
export { endShortcuts } from './two-step/tickets.ts'
