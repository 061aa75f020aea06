import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { favoriteRoutes } from './favorite-routes.ts'
import { caregiverRoutes } from './routes.ts'

export { addFavorite } from './favorites.ts'
export { getListedCaregiver, listBackupCaregivers } from './queries.ts'

export function searchRoutes(app: App, deps: Deps): void {
  caregiverRoutes(app, deps)
  favoriteRoutes(app, deps)
}
export { searchData } from './personal-data.ts'
