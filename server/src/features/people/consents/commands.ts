import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { audit } from '../audit/store.ts'
import { insertConsents } from './store.ts'
import type { AgreedVersions } from './versions.ts'

/**
 * Records that a user agrees to these versions of the terms and the privacy policy. Safe to repeat.
 * @see docs/rules/own-data.md#consent
 */
export async function recordConsents(
  deps: Deps,
  userId: number,
  versions: AgreedVersions,
  ipAddress: string,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    const at = deps.clock.now()
    await insertConsents(transaction, userId, versions, at)
    await audit(transaction, {
      at,
      actorId: userId,
      action: 'consent.given',
      subject: `user:${userId}`,
      after: versions,
      address: ipAddress,
    })
  })
}
