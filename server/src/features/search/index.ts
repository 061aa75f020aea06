import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { favoriteRoutes } from './favorite-routes.ts'
import type { FindHabits } from './matching/wishes.ts'
import { caregiverRoutes } from './routes.ts'
import { lookForMatches } from './saved/matches.ts'
import { savedSearchRoutes } from './saved/routes.ts'

export { addFavorite } from './favorites.ts'
export type { FamilyHabits } from './matching/wishes.ts'
export { listVisitDistancesKm } from './near.ts'
export { getListedCaregiver, listBackupCaregivers } from './queries.ts'

/** @param findHabits reads what a family's bookings, which belong to a later slice, say about its wishes */
export function searchRoutes(app: App, deps: Deps, findHabits: FindHabits): void {
  caregiverRoutes(app, deps, findHabits)
  favoriteRoutes(app, deps)
  savedSearchRoutes(app, deps)
}

/** How often a batch of families is looked at. */
const LOOK_MINUTES = 10

export function searchJobs(deps: Deps): void {
  deps.jobs.everyMinutes(LOOK_MINUTES, 'search.look-for-matches', () => lookForMatches(deps))
}
export { searchData } from './personal-data.ts'
export { savedSearchNotices as searchNotices } from './saved/notices.ts'
