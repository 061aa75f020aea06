import type { Deps } from '../../../../deps.ts'
import { withTransaction } from '../../../../platform/database/database.ts'
import { authenticatorApps } from '../tables.ts'
import { reencryptAppSecret } from './app-codes.ts'
import { replaceAppSecret } from './app-store.ts'

/**
 * While the application secret is changed, encrypts the apps' secrets with the new one.
 * @see docs/operations.md
 */
export async function reencryptAppSecrets(deps: Deps): Promise<void> {
  if (deps.config.appSecretPrevious === undefined) return
  const { userId, secret } = authenticatorApps
  for (const app of await deps.database.select({ userId, secret }).from(authenticatorApps)) {
    const after = reencryptAppSecret(deps, app)
    if (after === null) continue
    await withTransaction(deps.database, (transaction) =>
      replaceAppSecret(transaction, { userId: app.userId, before: app.secret, after }),
    )
  }
}
