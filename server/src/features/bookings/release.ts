import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { releaseHold, releasePayment } from '../payments/index.ts'
import { windowsOf } from './queries.ts'
import { lockRequest, type WindowRow } from './store.ts'

export const RELEASE = 'bookings.release'

/** When a booking's money becomes the caregiver's: some hours after its last window's end (decisions §6). */
function releaseTime({ config }: Pick<Deps, 'config'>, windows: readonly WindowRow[]): Date {
  const lastEndMs = Math.max(...windows.map(({ endsAt }) => endsAt.getTime()))
  return new Date(lastEndMs + config.releaseDelayHours * HOUR_MS)
}

/** Has the money of a booking released in its time. */
export function scheduleRelease(
  transaction: Transaction,
  deps: Pick<Deps, 'config' | 'jobs'>,
  requestId: number,
  windows: readonly WindowRow[],
): Promise<void> {
  const runAt = releaseTime(deps, windows)
  return deps.jobs.add(transaction, RELEASE, { requestId }, { runAt, key: `${RELEASE}:${requestId}` })
}

/** Releases the money of a paid request once; before its time it is only scheduled anew. */
export function releaseRequest(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>,
  requestId: number,
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const request = await lockRequest(transaction, requestId)
    if (!request?.paidAt) return
    const windows = await windowsOf(transaction, requestId)
    if (deps.clock.now() < releaseTime(deps, windows)) {
      await scheduleRelease(transaction, deps, requestId, windows)
    } else {
      await releasePayment(transaction, deps, requestId)
    }
  })
}

/**
 * Ends a dispute's hold on a request's money: available where its time has come, and otherwise in escrow again until
 * then. Call it in the transaction that ends the dispute, after every other lock.
 * @returns the cents that were held
 */
export async function releaseHeldRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  requestId: number,
): Promise<number> {
  const windows = await windowsOf(transaction, requestId)
  const isDue = deps.clock.now() >= releaseTime(deps, windows)
  if (!isDue) await scheduleRelease(transaction, deps, requestId, windows)
  return releaseHold(transaction, deps, requestId, { isDue })
}
