/** Tells families who wait that hours became free. @see docs/rules/availability.md#waiting-for-hours */
import { DAY_MS, HOUR_MS } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { type Transaction, withTransaction } from '../../../platform/database/database.ts'
import { lockCaregiver } from '../store.ts'
import {
  countTold,
  deleteWaitsBefore,
  hasFreeHours,
  isSomebodyWaiting,
  listAwaitedDays,
  listWaitsToTell,
  setTold,
  type WaitRow,
} from './store.ts'

export const TELL_JOB = 'availability.tell-waiting'
/** How many families hear of a caregiver's hours within a day; the others hear after it. */
const TOLD_A_DAY = 20
/** When a caregiver whom families don't find is looked at again. */
const UNLISTED_RETRY_MS = HOUR_MS

/**
 * Adds the job that tells those who wait for a caregiver, if somebody does. The transaction may have made
 * hours free, and holds the caregiver's lock for update.
 * @param runAt when the job is due; by default after the commit
 */
export async function queueTelling(
  transaction: Transaction,
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  caregiverId: number,
  runAt?: Date,
): Promise<void> {
  if (!(await isSomebodyWaiting(transaction, caregiverId, clock.now()))) return
  const options = { key: `${TELL_JOB}:${caregiverId}`, ...(runAt && { runAt }) }
  await jobs.add(transaction, TELL_JOB, { caregiverId }, options)
}

/** Tells families whose day of a caregiver has free hours, once each and in the order in which they asked. */
export async function tellWaiting(
  deps: Pick<Deps, 'clock' | 'database' | 'jobs'>,
  caregiverId: number,
): Promise<void> {
  await withTransaction(deps.database, async (transaction) => {
    // Two jobs of a caregiver run one after the other.
    const caregiver = await lockCaregiver(transaction, caregiverId, 'update')
    if (!caregiver) return
    const now = deps.clock.now()
    if (!caregiver.isListed) {
      await queueTelling(transaction, deps, caregiverId, new Date(now.getTime() + UNLISTED_RETRY_MS))
      return
    }
    const toTell = await listFreed(transaction, caregiverId, now)
    const { told, firstAt } = await countTold(transaction, caregiverId, new Date(now.getTime() - DAY_MS))
    const tellNow = toTell.slice(0, Math.max(0, TOLD_A_DAY - told))
    if (tellNow.length > 0) {
      const ids = tellNow.map(({ id }) => id)
      await setTold(transaction, ids, now)
      await deps.jobs.publish(transaction, 'hours.freed', { waitIds: ids, at: now.toISOString() })
    }
    if (tellNow.length < toTell.length) {
      const nextAt = new Date((firstAt ?? now).getTime() + DAY_MS)
      await queueTelling(transaction, deps, caregiverId, nextAt)
    }
  })
}

/** The waits for days that have free hours now, in the order in which they were asked for. */
async function listFreed(transaction: Transaction, caregiverId: number, now: Date): Promise<WaitRow[]> {
  const freed: WaitRow[] = []
  for (const day of await listAwaitedDays(transaction, caregiverId, now)) {
    if (!(await hasFreeHours(transaction, { caregiverId, ...day }, now))) continue
    freed.push(...(await listWaitsToTell(transaction, { caregiverId, ...day }, now)))
  }
  return freed.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id)
}

/** Deletes the waits for days that began a day ago. Until then they count for `TOLD_A_DAY`. */
export async function endWaits({ clock, database }: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  await deleteWaitsBefore(database, new Date(clock.now().getTime() - DAY_MS))
}
