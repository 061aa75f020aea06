import { addDays, DAY_MS, MINUTE_MS } from '@tendwell/contract/time'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { RENEWAL_DAYS, toDay } from './check.ts'
import { claimEnding, claimUnread } from './store.ts'

/** How long open checks, declined ones and those that count go unread at the provider. */
const UNREAD_MS = { open: 30 * MINUTE_MS, declined: DAY_MS, clear: 30 * DAY_MS }

/**
 * Reads checks at the provider, so a lost webhook or a crash only costs time, and what is found later is
 * known.
 */
export async function sweepChecks(deps: Deps): Promise<void> {
  const { backgroundChecks: provider, clock, jobs, database } = deps
  if (!provider) return
  const now = clock.now()
  await withTransaction(database, async (transaction) => {
    const unread = await claimUnread(transaction, provider.key, {
      now,
      openBefore: new Date(now.getTime() - UNREAD_MS.open),
      declinedBefore: new Date(now.getTime() - UNREAD_MS.declined),
      clearBefore: new Date(now.getTime() - UNREAD_MS.clear),
    })
    for (const { id } of unread) await jobs.add(transaction, 'background-checks.process', { checkId: id })
  })
}

/** Announces the badges that end within 30 days, each once. */
export async function remindOfBadges(deps: Deps): Promise<void> {
  const { backgroundChecks: provider, clock, jobs, database } = deps
  if (!provider) return
  const today = toDay(clock.now())
  await withTransaction(database, async (transaction) => {
    const window = { from: today, until: addDays(today, RENEWAL_DAYS) }
    for (const check of await claimEnding(transaction, clock.now(), window)) {
      await jobs.publish(transaction, 'background-check.ending', {
        userId: check.caregiverId,
        checkId: check.id,
        validUntil: check.validUntil ?? today,
      })
    }
  })
}
