export { endEmailChange } from './email-change/store.ts'

export { signInJobs } from './jobs.ts'
export { countMailedPassword } from './limits.ts'
export { isOnNewDevice } from './not-me/devices.ts'

export { toNotMeUrl } from './not-me/link.ts'

export { getNotMeStop } from './not-me/stop.ts'

export { hashPassword } from './passwords/hashing.ts'

export { requireStrongPassword } from './passwords/strength.ts'
export { signInData } from './personal-data.ts'
export { signInRoutes } from './routes.ts'
export { signAccessToken } from './sessions/access-token.ts'
export { createAuthenticate } from './sessions/authentication.ts'

export { createFindFileViewer, setFileCookie } from './sessions/file-cookie.ts'
export { rememberDevice } from './sessions/known-devices.ts'
export { createFindLiveSessions, listBrowsers, listSessions } from './sessions/queries.ts'
export { requireRecentProof } from './sessions/reauthentication.ts'

export { type Device, endSessions, getDeviceIds, openSession, toDevice } from './sessions/session.ts'
export { startSession } from './sessions/start-session.ts'
export { forgetDevices, insertActiveDay } from './sessions/store.ts'
export { activeMonths, sessions } from './sessions/tables.ts'
export { createAdmin } from './signup/commands.ts'

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
} from './two-step/email-jobs.ts'
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

export { authenticatorApps, passkeys, twoStepRecoveries } from './two-step/tables.ts'
export { endShortcuts } from './two-step/tickets.ts'
