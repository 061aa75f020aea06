export { endEmailChange } from './email-change/store.ts'
export { signInJobs } from './jobs.ts'
export { countMailedPasswordAttempt } from './limits.ts'
export { isOnNewDevice } from './not-me/devices.ts'
export { toNotMeUrl } from './not-me/link.ts'
export { getNotMeStopEnd } from './not-me/stop.ts'
export { hashPassword } from './passwords/hashing.ts'
export { requireStrongPassword } from './passwords/strength.ts'
export { signInData } from './personal-data.ts'
export { signInRoutes } from './routes.ts'
export { createFindLiveSessions, findLastSeen, listBrowsers, listSessions } from './sessions/queries.ts'
export { requireRecentProof } from './sessions/reauthentication.ts'
export { type Device, endSessions, openSession, toDevice } from './sessions/session.ts'
export { setLoginCookies } from './sessions/session-response.ts'
export { startSession } from './sessions/start-session.ts'
export { forgetKnownDevices, insertActiveDay } from './sessions/store.ts'
export { activeMonths, sessions } from './sessions/tables.ts'
export { createAdmin } from './signup/commands.ts'
export { signAccessToken } from './tokens/access-token.ts'
export { createAuthenticate } from './tokens/authentication.ts'
export { createFindFileViewer } from './tokens/file-cookie.ts'
export { endTwoStep } from './two-step/factors/changes.ts'
export {
  findApprovalObstacle,
  findLastingObstacle,
  hasApprover,
  OBSTACLE_TEXTS,
  type Staff,
} from './two-step/recovery/approval.ts'
export { recoveryAdminMail, recoveryEndedMail, recoveryRequestedMail } from './two-step/recovery/notices.ts'
export {
  countOpenRecoveries,
  findRecovery,
  findRecoveryByToken,
  getPersonTwoStep,
  listRecoveries,
  readRecoveryResponse,
  readStaff,
} from './two-step/recovery/queries.ts'
export {
  endRecoveriesAskedBy,
  endRecovery,
  expireRecoveries,
  insertRecovery,
  type RecoveryRow,
} from './two-step/recovery/store.ts'
export { endTicketsAndRememberedDevices } from './two-step/tokens.ts'
