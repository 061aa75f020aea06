/** Shared by the files of `server/src/commands`: reading options and settings, and opening the database. */
import { readFileSync, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs, parseEnv } from 'node:util'
import pg from 'pg'
import { type Config, readConfig } from '../platform/config/config.ts'
import { findSchemaProblem, readMigrationState } from '../platform/database/migrate.ts'
import { type DatabaseSource, describeDatabase, openDatabaseSource } from '../platform/database/source.ts'

/** The parts of the process that a command uses. */
export type Terminal = {
  args: string[]
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable
}

type TextOptions = Record<string, { type: 'string' }>

/**
 * Reads a command's options, and the settings from the environment and from the file that `--env-file` names.
 * As with Node's option of this name, the environment takes precedence. A first argument `--` is ignored:
 * people write it to keep Node 20 from reading the file itself, which would empty a pipe.
 * @throws Error with a message for the operator, for an unknown option, an unreadable file or an invalid
 *   setting
 * @see docs/operations.md#settings-in-a-file
 */
export function readCommand<Options extends TextOptions>(
  { args, env }: Pick<Terminal, 'args' | 'env'>,
  options: Options,
): { config: Config; values: { [Name in keyof Options]?: string } } {
  const allOptions = { ...options, 'env-file': { type: 'string' } } satisfies ParseArgsConfig['options']
  const ownArgs = args[0] === '--' ? args.slice(1) : args
  const values = parseArgs({ args: ownArgs, options: allOptions }).values as Record<
    string,
    string | undefined
  >
  const file = values['env-file']
  return {
    config: readConfig({ ...(file === undefined ? {} : readEnvFile(file)), ...env }),
    values: values as { [Name in keyof Options]?: string },
  }
}

const BYTE_ORDER_MARK = '\uFEFF'
const UNREADABLE_REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this account may not read it',
  EISDIR: 'it is a folder',
}

/**
 * Reads a file of settings, which may be a pipe.
 * @throws Error if the file can't be read or has no settings, because a server without settings starts as the
 *   demo
 */
function readEnvFile(file: string): Record<string, string | undefined> {
  if (file === '') throw new Error('--env-file needs the name of a file.')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    throw new Error(`The settings in ${file} can't be read: ${UNREADABLE_REASONS[code] ?? code}.`, { cause })
  }
  const settings = parseEnv(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  if (Object.keys(settings).length > 0) return settings
  const hint = statSync(file).isFIFO()
    ? ' Node itself may have emptied the pipe: write -- before --env-file, or use a file.'
    : ''
  throw new Error(`There are no settings in ${file}.${hint}`)
}

/**
 * Opens the database of an installation for a command and names it on standard error.
 * @param options.needsUsers false also accepts a database without accounts, as it is after the first
 *   migration
 * @throws Error with a message for the operator, if there is no installation: a command must not work on a
 *   fresh database by mistake
 */
export async function openInstallation(
  { stderr }: Pick<Terminal, 'stderr'>,
  config: Config,
  { needsUsers = true } = {},
): Promise<DatabaseSource> {
  const name = describeDatabase(config)
  stderr.write(`Database: ${name}\n`)
  const source = await openDatabaseSource(config)
  try {
    const problem = await findInstallationProblem(source.url, needsUsers)
    if (problem) {
      throw new Error(`${problem} If that is not the database you mean, set DATABASE_URL or use --env-file.`)
    }
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Why a database holds no installation that this version can work on; null if it does. */
async function findInstallationProblem(url: string, needsUsers: boolean): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const state = await readMigrationState(client)
    if (state.applied.length === 0)
      return 'This database has no Tendwell tables yet: run `npm run migrate` or `npm start` first.'
    const problem = findSchemaProblem(state)
    if (problem) return problem
    if (state.pending > 0)
      return 'This database is older than this version: run `npm run migrate` or `npm start` first.'
    const { rowCount } = await client.query('SELECT FROM users LIMIT 1')
    return needsUsers && rowCount === 0 ? 'This database has no accounts.' : null
  } finally {
    await client.end()
  }
}
