import { sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/database/database.ts'
import { dayStart } from '../../../platform/database/days.ts'
import { listDailyRevenue, listProblems } from '../../ledger/index.ts'
import { activeMonths } from '../../sign-in/index.ts'
import { analyticsDays, analyticsReturns } from '../tables.ts'

/** Compares what is stored of active people with all their days, which are the bits of `active_months`. */
const RETURNS_CHECK = sql`
  WITH counted AS (
    SELECT day, coalesce(previous_day, '-infinity') AS previous_day, count(*) AS people
    FROM (
      SELECT day, lag(day) OVER (PARTITION BY user_id ORDER BY day) AS previous_day
      FROM (
        SELECT user_id, month + bit AS day FROM ${activeMonths}, generate_series(0, 30) AS bit
        WHERE days & (1 << bit) <> 0) AS active) AS returned
    WHERE day <= (SELECT max(day) FROM ${analyticsDays})
    GROUP BY 1, 2)
  SELECT format('%s people were active on %s and on %s before, but %s are stored',
    coalesce(counted.people, 0), day, previous_day, coalesce(stored.people, 0))
  FROM counted FULL JOIN ${analyticsReturns} AS stored USING (day, previous_day)
  WHERE counted.people IS DISTINCT FROM stored.people`

/**
 * Compares the stored figures of past days with the ledger and with the days on which people were active.
 * @returns the problems, as messages for the operator; empty if there are none
 * @see docs/rules/console.md#analytics
 */
export async function verifyAnalytics(reader: Reader): Promise<string[]> {
  const storedDays = await reader.select().from(analyticsDays).orderBy(analyticsDays.day)
  const [firstDay, lastDay] = [storedDays[0]?.day, storedDays.at(-1)?.day]
  if (!firstDay || !lastDay) return []
  const revenue = await listDailyRevenue(reader, [{ from: dayStart(firstDay), to: dayStart(lastDay, 1) }])
  const revenueByDay = new Map(revenue.map((dailyRevenue) => [dailyRevenue.day, dailyRevenue]))
  const problems = storedDays.flatMap(({ day, revenueCents, feeCents }) => {
    const ledger = revenueByDay.get(day) ?? { cents: 0, feeCents: 0 }
    if (ledger.cents === revenueCents && ledger.feeCents === feeCents) return []
    return `the revenue of ${day} is ${ledger.cents} cents with ${ledger.feeCents} of fees, but ${revenueCents} with ${feeCents} are stored`
  })
  return [...problems, ...(await listProblems(reader, RETURNS_CHECK))]
}
