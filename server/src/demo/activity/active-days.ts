import { DAY_MS } from '@tendwell/contract/time'
import { insertActiveDay } from '../../features/sign-in/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import type { Demo } from '../people/accounts.ts'

/** Two periods, in days ago, and the share of people who were active on one day of each. */
const PERIODS = [
  { from: 1, to: 27, share: 0.85 },
  { from: 32, to: 57, share: 0.7 },
] as const

/**
 * Adds active days, so that the console's analytics have users to count.
 * @see docs/rules/console.md#analytics
 */
export async function addActiveDays({ deps, random, caregivers, families }: Demo): Promise<void> {
  const nowMs = deps.clock.now().getTime()
  await withTransaction(deps.database, async (transaction) => {
    for (const { id } of [...caregivers, ...families]) {
      for (const { from, to, share } of PERIODS) {
        if (random.next() > share) continue
        const day = new Date(nowMs - random.between(from, to) * DAY_MS).toISOString().slice(0, 10)
        await insertActiveDay(transaction, id, day)
      }
    }
  })
}
