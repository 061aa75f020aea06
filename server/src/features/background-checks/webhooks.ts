import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { BackgroundCheckProvider } from '../../ports/background-checks/port.ts'
import { processCheck } from './process.ts'
import { findCheckByReference, findEvent } from './queries.ts'
import { insertEvent, markApplied } from './store.ts'

/**
 * Verifies and stores a provider's event, and adds the job that applies it. A repeated event does nothing.
 * @throws AppError 400 if the signature is not the provider's or too old; nothing is stored
 * @see docs/rules/background-checks.md#webhooks
 */
export async function receiveWebhook(
  deps: Deps,
  provider: BackgroundCheckProvider,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const event = provider.readEvent(rawBody, headers)
  await withTransaction(deps.database, async (transaction) => {
    if (!(await insertEvent(transaction, provider.key, event, deps.clock.now()))) return
    const payload = { provider: provider.key, eventId: event.id }
    await deps.jobs.add(transaction, 'background-checks.apply-webhook', payload)
  })
}

/**
 * Applies a stored event once. An event is only a hint: the check is read from the provider, so events may be
 * late, repeated or out of order. An event about an unknown check does nothing.
 */
export async function applyWebhook(deps: Deps, provider: string, eventId: string): Promise<void> {
  const event = await findEvent(deps.database, provider, eventId)
  if (!event || event.appliedAt) return
  const check = event.reference ? await findCheckByReference(deps.database, provider, event.reference) : null
  if (check) await processCheck(deps, check.id)
  await withTransaction(deps.database, (transaction) =>
    markApplied(transaction, provider, eventId, deps.clock.now()),
  )
}
