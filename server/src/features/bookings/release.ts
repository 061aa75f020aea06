/** The money of a booking becomes available to the caregiver. @see docs/rules/money.md#release */
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { releaseHold, releasePayment } from '../payments/index.ts'
import { listRequestWindows } from './queries.ts'
import { lockRequest, type WindowRow } from './store.ts'

export const RELEASE = 'bookings.release'

/** `RELEASE_DELAY_HOURS` after the end of the last window. */
function getReleaseTime({ config }: Pick<Deps, 'config'>, windows: readonly WindowRow[]): Date {
  const lastEndMs = Math.max(...windows.map(({ endsAt }) => endsAt.getTime()))
  return new Date(lastEndMs + config.releaseDelayHours * HOUR_MS)
}

/** Schedules the release of a paid request's money; a release that is already scheduled is replaced. */
export function scheduleRelease(
  transaction: Transaction,
  deps: Pick<Deps, 'config' | 'jobs'>,
  requestId: number,
  windows: readonly WindowRow[],
): Promise<void> {
  const runAt = getReleaseTime(deps, windows)
  return deps.jobs.add(transaction, RELEASE, { requestId }, { runAt, key: `${RELEASE}:${requestId}` })
}

/** Releases the money of a paid request, or schedules that again when it is not due yet. Safe to repeat. */
export function releaseRequest(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>,
  requestId: number,
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const request = await lockRequest(transaction, requestId)
    if (!request?.paidAt) return
    const windows = await listRequestWindows(transaction, requestId)
    if (deps.clock.now() < getReleaseTime(deps, windows)) {
      await scheduleRelease(transaction, deps, requestId, windows)
    } else {
      await releasePayment(transaction, deps, requestId)
    }
  })
}

/**
 * Ends a dispute's hold on the money of a request: it becomes available if its release is due, and otherwise returns to
 * escrow until then. Call it in the transaction that ends the dispute, after every other lock.
 * @returns the cents that were held
 * @see docs/rules/money.md#holds
 */
export async function releaseHeldRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  requestId: number,
): Promise<number> {
  const windows = await listRequestWindows(transaction, requestId)
  const isDue = deps.clock.now() >= getReleaseTime(deps, windows)
  if (!isDue) await scheduleRelease(transaction, deps, requestId, windows)
  return releaseHold(transaction, deps, requestId, { isDue })
}
