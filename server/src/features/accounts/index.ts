import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { recordDenials } from './denials.ts'
import { mailJobs } from './jobs.ts'
import { ownAccountRoutes, recoveryRoutes } from './recovery-routes.ts'
import { passwordJobs } from './resetting.ts'
import { accountRoutes } from './routes.ts'

export { avatarUrl } from './account.ts'
export { insertActivity } from './activity-store.ts'
export { audit } from './audit-store.ts'
export { addAdmin } from './commands.ts'
export { hashPassword, requireUncommon } from './passwords.ts'
export { createAuthenticate, findUser } from './queries.ts'
export { createLiveSessions, openSession, setActive } from './sessions.ts'
export { insertUser, lockUser, renameUser, setAvatar, setProfileComplete } from './store.ts'
export { activeMonths, users } from './tables.ts'
export { signAccess } from './tokens.ts'

export function accountsRoutes(app: App, deps: Deps): void {
  recordDenials(app, deps)
  accountRoutes(app, deps)
  recoveryRoutes(app, deps)
  ownAccountRoutes(app, deps)
}

export function accountsJobs(deps: Deps): void {
  mailJobs(deps)
  passwordJobs(deps)
}
