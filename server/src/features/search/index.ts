import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { favoriteRoutes } from './favorite-routes.ts'
import type { FindHabits } from './matching/wishes.ts'
import { caregiverRoutes } from './routes.ts'

export { addFavorite } from './favorites.ts'
export type { FamilyHabits } from './matching/wishes.ts'
export { getListedCaregiver, listBackupCaregivers } from './queries.ts'

/** @param findHabits reads what a family's bookings, which belong to a later slice, say about its wishes */
export function searchRoutes(app: App, deps: Deps, findHabits: FindHabits): void {
  caregiverRoutes(app, deps, findHabits)
  favoriteRoutes(app, deps)
}
export { searchData } from './personal-data.ts'
