import { eq } from 'drizzle-orm'
import type { Deps } from '../../../../deps.ts'
import { withTransaction } from '../../../../platform/database/database.ts'
import { factors } from '../tables.ts'
import { reencryptAppSecret } from './app-codes.ts'
import { replaceAppSecret } from './store.ts'

/**
 * While `APP_SECRET` is changed, encrypts the secrets of authenticator apps with the new one.
 * @see docs/operations.md
 */
export async function reencryptAppSecrets(deps: Deps): Promise<void> {
  if (deps.config.appSecretPrevious === undefined) return
  const apps = await deps.database.select().from(factors).where(eq(factors.method, 'app'))
  for (const { id, userId, key } of apps) {
    const reencrypted = reencryptAppSecret(deps, { userId, secret: key })
    if (reencrypted === null) continue
    await withTransaction(deps.database, (transaction) => replaceAppSecret(transaction, id, reencrypted))
  }
}
