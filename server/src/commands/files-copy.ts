/**
 * `npm run files:copy -- --to s3|disk`: copies all stored files from the data folder to the bucket of the
 * settings, or back.
 * @see docs/operations.md#files
 */
import { copyStorage } from '../features/files/index.ts'
import type { Config } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openStorage } from '../ports/storage/open.ts'
import type { Storage } from '../ports/storage/port.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

const USAGE = 'Usage: npm run files:copy -- --to s3, or --to disk'
const MAX_SHOWN_PROBLEMS = 20

/** Opens the storages to copy from and to. @throws Error for a wrong `--to`, or settings without a bucket */
async function openStorages(
  config: Config,
  target: string | undefined,
): Promise<{ from: Storage; to: Storage }> {
  if (target !== 's3' && target !== 'disk') throw new Error(USAGE)
  if (!config.s3) throw new Error('Set S3_BUCKET and its keys: without them there is only the data folder.')
  const disk = await openStorage({ ...config, s3: null })
  const s3 = await openStorage(config)
  return target === 's3' ? { from: disk, to: s3 } : { from: s3, to: disk }
}

/** Copies the files and prints the result. @returns the exit code, as `run` */
async function copyFiles(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  const { stdout, stderr } = terminal
  const { config, values } = readCommand(terminal, { to: { type: 'string' } })
  const { from, to } = await openStorages(config, values.to)
  const source = await openInstallation(terminal, config)
  const database = openDatabase(source.url, createLog('error'), { max: 2 })
  const result = await copyStorage({ database, from, to }).finally(async () => {
    await database.$client.end()
    await source.close()
  })
  const { copied, copiedBytes, skipped, problems } = result
  const size = `${(copiedBytes / 1_000_000).toFixed(1)} MB`
  stdout.write(`Copied ${copied} files (${size}) to ${to.name}; ${skipped} were there already.\n`)
  if (problems.length === 0) {
    stdout.write('Every file of the database is there.\n')
    return 0
  }
  const shown = problems.slice(0, MAX_SHOWN_PROBLEMS).map((line) => `  ${line}\n`)
  stderr.write(
    `${problems.length} files are not right yet. Run it again, or restore those that are damaged or missing:\n${shown.join('')}`,
  )
  return 1
}

/** @returns the exit code: 0 if the copy is complete, 1 if it is not */
export async function run(terminal: Omit<Terminal, 'stdin'>): Promise<number> {
  try {
    return await copyFiles(terminal)
  } catch (error) {
    terminal.stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
