import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { recountRating } from './rating.ts'
import { askForReviews } from './review-requests.ts'

export function reviewsJobs(deps: Deps): void {
  deps.jobs.everyMinutes(1, 'reviews.ask', () => askForReviews(deps))
  deps.jobs.subscribe('chargeback.closed', 'reviews', ({ payeeId }) =>
    withTransaction(deps.database, (transaction) => recountRating(transaction, payeeId)),
  )
}
