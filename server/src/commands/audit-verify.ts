/**
 * `npm run audit:verify`: verifies the audit log of a live database by its hash chain, and prints the first
 * entry that doesn't match. With `-- --contains HASH` it also checks that a hash that an earlier run printed
 * is still in the chain. It also says if entries are missing in the chain that should be in it by now.
 * @see docs/rules/console.md#the-chain
 */
import { HOUR_MS } from '@tendwell/contract/time'
import { verifyAuditLogAt } from '../features/people/index.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

/** How long the verification may take: a large log takes long to read. */
const LIMIT_MS = HOUR_MS

/**
 * @returns the exit code: 0 if all sealed entries match, 1 if one does not or some are not sealed in time, 2
 *   if the log could not be checked
 */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const { config, values } = readCommand(terminal, { contains: { type: 'string' } })
    const source = await openInstallation(terminal, config)
    const { problem, sealed, unsealed, overdue, head, hasWantedHash } = await verifyAuditLogAt(
      source.url,
      createLog('error'),
      { limitMs: LIMIT_MS, wantedHash: values.contains },
    ).finally(() => source.close())
    if (problem) {
      stderr.write(`The audit log is not sound: ${problem}. The ${sealed} entries before it fit.\n`)
      return 1
    }
    if (!hasWantedHash) {
      stderr.write(`The audit log is not sound: it doesn't contain ${values.contains} any more.\n`)
      return 1
    }
    if (overdue > 0) {
      stderr.write(
        `Not sealed after an hour: ${overdue} of the audit log’s entries. A running server seals them within a minute; if it runs, somebody holds a lock that stops it.\n`,
      )
      return 1
    }
    stdout.write(`The audit log is sound: ${sealed} entries are sealed, ${unsealed} not yet.\n`)
    if (head) stdout.write(`Keep this hash elsewhere: ${head}\n`)
    return 0
  } catch (error) {
    stderr.write(`${formatError(error)}\n`)
    return 2
  }
}
