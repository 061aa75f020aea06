import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { recordBanMatches } from './bans/bans.ts'
import { endSuspensions } from './suspensions/suspension.ts'

export function moderationJobs(deps: Deps): void {
  const recordMatchesOf = ({ userId }: { userId: number }) =>
    withTransaction(deps.database, (transaction) => recordBanMatches(transaction, deps, userId))
  deps.jobs.subscribe('person.trait-added', 'moderation', recordMatchesOf)
  deps.jobs.subscribe('bank-details.changed', 'moderation', recordMatchesOf)
  deps.jobs.subscribe('email.verified', 'moderation', recordMatchesOf)
  deps.jobs.everyMinutes(1, 'moderation.end-suspensions', () => endSuspensions(deps))
}
