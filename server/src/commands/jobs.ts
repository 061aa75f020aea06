/**
 * `npm run jobs`: lists failed jobs, or with `-- --state waiting` those that wait. `-- --retry ID` runs a job
 * again, `-- --retry all` runs all failed jobs again, and `-- --drop ID` deletes a job.
 * @see docs/rules/console.md#jobs
 */
import { type AdminJob, adminJobsQuery, jobParams } from '@tendwell/contract/console/jobs'
import { actOnJob, retryAllJobs } from '../features/console/index.ts'
import { createClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { listJobs } from '../platform/jobs/list.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

const OPTIONS = { state: { type: 'string' }, retry: { type: 'string' }, drop: { type: 'string' } } as const
const MAX_LISTED = 100
const ACTIONS = ['retry', 'drop'] as const

type Values = { [Name in keyof typeof OPTIONS]?: string }

function formatJob(job: AdminJob): string {
  const when = job.run_at ? `next attempt ${job.run_at}` : `added ${job.created_at}`
  const error = job.last_error ? `\n    ${job.last_error.replaceAll('\n', '\n    ')}` : ''
  return `  ${job.id}  ${job.name}  attempt ${job.attempts} of ${job.max_attempts}, ${when}${error}\n`
}

/** The first 100 jobs in a state, as text. The count of `listJobs` ends at 10,001. */
async function formatJobList(database: Database, state: string | undefined): Promise<string> {
  const parsed = adminJobsQuery.shape.state.safeParse(state)
  if (!parsed.success) throw new Error('--state must be failed or waiting')
  const query = { state: parsed.data, page: 1, page_size: MAX_LISTED }
  const { count, results } = await listJobs(database, createClock(), query)
  if (count === 0) return `There are no ${parsed.data} jobs.\n`
  const head = `${count > 10_000 ? 'More than 10,000' : count} ${parsed.data}:\n`
  const rest = count > results.length ? `  and more; these are the first ${results.length}\n` : ''
  return `${head}${results.map(formatJob).join('')}${rest}`
}

/** Retries or drops jobs, or lists them if neither option is given. @returns what to print */
async function runAction(database: Database, values: Values): Promise<string> {
  const deps = { database, clock: createClock() }
  const actor = { actorId: null, address: null }
  if (values.retry === 'all') return `${(await retryAllJobs(deps, actor)).message}\n`
  for (const action of ACTIONS) {
    const jobId = values[action]
    if (jobId === undefined) continue
    const params = jobParams.safeParse({ id: jobId })
    if (!params.success) throw new Error(`--${action} needs the number of a job`)
    const { message } = await actOnJob(deps, actor, { id: params.data.id, action })
    return `${message}\n`
  }
  return formatJobList(database, values.state)
}

/** @returns the exit code */
export async function run(terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal
  try {
    const { config, values } = readCommand(terminal, OPTIONS)
    const source = await openInstallation(terminal, config)
    const database = openDatabase(source.url, createLog('error'), { max: 1 })
    try {
      stdout.write(await runAction(database, values))
    } finally {
      await database.$client.end()
      await source.close()
    }
    return 0
  } catch (error) {
    stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
