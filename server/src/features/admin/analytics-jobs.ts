import { addDays, type LocalDate } from '@tendwell/contract/time'
import { desc } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { dayStart } from '../../platform/days.ts'
import { dailyRevenue, firstPaymentDay } from '../ledger/index.ts'
import { monthStart } from './analytics.ts'
import { engagedIn } from './analytics-queries.ts'
import { insertDays, insertMonth } from './store.ts'
import { analyticsDays, analyticsMonths } from './tables.ts'

const EVERY_MINUTES = 30
/** A day's last transactions have committed long before this. */
const SETTLED_AFTER_MS = 3_600_000
/** Days that one transaction adds up, so that no statement takes long; of months it adds up one. */
const DAYS_A_STEP = 31

/** Adds up the days and months that are over (decisions §9), from the first payment on, without a gap. */
export function analyticsJobs(deps: Deps): void {
  deps.jobs.every(EVERY_MINUTES, 'admin.keep-analytics', async () => {
    const today = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS).toISOString().slice(0, 10)
    const first = await firstPaymentDay(deps.database)
    if (first === null) return
    await keepDays(deps, first, today)
    await keepMonths(deps, first, today)
  })
}

async function keepDays({ database }: Deps, first: LocalDate, today: LocalDate): Promise<void> {
  const [last] = await database.select().from(analyticsDays).orderBy(desc(analyticsDays.day)).limit(1)
  for (let from = last ? addDays(last.day, 1) : first; from < today; from = addDays(from, DAYS_A_STEP)) {
    const end = [addDays(from, DAYS_A_STEP), today].sort()[0] as LocalDate
    await withTransaction(database, async (transaction) => {
      const found = await dailyRevenue(transaction, [{ from: dayStart(from), to: dayStart(end) }])
      const cents = new Map(found.map((row) => [row.day, row.cents]))
      const rows = []
      for (let day = from; day < end; day = addDays(day, 1)) {
        rows.push({ day, revenueCents: cents.get(day) ?? 0 })
      }
      await insertDays(transaction, rows)
    })
  }
}

async function keepMonths({ database }: Deps, first: LocalDate, today: LocalDate): Promise<void> {
  const [last] = await database.select().from(analyticsMonths).orderBy(desc(analyticsMonths.month)).limit(1)
  const current = monthStart(today, 0)
  let month = last ? monthStart(last.month, 1) : monthStart(first, 0)
  for (; month < current; month = monthStart(month, 1)) {
    const period = { from: month, to: addDays(monthStart(month, 1), -1) }
    await withTransaction(database, async (transaction) => {
      const [people] = await engagedIn(transaction, [period])
      await insertMonth(transaction, {
        month: period.from,
        caretakers: people?.caretakers ?? 0,
        caregivers: people?.caregivers ?? 0,
      })
    })
  }
}
