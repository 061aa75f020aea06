import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { noteBanMatches } from './bans/bans.ts'
import { endSuspensions } from './suspensions/suspension.ts'

export function moderationJobs(deps: Deps): void {
  const noteSimilarBanned = ({ userId }: { userId: number }) =>
    withTransaction(deps.database, (transaction) => noteBanMatches(transaction, deps, userId))
  deps.jobs.subscribe('person.trait-added', 'moderation', noteSimilarBanned)
  deps.jobs.subscribe('bank-details.changed', 'moderation', noteSimilarBanned)
  deps.jobs.subscribe('email.verified', 'moderation', noteSimilarBanned)
  deps.jobs.everyMinutes(1, 'moderation.end-suspensions', () => endSuspensions(deps))
}
