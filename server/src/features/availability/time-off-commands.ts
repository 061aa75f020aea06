import type { TimeOff } from '@tendwell/contract/availability'
import type { Interval } from '@tendwell/contract/time'
import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { type Changing, changeCalendar, changeWithin, type Within } from './change.ts'
import { timeOffShown } from './queries.ts'
import { requireOpenTimeOff, requireTimeOffRoom } from './schedule.ts'
import { deleteTimeOff, insertTimeOff } from './store.ts'
import { timeOff } from './tables.ts'

/**
 * Plans time off. Booked hours within it stay booked. The same time off, planned again as after a lost answer, is the
 * one that is there.
 * @param off in epoch ms, its end after its start
 * @throws AppError 400 for past days, 403 unless verified, 409 when too much is planned
 */
export function addTimeOff(
  transaction: Transaction,
  deps: Within,
  caregiverId: number,
  off: Interval,
): Promise<TimeOff> {
  return changeWithin(transaction, deps, caregiverId, async ({ timezone }) => {
    const now = deps.clock.now()
    requireOpenTimeOff(off, timezone, now.getTime())
    const planned = await transaction
      .select()
      .from(timeOff)
      .where(and(eq(timeOff.caregiverId, caregiverId), gt(timeOff.endsAt, now)))
    const same = planned.find(
      ({ startsAt, endsAt }) => startsAt.getTime() === off.startMs && endsAt.getTime() === off.endMs,
    )
    if (!same) requireTimeOffRoom(planned.length)
    const row = same ?? (await insertTimeOff(transaction, caregiverId, off))
    return { result: timeOffShown(row), touched: off }
  })
}

/** Gives time off up. @throws AppError 400 when it is over, 404 when it is not her own */
export function removeTimeOff(deps: Changing, caregiverId: number, id: number): Promise<void> {
  return changeCalendar(deps, caregiverId, async (transaction) => {
    const [row] = await transaction
      .select()
      .from(timeOff)
      .where(and(eq(timeOff.id, id), eq(timeOff.caregiverId, caregiverId)))
    if (!row) throw notFound()
    if (row.endsAt <= deps.clock.now()) throw invalid({ end_utc: ['Past days cannot be changed'] })
    await deleteTimeOff(transaction, caregiverId, id)
    return {
      result: undefined,
      touched: { startMs: row.startsAt.getTime(), endMs: row.endsAt.getTime() },
    }
  })
}
