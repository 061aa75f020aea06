import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { reviewRoutes } from './routes.ts'

export { insertReview } from './store.ts'

export function reviewsRoutes(app: App, deps: Deps): void {
  reviewRoutes(app, deps)
}
