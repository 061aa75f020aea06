import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { BackgroundCheckProvider } from '../../ports/background-checks/port.ts'
import { processCheck } from './process.ts'
import { findCheckByReference } from './queries.ts'
import { insertEvent, markApplied } from './store.ts'

/** What the job that applies an event needs of it. */
export type StoredEvent = { provider: string; eventId: string; reference: string | null }

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
    const stored: StoredEvent = { provider: provider.key, eventId: event.id, reference: event.reference }
    await deps.jobs.add(transaction, 'background-checks.apply-webhook', stored)
  })
}

/**
 * Applies a stored event. An event is only a hint: the check is read from the provider, so events may be
 * late, repeated or out of order. An event about an unknown check does nothing.
 */
export async function applyWebhook(deps: Deps, { provider, eventId, reference }: StoredEvent): Promise<void> {
  const check = reference && (await findCheckByReference(deps.database, provider, reference))
  if (check) await processCheck(deps, check.id)
  await withTransaction(deps.database, (transaction) =>
    markApplied(transaction, provider, eventId, deps.clock.now()),
  )
}
