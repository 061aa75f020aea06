import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { handleMails } from '../notices/index.ts'
import { caregiverRoutes } from './caregivers/routes.ts'
import { handleDueExpiryNotices } from './documents/expiry.ts'
import { familyRoutes } from './families/routes.ts'
import { referenceMail } from './references/mail.ts'
import { referenceRoutes } from './references/routes.ts'
import { profileSubscribers } from './subscribers.ts'
import { profileUploadRoutes } from './upload-routes.ts'

export { toAverageRating, toRatingHundredths } from './caregivers/caregiver.ts'
export { updateCaregiverProfile } from './caregivers/commands.ts'
export { findAvailabilitySettings, findCaregiver, isRestricted } from './caregivers/queries.ts'
export {
  lockCaregiverProfile,
  refreshListing,
  setAvailabilitySettings,
  setRating,
} from './caregivers/store.ts'
export { listVerificationNeeds, type ReviewedProfile, recordVerification } from './caregivers/verification.ts'
export { setProfileHidden } from './changes/hiding.ts'
export { decidePendingChange } from './changes/pending-changes.ts'
export { createProfile } from './commands.ts'
export { selectCaregiversOffering } from './console/category.ts'
export { pendingChangeList } from './console/change-list.ts'
export { findCaregiverRecord, findFamilyContact, findVerificationStatuses } from './console/record.ts'
export { readAbout } from './console/shown.ts'
export {
  findNeighbors,
  listCaregiversToVerify,
  type VerificationRow,
  verificationList,
} from './console/verification-list.ts'
export {
  countExpiringDocuments,
  countPendingChanges,
  countPendingVerifications,
  countRenewals,
  isProfileWaiting,
} from './console/waiting.ts'
export {
  findReviewContactError,
  findSharedContactError,
  hasContactDetails,
} from './contact-details/contact-details.ts'
export { checkDocument } from './documents/checks.ts'
export { type DocumentCheck, findDocumentChecks } from './documents/checks-store.ts'
export { FIELD_OF_KIND } from './documents/document-fields.ts'
export { listExpiringDocuments, readDocumentRequests } from './documents/expiring.ts'
export { announceExpiredDocuments } from './documents/expiry.ts'
export { selectPaperChecks } from './documents/paper-checks.ts'
export { decideRenewal } from './documents/renewals.ts'
export { listRenewals } from './documents/renewals-store.ts'
export { uploadDocuments } from './documents/upload.ts'
export { endCardCheck, recordCardName, updateFamilyProfile } from './families/commands.ts'
export { countChildren, getFamilyForCaregiver, listChildNotes, listChildren } from './families/queries.ts'
export { applyPublicNames } from './names/public-names.ts'
export { profileNotices } from './notices.ts'
export { findReaderZone, readerZone } from './reader-zone.ts'
export { listStaffReferences } from './references/queries.ts'
export { countConfirmedReferences } from './references/store.ts'
export { caregiverProfiles, familyProfiles } from './tables.ts'

export function profilesRoutes(app: App, deps: Deps): void {
  caregiverRoutes(app, deps)
  profileUploadRoutes(app, deps)
  familyRoutes(app, deps)
  referenceRoutes(app, deps)
}

/** How often expiries are looked for. Each is handled within this time after its day begins. */
const EXPIRY_MINUTES = 10

export function profilesJobs(deps: Deps): void {
  deps.jobs.everyMinutes(EXPIRY_MINUTES, 'profiles.notice-expiries', () => handleDueExpiryNotices(deps))
  handleMails(deps, [referenceMail])
  profileSubscribers(deps)
}
export { profilesData } from './personal-data.ts'
