import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { caregiverRoutes } from './caregiver-routes.ts'
import { caretakerRoutes } from './caretaker-routes.ts'
import { profileSubscribers } from './subscribers.ts'
import { profileUploadRoutes } from './upload-routes.ts'

export { toAverageRating, toRatingHundredths } from './caregiver.ts'
export { replaceDocuments, updateCaregiverProfile } from './caregiver-commands.ts'
export { addRating, setListed } from './caregiver-store.ts'
export { updateCaretakerProfile } from './caretaker-commands.ts'
export { createProfile } from './commands.ts'
export { grantContactAccess, grantFamilyAccess } from './family-access.ts'
export { caregiverProfiles, caretakerProfiles } from './tables.ts'
export { type DocumentFileIds, setVerification } from './verification.ts'

export function profilesRoutes(app: App, deps: Deps): void {
  caregiverRoutes(app, deps)
  profileUploadRoutes(app, deps)
  caretakerRoutes(app, deps)
}

export function profilesJobs(deps: Deps): void {
  profileSubscribers(deps)
}
