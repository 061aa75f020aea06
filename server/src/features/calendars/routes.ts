import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { feedRoutes } from './feed/routes.ts'
import { outsideRoutes } from './outside/routes.ts'

export function calendarsRoutes(app: App, deps: Deps): void {
  feedRoutes(app, deps)
  outsideRoutes(app, deps)
}
