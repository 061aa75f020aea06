import { eq } from 'drizzle-orm'
import { hmacSign, type Secrets } from '../secrets.ts'
import { type Database, withTransaction } from './database.ts'
import { platformState } from './tables.ts'

const STATE_KEY = 'app_secret'

/** Thrown if the database was used with another secret. */
export class WrongSecretError extends Error {
  constructor() {
    super(
      'APP_SECRET: is not the secret that this database was last used with. Every node needs the same one. To change it, set the old one as APP_SECRET_PREVIOUS.',
    )
  }
}

/**
 * Makes sure that all nodes of a database use the same secret, by a fingerprint of the secret in the
 * database. The previous secret is accepted too; the fingerprint then becomes that of the new one.
 * @throws WrongSecretError if the database was used with another secret
 * @see docs/operations.md#the-secret
 */
export async function requireSameSecret(database: Database, secrets: Secrets): Promise<void> {
  const acceptedFingerprints = secrets.acceptedKeys('fingerprint').map((key) => hmacSign(key, STATE_KEY))
  // The first one is that of the current secret.
  const [fingerprint] = acceptedFingerprints
  const isFingerprintRow = eq(platformState.key, STATE_KEY)
  await withTransaction(database, async (transaction) => {
    await transaction
      .insert(platformState)
      .values({ key: STATE_KEY, value: fingerprint })
      .onConflictDoNothing()
    const [row] = await transaction.select().from(platformState).where(isFingerprintRow).for('update')
    if (!acceptedFingerprints.includes(row?.value as string)) throw new WrongSecretError()
    await transaction.update(platformState).set({ value: fingerprint }).where(isFingerprintRow)
  })
}
