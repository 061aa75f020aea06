/** `npm run ledger:verify`: proves the invariants of the money on a live database, or says what is wrong. */
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ledgerSize } from '../features/ledger/index.ts'
import { moneyProblems } from '../features/reconciliation/index.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import { openDatabaseSource } from '../platform/database-source.ts'
import { createLog, loggableText } from '../platform/log.ts'

/** Checking all of a large ledger takes longer than any call may. */
const STATEMENT_LIMIT = "SET LOCAL statement_timeout = '10min'"
/** A little longer than the database's own limit, so that it is the one that tells. */
const ANSWER_LIMIT_MS = 11 * 60_000

type Terminal = {
  args: string[]
  env: Record<string, string | undefined>
  stdout: Writable
  stderr: Writable
}

/** Reads one moment of the database, so that a running server's postings don't look like faults. */
async function verify(url: string): Promise<{ problems: string[]; transactions: number; entries: number }> {
  const database = openDatabase(url, createLog('error'), { max: 1, query_timeout: ANSWER_LIMIT_MS })
  try {
    return await database.transaction(
      async (transaction) => {
        await transaction.execute(STATEMENT_LIMIT)
        return { problems: await moneyProblems(transaction), ...(await ledgerSize(transaction)) }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  } finally {
    await database.$client.end()
  }
}

/** @returns the exit code: 0 where all is well, 1 where something is wrong, 2 where it could not be looked at */
export async function run({ args, env, stdout, stderr }: Terminal): Promise<number> {
  try {
    parseArgs({ args, options: {} })
    const source = await openDatabaseSource(readConfig(env))
    const { problems, transactions, entries } = await verify(source.url).finally(() => source.close())
    const size = `${transactions} transactions with ${entries} entries`
    if (problems.length === 0) {
      stdout.write(`The ledger is sound: ${size}.\n`)
      return 0
    }
    stderr.write(`The ledger (${size}) is not sound:\n${problems.map((line) => `  ${line}\n`).join('')}`)
    return 1
  } catch (error) {
    stderr.write(`${loggableText(error)}\n`)
    return 2
  }
}
