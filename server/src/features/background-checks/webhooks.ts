import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { BackgroundCheckProvider } from '../../ports/background-checks/port.ts'
import { findCheckByReference } from './queries.ts'
import { insertEvent } from './store.ts'

/**
 * Verifies and stores a provider's event, and adds the job that reads its check at the provider. The event is
 * only a hint, so it may be late, repeated, out of order or about an unknown check.
 * @throws AppError 400 if the signature is not the provider's or too old; nothing is stored
 * @see docs/rules/background-checks.md#webhooks
 */
export async function receiveWebhook(
  { clock, database, jobs }: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  provider: BackgroundCheckProvider,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const event = provider.readEvent(rawBody, headers)
  await withTransaction(database, async (transaction) => {
    if (!(await insertEvent(transaction, provider.key, event, clock.now()))) return
    const { reference } = event
    const check = reference && (await findCheckByReference(transaction, provider.key, reference))
    if (check) await jobs.add(transaction, 'background-checks.process', { checkId: check.id })
  })
}
