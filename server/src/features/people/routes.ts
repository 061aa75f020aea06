import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { auditDeniedCalls } from './audit/denied-calls.ts'
import { consentRoutes } from './consents/routes.ts'

/** The routes of consents and, for the routes of all slices, the hook that audits denied calls. */
export function peopleRoutes(app: App, deps: Deps): void {
  auditDeniedCalls(app, deps)
  consentRoutes(app, deps)
}
