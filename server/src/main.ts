import { claimFolder, openEmbeddedPostgres } from '@tendwell/embedded-postgres'
import { createProduct, type Product } from './app.ts'
import { readCommand } from './commands/command.ts'
import { DemoDataError, refuseDemo } from './demo/refusal.ts'
import { seedDemo } from './demo/seed.ts'
import { WrongStorageError } from './features/files/index.ts'
import { migrate } from './migrate.ts'
import type { Config } from './platform/config/config.ts'
import { requireUsableDatabase, UnusableDatabaseError } from './platform/database/check.ts'
import { UnusableSchemaError } from './platform/database/migrate.ts'
import { WrongSecretError } from './platform/database/secret-check.ts'
import { CannotListenError, requireFreePort } from './platform/http/listen-check.ts'
import { createLog, type Log, toSafeError } from './platform/log.ts'
import { readOrCreateSecret } from './platform/secrets.ts'
import { UnusableStorageError } from './ports/storage/port.ts'

const SHUTDOWN_LIMIT_MS = 10_000

/** Errors whose messages say to the operator what to do, so that no stack is printed. */
const REFUSALS = [
  CannotListenError,
  DemoDataError,
  UnusableDatabaseError,
  UnusableSchemaError,
  WrongSecretError,
  WrongStorageError,
  UnusableStorageError,
]

/** Error codes of a folder that belongs to another account or can't be written. */
const FOLDER_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']

type RunningDatabase = { url: string; stop(): Promise<void> }

/** Prints why the product can't run, and exits. */
function giveUp(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

/** Starts the embedded PostgreSQL of the data folder, for this server alone. Exits if another one has it. */
async function startEmbedded(config: Config, log: Log): Promise<RunningDatabase> {
  const embedded = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (message) => log.warn(message),
  })
  const claim = await claimFolder({
    url: embedded.url,
    onLost: () => giveUp('Another Tendwell server took over the data folder.'),
  })
  if (!claim) {
    await embedded.leave()
    giveUp(
      `The data folder ${config.dataDir} is in use by another Tendwell server. Stop it first, or set DATA_DIR.`,
    )
  }
  return {
    url: embedded.url,
    async stop() {
      await claim.release()
      await embedded.stop()
    },
  }
}

/** Checks the configured database server, or starts the embedded one if none is configured. */
async function openDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  if (!config.databaseUrl) return startEmbedded(config, log)
  await requireUsableDatabase(config.databaseUrl)
  if (config.databaseDirectUrl) await requireUsableDatabase(config.databaseDirectUrl, 'DATABASE_DIRECT_URL')
  return { url: config.databaseUrl, stop: async () => {} }
}

/**
 * Makes SIGINT and SIGTERM stop the process cleanly; if that takes longer than `limitMs`, the process exits
 * anyway.
 * @returns a function that says whether a signal came
 */
function stopOnSignals(limitMs: number, stop: () => Promise<void>): () => boolean {
  let hasSignal = false
  const shutDown = async () => {
    if (hasSignal) return
    hasSignal = true
    setTimeout(() => process.exit(1), limitMs).unref()
    await stop()
    process.exit(0)
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
  return () => hasSignal
}

/**
 * Keeps the process alive after a rejected promise that nothing awaited, which would otherwise end it. That
 * is safe: what a call or job has half done in the database is rolled back, and memory has only caches and
 * sockets. An uncaught exception still ends the process, because it may have stopped a library in the middle
 * of a change.
 */
function surviveRejections(log: Log): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection was not handled'))
}

/** What the operator reads when the product is ready. */
function formatWelcome(address: string, config: Config): string {
  if (config.role === 'worker') return `A Tendwell worker is ready: ${address}\n`
  const lines = ['', `  Tendwell is ready: ${address}`]
  if (config.demoData) {
    lines.push(
      '',
      '  Demo logins, each with the password tendwell-demo:',
      '    family@demo.tendwell.test      a family',
      '    caregiver@demo.tendwell.test   a caregiver',
      '    admin@demo.tendwell.test       an admin',
    )
  }
  if (!config.production && !config.smtpUrl) lines.push('', `  Sent mail: ${address}/dev/mailbox`)
  return `${lines.join('\n')}\n\n`
}

/** Migrates the database, adds the demo data and creates the product. */
async function startProduct(config: Config, databaseUrl: string, log: Log): Promise<Product> {
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  await migrate(directUrl)
  if (config.production) await refuseDemo(directUrl)
  const appSecret = config.appSecret ?? (await readOrCreateSecret(config.dataDir))
  const settings = { databaseUrl, appSecret, log }
  if (config.demoData) await seedDemo(config, settings)
  return createProduct(config, settings)
}

/** Reads the settings; exits with a text for the operator if they are invalid. */
function readConfigOrExit(): Config {
  try {
    return readCommand({ args: process.argv.slice(2), env: process.env }, {}).config
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error))
  }
}

async function main(): Promise<void> {
  const config = readConfigOrExit()
  const log = createLog(config.logLevel)
  for (const problem of config.unknownSettings) log.warn(problem)
  await requireFreePort(config)
  const database = await openDatabase(config, log)
  let product: Product | null = null
  const isStopping = stopOnSignals(config.shutdownDelayMs + SHUTDOWN_LIMIT_MS, async () => {
    // A start that was interrupted fails in some way, which need not be logged.
    if (!product) log.level = 'silent'
    await product?.stop().catch((error: unknown) => log.error({ err: error }, 'did not stop cleanly'))
    await database.stop()
  })
  try {
    product = await startProduct(config, database.url, log)
    surviveRejections(log)
    process.stdout.write(formatWelcome(await product.start(), config))
  } catch (error) {
    // If a signal stopped the database during the start, the shutdown ends the process.
    if (isStopping()) return
    await database.stop()
    throw error
  }
}

main().catch((error: NodeJS.ErrnoException) => {
  for (const failure of [error, error.cause]) {
    if (REFUSALS.some((refusal) => failure instanceof refusal)) giveUp((failure as Error).message)
  }
  if (error.path && FOLDER_CODES.includes(error.code ?? '')) {
    giveUp(`${error.path} can't be used (${error.code}). Check DATA_DIR, and which account owns that folder.`)
  }
  giveUp(`Tendwell could not start: ${toSafeError(error).stack}`)
})
