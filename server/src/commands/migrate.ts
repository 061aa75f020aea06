/**
 * `npm run migrate`: migrates the database and exits, so that a deployment can migrate before its processes
 * start. With `-- --app-role NAME` it also gives a database role the rights that the processes need, without
 * the right to rewrite the audit log.
 * @see docs/operations.md#processes
 */

import { migrate } from '../migrate.ts'
import { describeDatabase, openDatabaseSource } from '../platform/database/source.ts'
import { formatError } from '../platform/log.ts'
import { grantAppRole } from './app-role.ts'
import { readCommand, type Terminal } from './command.ts'

/** @returns the exit code */
export async function run(terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const { config, values } = readCommand(terminal, { 'app-role': { type: 'string' } })
    const role = values['app-role']
    stderr.write(`Database: ${describeDatabase(config)}\n`)
    const source = await openDatabaseSource(config, { create: true })
    try {
      await migrate(source.url)
      if (role !== undefined) await grantAppRole(source.url, role)
    } finally {
      await source.close()
    }
    stdout.write('The database has the tables of this version.\n')
    if (role !== undefined)
      stdout.write(`The role ${role} can work with them, and can't rewrite the audit log.\n`)
    return 0
  } catch (error) {
    stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
