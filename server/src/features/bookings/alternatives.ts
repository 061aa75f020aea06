import type { Booked, Slot } from '@tendwell/contract/slots'
import type { Deps } from '../../deps.ts'
import { type Transaction, withTransaction } from '../../platform/database.ts'
import { type LockedCalendar, loadAvailability, lockCalendar, offeredSlots } from '../availability/index.ts'
import { type Obstacle, obstacleTo } from './obstacle.ts'
import { intervalsOf, windowsOf } from './queries.ts'
import type { RequestRow } from './store.ts'
import { type Alternative, alternativesTo, rangeNear } from './windows.ts'

/** The slots of a caregiver that start in a range (epoch ms): those that are free, and as if nothing were booked. */
export async function slotsNear(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId, timezone }: LockedCalendar,
  range: { fromMs: number; toMs: number },
): Promise<{ free: Slot[]; openSlots: () => Slot[] }> {
  const availability = await loadAvailability(transaction, deps, { id: caregiverId, timezone }, range)
  let open: Slot[] | null = null
  return {
    free: offeredSlots(availability, range),
    openSlots: () => {
      open ??= offeredSlots({ ...availability, booked: [] }, range)
      return open
    },
  }
}

/** Free slots near the hours of a request that lost them, in its zone; none where she takes no requests any more. */
export function alternativesOf(
  deps: Pick<Deps, 'clock' | 'database'>,
  request: Pick<RequestRow, 'id' | 'caregiverId' | 'timezone'>,
): Promise<Alternative[]> {
  return withTransaction(deps.database, async (transaction) => {
    const calendar = await lockCalendar(transaction, request.caregiverId, 'share')
    if (!calendar?.isListed) return []
    const windows = intervalsOf(await windowsOf(transaction, request.id))
    const { free } = await slotsNear(transaction, deps, calendar, rangeNear(windows))
    return alternativesTo({ windows, taken: windows }, free, request.timezone)
  })
}

/** What is in the way of the hours of a request that is not paid yet; null when nothing is. The calendar is locked. */
export async function obstacleOf(
  transaction: Transaction,
  deps: Pick<Deps, 'clock'>,
  { caregiverId, timezone }: LockedCalendar,
  hours: readonly Booked[],
): Promise<Obstacle | null> {
  const range = {
    fromMs: Math.min(...hours.map(({ startMs }) => startMs)),
    toMs: Math.max(...hours.map(({ endMs }) => endMs)),
  }
  const caregiver = { id: caregiverId, timezone }
  return obstacleTo(hours, await loadAvailability(transaction, deps, caregiver, range))
}
