import type { Deps } from '../../deps.ts'
import type { App } from '../../platform/http/http.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { backgroundChecksRoutes } from './background-checks/routes.ts'
import { bookingRecordRoutes } from './bookings/routes.ts'
import { changesRoutes } from './changes/routes.ts'
import { disputesRoutes } from './disputes/routes.ts'
import { jobsRoutes } from './failed-jobs/routes.ts'
import { exportRoutes } from './lists/export-routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { notesRoutes } from './notes/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { queueRoutes } from './queue/routes.ts'
import { refundsRoutes } from './refunds/routes.ts'
import { reportsRoutes } from './reports/routes.ts'
import { requestsRoutes } from './requests/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { usersRoutes } from './users/routes.ts'
import { documentCheckRoutes } from './verification/document-routes.ts'
import { verificationRoutes } from './verification/routes.ts'
import { viewsRoutes } from './views/routes.ts'

export function consoleRoutes(app: App, deps: Deps): void {
  verificationRoutes(app, deps)
  documentCheckRoutes(app, deps)
  changesRoutes(app, deps)
  backgroundChecksRoutes(app, deps)
  usersRoutes(app, deps)
  requestsRoutes(app, deps)
  disputesRoutes(app, deps)
  reportsRoutes(app, deps)
  analyticsRoutes(app, deps)
  jobsRoutes(app, deps)
  auditRoutes(app, deps)
  notesRoutes(app, deps)
  peopleRoutes(app, deps)
  bookingRecordRoutes(app, deps)
  moneyRoutes(app, deps)
  refundsRoutes(app, deps)
  searchRoutes(app, deps)
  queueRoutes(app, deps)
  exportRoutes(app, deps)
  viewsRoutes(app, deps)
}
