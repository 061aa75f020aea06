import type { Deps } from '../../deps.ts'
import { reportHeldReview } from './reporting.ts'
import { endSuspensions } from './suspension.ts'

export function moderationJobs(deps: Deps): void {
  deps.jobs.subscribe('review.held', 'moderation', ({ reviewId }) => reportHeldReview(deps, reviewId))
  deps.jobs.every(1, 'moderation.end-suspensions', () => endSuspensions(deps))
}
