import type { Deps } from '../../../deps.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../sandbox/ids.ts'
import { getModes } from './modes.ts'

/** The dependencies of everything that emits an event. */
export type EventDeps = Pick<Deps, 'clock' | 'jobs'>

/**
 * Adds the job that sends an event by webhook, in Stripe's envelope; several jobs if the modes say so.
 * @param object what the event is about, in Stripe's form
 * @param accountId the connected account that the event comes from; null for our own
 */
export async function emit(
  transaction: Transaction,
  { clock, jobs }: EventDeps,
  type: string,
  object: object,
  accountId: string | null = null,
): Promise<void> {
  const createdAt = clock.now()
  const event = {
    id: newId('evt'),
    object: 'event',
    type,
    created: Math.floor(createdAt.getTime() / 1_000),
    ...(accountId && { account: accountId }),
    data: { object },
  }
  const { copies, delaySeconds, disorder } = await getModes(transaction)
  for (let copy = 1; copy <= copies; copy += 1) {
    const delayMs = delaySeconds * 1_000 * (disorder ? Math.random() : 1)
    const runAt = delayMs > 0 ? { runAt: new Date(createdAt.getTime() + delayMs) } : {}
    await jobs.add(transaction, 'sandbox.deliver', { event }, runAt)
  }
}
