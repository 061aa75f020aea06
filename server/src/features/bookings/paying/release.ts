/**
 * Releases the money of a booking: it becomes available to the caregiver.
 * @see docs/rules/money.md#release
 */
import { HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { releaseHold, releasePayment } from '../../payments/index.ts'
import { findRequest, listBookedWindows } from '../queries.ts'
import { lockRequest, type RequestRow } from '../store.ts'

/** The name of the job that releases a request's money. */
export const RELEASE_JOB = 'bookings.release'

/**
 * The end of the last window that the caregiver is paid for; 1970 if there is none. Canceled bookings whose
 * whole price goes back do not count.
 */
async function getCareEnd(transaction: Transaction, request: Pick<RequestRow, 'id'>): Promise<Date> {
  const bookedWindows = await listBookedWindows(transaction, request.id)
  const paidWindows = bookedWindows.filter(
    ({ booking }) => !booking.canceledAt || booking.owedCents < booking.priceCents,
  )
  return new Date(Math.max(0, ...paidWindows.map(({ window }) => window.endsAt.getTime())))
}

/** When the money is released: `RELEASE_DELAY_HOURS` after the end of the care. */
function toReleaseTime({ config }: Pick<Deps, 'config'>, careEnd: Date): Date {
  return new Date(careEnd.getTime() + config.releaseDelayHours * HOUR_MS)
}

/**
 * Schedules the release of a paid request's money, in place of one that is already scheduled.
 * @param careEnd the end of the last window that the caregiver is paid for, if it is known
 */
export async function scheduleRelease(
  transaction: Transaction,
  deps: Pick<Deps, 'config' | 'jobs'>,
  request: Pick<RequestRow, 'id'>,
  careEnd?: Date,
): Promise<void> {
  const runAt = toReleaseTime(deps, careEnd ?? (await getCareEnd(transaction, request)))
  const { id: requestId } = request
  await deps.jobs.add(transaction, RELEASE_JOB, { requestId }, { runAt, key: `${RELEASE_JOB}:${requestId}` })
}

/**
 * Releases the money of a paid request, or schedules the release again if it is not due yet. Does nothing for
 * an unpaid request. Safe to repeat.
 */
export function releaseRequest(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'jobs'>,
  requestId: number,
): Promise<void> {
  return withTransaction(deps.database, async (transaction) => {
    const request = await lockRequest(transaction, requestId)
    if (!request?.paidAt) return
    const careEndedAt = await getCareEnd(transaction, request)
    if (deps.clock.now() < toReleaseTime(deps, careEndedAt)) {
      await scheduleRelease(transaction, deps, request, careEndedAt)
    } else {
      await releasePayment(transaction, deps, requestId, careEndedAt)
    }
  })
}

/**
 * Ends a dispute's hold on the money of a request: the money becomes available if its release is due, and
 * otherwise returns to escrow until then. Call this last in the transaction that ends the dispute, because it
 * locks ledger accounts.
 * @returns the cents that were held
 * @see docs/rules/money.md#holds
 */
export async function releaseHeldRequest(
  transaction: Transaction,
  deps: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  requestId: number,
): Promise<number> {
  const request = await findRequest(transaction, requestId)
  if (!request) return 0
  const careEndedAt = await getCareEnd(transaction, request)
  const isDue = deps.clock.now() >= toReleaseTime(deps, careEndedAt)
  if (!isDue) await scheduleRelease(transaction, deps, request, careEndedAt)
  return releaseHold(transaction, deps, requestId, { isDue, careEndedAt })
}
