/** `npm run ledger:verify`: proves the invariants of the money on a live database, or says what is wrong. */
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { verifyMoney } from '../features/reconciliation/index.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabaseSource } from '../platform/database-source.ts'
import { createLog, loggableText } from '../platform/log.ts'

/** Looking through all of a large ledger takes long. */
const LIMIT_MS = 60 * 60_000

type Terminal = {
  args: string[]
  env: Record<string, string | undefined>
  stdout: Writable
  stderr: Writable
}

/** @returns the exit code: 0 where all is well, 1 where something is wrong, 2 where it could not be looked at */
export async function run({ args, env, stdout, stderr }: Terminal): Promise<number> {
  try {
    parseArgs({ args, options: {} })
    const source = await openDatabaseSource(readConfig(env))
    const { problems, transactions, entries } = await verifyMoney(
      source.url,
      createLog('error'),
      LIMIT_MS,
    ).finally(() => source.close())
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
