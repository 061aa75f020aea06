/**
 * `npm run ledger:verify`: checks the ledger's invariants on a live database, and the stored figures of the
 * analytics, and prints what is wrong.
 * @see docs/rules/money.md#the-ledger
 */
import { HOUR_MS } from '@tendwell/contract/time'
import { verifyAnalytics } from '../features/console/index.ts'
import { verifyLedgerAt } from '../features/reconciliation/index.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

/** How long the verification may take: a large ledger takes long to read. */
const TIMEOUT_MS = HOUR_MS

/** @returns the exit code: 0 if the ledger is sound, 1 if it is not, 2 if it could not be checked */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const source = await openInstallation(terminal, readCommand(terminal, {}).config)
    const { problems, transactions, entries } = await verifyLedgerAt(
      source.url,
      createLog('error'),
      TIMEOUT_MS,
      verifyAnalytics,
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
