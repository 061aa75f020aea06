import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { caretakerRoutes } from './caretaker-routes.ts'
import { profileRoutes } from './routes.ts'
import { profileSubscribers } from './subscribers.ts'

export { changeCaretakerProfile } from './caretaker-commands.ts'
export { changeDetails, makeProfile, replaceDocuments } from './commands.ts'
export { grantContactAccess, grantFamilyAccess } from './family-access.ts'
export { averageOf, hundredthsOf } from './profile.ts'
export { addRating, setListed } from './store.ts'
export { caregiverProfiles, caretakerProfiles } from './tables.ts'
export { type ShownDocuments, setVerification } from './verification.ts'

export function profilesRoutes(app: App, deps: Deps): void {
  profileRoutes(app, deps)
  caretakerRoutes(app, deps)
}

export function profilesJobs(deps: Deps): void {
  profileSubscribers(deps)
}
