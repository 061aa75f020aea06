import { addDays, type LocalDate } from '@tendwell/contract/time'
import { desc } from 'drizzle-orm'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database.ts'
import { dayStart } from '../../../platform/days.ts'
import { findFirstPaymentDay, listDailyRevenue } from '../../ledger/index.ts'
import { analyticsDays, analyticsMonths } from '../tables.ts'
import { toMonthStart } from './periods.ts'
import { countEngaged } from './queries.ts'
import { insertDays, insertMonth } from './store.ts'

const EVERY_MINUTES = 30
/** All transactions of a day have committed by an hour after its end. */
const SETTLED_AFTER_MS = 3_600_000
/** Days summed in one transaction, to keep each statement short. */
const DAYS_PER_STEP = 31

/** Sums past days and months, from the first payment on, without gaps. @see docs/rules/console.md#analytics */
export function analyticsJobs(deps: Deps): void {
  deps.jobs.every(EVERY_MINUTES, 'admin.keep-analytics', async () => {
    const today = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS).toISOString().slice(0, 10)
    const first = await findFirstPaymentDay(deps.database)
    if (first === null) return
    await addDaysUntil(deps, first, today)
    await addMonthsUntil(deps, first, today)
  })
}

async function addDaysUntil({ database }: Deps, first: LocalDate, today: LocalDate): Promise<void> {
  const [last] = await database.select().from(analyticsDays).orderBy(desc(analyticsDays.day)).limit(1)
  for (let from = last ? addDays(last.day, 1) : first; from < today; from = addDays(from, DAYS_PER_STEP)) {
    const end = [addDays(from, DAYS_PER_STEP), today].sort()[0] as LocalDate
    await withTransaction(database, async (transaction) => {
      const revenue = await listDailyRevenue(transaction, [{ from: dayStart(from), to: dayStart(end) }])
      const centsByDay = new Map(revenue.map(({ day, cents }) => [day, cents]))
      const rows = []
      for (let day = from; day < end; day = addDays(day, 1)) {
        rows.push({ day, revenueCents: centsByDay.get(day) ?? 0 })
      }
      await insertDays(transaction, rows)
    })
  }
}

async function addMonthsUntil({ database }: Deps, first: LocalDate, today: LocalDate): Promise<void> {
  const [last] = await database.select().from(analyticsMonths).orderBy(desc(analyticsMonths.month)).limit(1)
  const currentMonth = toMonthStart(today)
  let month = last ? toMonthStart(last.month, 1) : toMonthStart(first)
  for (; month < currentMonth; month = toMonthStart(month, 1)) {
    const period = { from: month, to: addDays(toMonthStart(month, 1), -1) }
    await withTransaction(database, async (transaction) => {
      const [engaged] = await countEngaged(transaction, [period])
      await insertMonth(transaction, {
        month: period.from,
        caretakers: engaged?.caretakers ?? 0,
        caregivers: engaged?.caregivers ?? 0,
      })
    })
  }
}
