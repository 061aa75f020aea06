import type { Transaction } from '../../../platform/database/database.ts'
import { consents } from './tables.ts'
import type { AgreedVersions } from './versions.ts'

/** Records which versions a person agreed to. A version that is recorded already keeps its first time. */
export async function insertConsents(
  transaction: Transaction,
  userId: number,
  versions: AgreedVersions,
  at: Date,
): Promise<void> {
  const rows = (['terms', 'privacy'] as const).flatMap((document) => {
    const version = versions[document]
    return version === undefined ? [] : [{ userId, document, version, at }]
  })
  if (rows.length > 0) await transaction.insert(consents).values(rows).onConflictDoNothing()
}
