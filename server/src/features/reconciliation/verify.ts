import { MINUTE_MS } from '@tendwell/contract/time'
import { sql } from 'drizzle-orm'
import { openDatabase, type Reader, runTransaction } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { countEntries, LEDGER_CHECKS, listProblems } from '../ledger/index.ts'
import { paymentLedgerChecks } from '../payments/index.ts'
import { payoutLedgerChecks } from '../payouts/index.ts'

const CHECKS = [...LEDGER_CHECKS, ...paymentLedgerChecks, ...payoutLedgerChecks]
/** How much longer the client waits for a statement than the database lets it run. */
const QUERY_MARGIN_MS = MINUTE_MS

/**
 * Verifies the ledger: on its own, and against the payments, refunds and payouts.
 * @param beforeEach called before each check
 * @returns the problems, as messages for the operator; empty if there are none
 * @see docs/rules/money.md#the-ledger
 */
export async function verifyLedger(reader: Reader, beforeEach = async () => {}): Promise<string[]> {
  const problems: string[] = []
  for (const check of CHECKS) {
    await beforeEach()
    problems.push(...(await listProblems(reader, check)))
  }
  return problems
}

/**
 * Verifies the ledger through a connection of its own, because a large ledger takes longer than the pool's
 * statement timeout. All checks read one snapshot, so that postings meanwhile don't look like problems.
 * @param limitMs for all checks together
 * @param verifyMore checks of later slices, which read the same snapshot; they return their problems
 * @returns the problems, and how much was checked
 * @throws if the database cannot be reached or the time is up
 */
export async function verifyLedgerAt(
  url: string,
  log: Log,
  limitMs: number,
  verifyMore: (reader: Reader) => Promise<string[]> = async () => [],
): Promise<{ problems: string[]; transactions: number; entries: number }> {
  // Longer than the statement timeout, so that the database ends a slow statement before the client gives up.
  const database = openDatabase(url, log, { max: 1, query_timeout: limitMs + QUERY_MARGIN_MS })
  const endsAt = performance.now() + limitMs
  try {
    return await runTransaction(
      database,
      async (transaction) => {
        const setTimeLeft = async () => {
          const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()))
          await transaction.execute(sql.raw(`SET LOCAL statement_timeout = ${leftMs}`))
        }
        const problems = await verifyLedger(transaction, setTimeLeft)
        await setTimeLeft()
        problems.push(...(await verifyMore(transaction)))
        return { problems, ...(await countEntries(transaction)) }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } finally {
    await database.$client.end()
  }
}
