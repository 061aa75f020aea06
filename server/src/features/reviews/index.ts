import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http.ts'
import { reviewRoutes } from './routes.ts'

export type { ReviewEvent } from './commands.ts'
export { ownReview } from './family-queries.ts'
export { insertReview } from './store.ts'

export function reviewsRoutes(app: App, deps: Deps): void {
  reviewRoutes(app, deps)
}
