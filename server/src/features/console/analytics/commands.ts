import { addDays, type LocalDate } from '@tendwell/contract/time'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { dayStart } from '../../../platform/database/days.ts'
import { listDailyRevenue } from '../../ledger/index.ts'
import { toMonthStart } from './periods.ts'
import { countEngaged, findLastStoredDay, findLastStoredMonth } from './queries.ts'
import { insertDays, insertMonth, insertReturns } from './store.ts'

/** How many days are summed in one transaction, so that no statement takes long. */
const DAYS_PER_STEP = 31

/**
 * Stores the revenue and the active people of each day that is not stored yet.
 * @param firstDay the UTC day to begin with if no day is stored yet
 * @param endDay the UTC day after the last one to store
 * @see docs/rules/console.md#analytics
 */
export async function storePastDays(
  { database }: Pick<Deps, 'database'>,
  firstDay: LocalDate,
  endDay: LocalDate,
): Promise<void> {
  const lastStored = await findLastStoredDay(database)
  for (
    let from = lastStored ? addDays(lastStored, 1) : firstDay;
    from < endDay;
    from = addDays(from, DAYS_PER_STEP)
  ) {
    const stepEnd = [addDays(from, DAYS_PER_STEP), endDay].sort()[0] as LocalDate
    await withTransaction(database, async (transaction) => {
      const revenue = await listDailyRevenue(transaction, [{ from: dayStart(from), to: dayStart(stepEnd) }])
      const revenueByDay = new Map(revenue.map((dailyRevenue) => [dailyRevenue.day, dailyRevenue]))
      const rows = []
      for (let day = from; day < stepEnd; day = addDays(day, 1)) {
        const { cents = 0, feeCents = 0 } = revenueByDay.get(day) ?? {}
        rows.push({ day, revenueCents: cents, feeCents })
        await insertReturns(transaction, day)
      }
      await insertDays(transaction, rows)
    })
  }
}

/**
 * Stores the engagement of each month that is not stored yet.
 * @param firstDay a UTC day of the month to begin with if no month is stored yet
 * @param endDay a UTC day of the month after the last one to store
 * @see docs/rules/console.md#analytics
 */
export async function storeMonthlyEngagement(
  { database }: Pick<Deps, 'database'>,
  firstDay: LocalDate,
  endDay: LocalDate,
): Promise<void> {
  const lastStored = await findLastStoredMonth(database)
  const endMonth = toMonthStart(endDay)
  let month = lastStored ? toMonthStart(lastStored, 1) : toMonthStart(firstDay)
  for (; month < endMonth; month = toMonthStart(month, 1)) {
    const period = { from: month, to: addDays(toMonthStart(month, 1), -1) }
    await withTransaction(database, async (transaction) => {
      const [engagedCounts] = await countEngaged(transaction, [period])
      await insertMonth(transaction, {
        month: period.from,
        caretakers: engagedCounts?.caretakers ?? 0,
        caregivers: engagedCounts?.caregivers ?? 0,
      })
    })
  }
}
