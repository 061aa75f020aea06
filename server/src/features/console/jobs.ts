import type { Deps } from '../../deps.ts'
import { handleMails } from '../notices/index.ts'
import { analyticsJobs } from './analytics/jobs.ts'
import { showLimitMail } from './people/notices.ts'
import { givenAwayMail, givenAwayRefundJobs } from './refunds/given-away.ts'

export function consoleJobs(deps: Deps): void {
  analyticsJobs(deps)
  handleMails(deps, [showLimitMail, givenAwayMail])
  givenAwayRefundJobs(deps)
}
