/**
 * `npm run ledger:verify`: checks the ledger's invariants on a live database and prints what is wrong.
 * @see docs/rules/money.md#the-ledger
 */
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { HOUR_MS } from '@tendwell/contract/time'
import { verifyLedgerAt } from '../features/reconciliation/index.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabaseSource } from '../platform/database-source.ts'
import { createLog, formatError } from '../platform/log.ts'

/** A large ledger takes long to read. */
const TIMEOUT_MS = HOUR_MS

type Terminal = {
  args: string[]
  env: Record<string, string | undefined>
  stdout: Writable
  stderr: Writable
}

/** @returns the exit code: 0 if the ledger is sound, 1 if it is not, 2 if it could not be checked */
export async function run({ args, env, stdout, stderr }: Terminal): Promise<number> {
  try {
    parseArgs({ args, options: {} })
    const source = await openDatabaseSource(readConfig(env))
    const { problems, transactions, entries } = await verifyLedgerAt(
      source.url,
      createLog('error'),
      TIMEOUT_MS,
    ).finally(() => source.close())
    const size = `${transactions} transactions with ${entries} entries`
    if (problems.length === 0) {
      stdout.write(`The ledger is sound: ${size}.\n`)
      return 0
    }
    stderr.write(`The ledger (${size}) is not sound:\n${problems.map((line) => `  ${line}\n`).join('')}`)
    return 1
  } catch (error) {
    stderr.write(`${formatError(error)}\n`)
    return 2
  }
}
