import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { caretakerRoutes } from './caretaker-routes.ts'
import { profileRoutes } from './routes.ts'
import { profileSubscribers } from './subscribers.ts'

export { acquaint, acquaintByPayment } from './acquaintances.ts'
export { BLOCK, blockOf, hasBitIn, idAt, inAny, maskAt, maskOfOne, NOBODY, placeOf } from './blocks.ts'
export { changeCaretakerProfile } from './caretaker-commands.ts'
export { changeDetails, makeProfile, replaceDocuments } from './commands.ts'
export { bitsOf, KNOWN_LANGUAGES, KNOWN_SKILLS } from './known-keys.ts'
export {
  LISTED,
  maskOfCountry,
  masksBeyondRate,
  masksFromRate,
  masksFromRating,
  masksOf,
  SHEETS,
} from './masks.ts'
export { averageOf, hundredthsOf, standingFrom } from './profile.ts'
export { addRating, setListed } from './store.ts'
export { caregiverBlocks, caregiverProfiles, caregiverWords, caretakerProfiles } from './tables.ts'
export { type ShownDocuments, setVerification } from './verification.ts'

export function profilesRoutes(app: App, deps: Deps): void {
  profileRoutes(app, deps)
  caretakerRoutes(app, deps)
}

export function profilesJobs(deps: Deps): void {
  profileSubscribers(deps)
}
