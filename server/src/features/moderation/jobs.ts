import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { noteBanMatches } from './bans/bans.ts'
import { endSuspensions } from './suspensions/suspension.ts'

export function moderationJobs(deps: Deps): void {
  const noteMatches = ({ userId }: { userId: number }) =>
    withTransaction(deps.database, (transaction) => noteBanMatches(transaction, deps, userId))
  deps.jobs.subscribe('person.trait-added', 'moderation', noteMatches)
  deps.jobs.subscribe('bank-details.changed', 'moderation', noteMatches)
  deps.jobs.subscribe('email.verified', 'moderation', noteMatches)
  deps.jobs.every(1, 'moderation.end-suspensions', () => endSuspensions(deps))
}
