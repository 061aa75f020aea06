import { DAY_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { deleteExpiredMailedTokens, deleteOldPhones } from '../people/index.ts'
import { deleteExpiredEmailChanges } from './email-change/store.ts'
import { deleteExpiredCredentials } from './google/store.ts'
import { deleteExpiredRefreshTokens } from './sessions/store.ts'
import { expireRecoveries } from './two-step/recovery/store.ts'
import { deleteExpiredTwoStepTokens } from './two-step/tokens.ts'

/** For this long, opening an emailed link still explains that it was used or has expired. */
const MAILED_TOKENS_KEPT_MS = 90 * DAY_MS

/**
 * Deletes a batch of each kind of expired token and of old hashes of phone numbers, and ends requests for a
 * recovery that nobody decided on.
 */
export async function deleteExpiredTokens(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await withTransaction(deps.database, async (transaction) => {
    await deleteExpiredRefreshTokens(transaction, now)
    await deleteExpiredMailedTokens(transaction, new Date(now.getTime() - MAILED_TOKENS_KEPT_MS))
    await deleteExpiredCredentials(transaction, now)
    await deleteExpiredEmailChanges(transaction, now)
    await deleteExpiredTwoStepTokens(transaction, now)
    await deleteOldPhones(transaction, now)
    await expireRecoveries(transaction, now)
  })
}
