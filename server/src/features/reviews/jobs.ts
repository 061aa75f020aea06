import type { Deps } from '../../deps.ts'
import { askForReviews } from './review-requests.ts'

export function reviewsJobs(deps: Deps): void {
  deps.jobs.every(1, 'reviews.ask', () => askForReviews(deps))
}
