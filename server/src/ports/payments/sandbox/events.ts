import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import type { Reader, Transaction } from '../../../platform/database/database.ts'
import { sandboxEvents } from '../tables.ts'
import { getModes } from './modes.ts'

export type SandboxEvent = typeof sandboxEvents.$inferSelect

/** The dependencies of everything that emits an event. */
export type EventDeps = Pick<Deps, 'clock' | 'jobs'>

/** A random id in Stripe's format, such as `cs_test_…`. */
export function newId(prefix: string): string {
  return `${prefix}_test_${randomBytes(18).toString('hex')}`
}

/**
 * Stores an event in Stripe's envelope and adds the job that delivers it.
 * @param accountId the connected account that it comes from; null for our own
 */
export async function emit(
  transaction: Transaction,
  { clock, jobs }: EventDeps,
  type: string,
  object: object,
  accountId: string | null = null,
): Promise<void> {
  const id = newId('evt')
  const createdAt = clock.now()
  const payload = {
    id,
    object: 'event',
    type,
    created: Math.floor(createdAt.getTime() / 1_000),
    ...(accountId && { account: accountId }),
    data: { object },
  }
  await transaction.insert(sandboxEvents).values({ id, type, payload, createdAt })
  const { copies, delaySeconds, disorder } = await getModes(transaction)
  for (let copy = 1; copy <= copies; copy += 1) {
    const delayMs = delaySeconds * 1_000 * (disorder ? Math.random() : 1)
    const runAt = delayMs > 0 ? { runAt: new Date(createdAt.getTime() + delayMs) } : {}
    await jobs.add(transaction, 'sandbox.deliver', { eventId: id, copy }, runAt)
  }
}

export async function findEvent(reader: Reader, id: string): Promise<SandboxEvent | null> {
  const [event] = await reader.select().from(sandboxEvents).where(eq(sandboxEvents.id, id))
  return event ?? null
}

export async function markDelivered(transaction: Transaction, id: string, deliveredAt: Date): Promise<void> {
  await transaction.update(sandboxEvents).set({ deliveredAt }).where(eq(sandboxEvents.id, id))
}
