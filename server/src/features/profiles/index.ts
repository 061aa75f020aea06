import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { caregiverRoutes } from './caregiver-routes.ts'
import { caretakerRoutes } from './caretaker-routes.ts'
import { profileSubscribers } from './subscribers.ts'
import { profileUploadRoutes } from './upload-routes.ts'

export { toAverageRating, toRatingHundredths } from './caregiver.ts'
export { replaceDocuments, updateCaregiverProfile } from './caregiver-commands.ts'
export { isRestricted } from './caregiver-queries.ts'
export { lockCaregiverProfile, setListed, setRating } from './caregiver-store.ts'
export { updateCaretakerProfile } from './caretaker-commands.ts'
export { getCaretakerForCaregiver, listChildren } from './caretaker-queries.ts'
export { createProfile } from './commands.ts'
export { findSharedContact } from './contact-details.ts'
export {
  checkDocument,
  findDocumentChecks,
  isCurrentCheck,
  isExpiringDocument,
  type StoredCheck,
} from './document-checks.ts'
export { decidePendingChange } from './pending-changes.ts'
export { caregiverProfiles, caretakerProfiles, documentChecks, pendingChanges } from './tables.ts'
export { type Reviewed, setVerification } from './verification.ts'

export function profilesRoutes(app: App, deps: Deps): void {
  caregiverRoutes(app, deps)
  profileUploadRoutes(app, deps)
  caretakerRoutes(app, deps)
}

export function profilesJobs(deps: Deps): void {
  profileSubscribers(deps)
}
