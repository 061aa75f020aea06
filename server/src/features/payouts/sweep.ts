import type { Deps } from '../../deps.ts'
import { transact } from '../../platform/database.ts'
import { scheduleAdvance } from './commands.ts'
import { takeStalled } from './store.ts'

const WAIT_MS = 10 * 60_000

/** Heals what a lost webhook, a crash or a refusal has left: payouts that hang are asked about at the provider. */
export async function sweepPayouts(deps: Deps): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const now = deps.clock.now()
    for (const { id } of await takeStalled(transaction, now, new Date(now.getTime() - WAIT_MS))) {
      await scheduleAdvance(transaction, deps, id)
    }
  })
}
