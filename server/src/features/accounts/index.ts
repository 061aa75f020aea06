import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { recordDenials } from './denied-calls.ts'
import { mailJobs } from './jobs.ts'
import { passwordJobs } from './passwords/reset.ts'
import { ownAccountRoutes, recoveryRoutes } from './recovery-routes.ts'
import { accountRoutes } from './routes.ts'

export { audit } from './audit-store.ts'
export { hashPassword, requireUncommon } from './passwords/hashing.ts'
export { createAuthenticate, findUser } from './queries.ts'
export { insertActivity } from './sessions/activity-store.ts'
export { createLiveSessions, openSession, setActive } from './sessions/commands.ts'
export { addAdmin } from './signup/commands.ts'
export { insertUser, lockUser, renameUser, setAvatar, setProfileComplete } from './store.ts'
export { activeMonths, users } from './tables.ts'
export { signAccess } from './tokens.ts'
export { avatarUrl } from './user.ts'

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
