import { API_EXAMPLES, API_TAGS } from './api-catalog.ts'
import type { Deps } from './deps.ts'
import type { EventMap } from './events.ts'
import { availabilityJobs, availabilityRoutes } from './features/availability/index.ts'
import { backgroundChecksJobs, backgroundChecksRoutes } from './features/background-checks/index.ts'
import { blocksRoutes } from './features/blocks/index.ts'
import {
  bookingsJobs,
  bookingsRoutes,
  findFamilyHabits,
  wouldBlockCancelVisits,
} from './features/bookings/index.ts'
import { calendarsJobs, calendarsRoutes } from './features/calendars/index.ts'
import { chatJobs, chatRoutes, createChatFrameHandler } from './features/chat/index.ts'
import { consoleJobs, consoleRoutes, countOpenedPaper } from './features/console/index.ts'
import { disputesJobs, disputesRoutes } from './features/disputes/index.ts'
import { familiesRoutes, hasContact } from './features/families/index.ts'
import { claimStorage, filesJobs, filesRoutes } from './features/files/index.ts'
import { homeRoutes } from './features/home/index.ts'
import { moderationJobs, moderationRoutes } from './features/moderation/index.ts'
import {
  handleNotificationFrame,
  notificationsJobs,
  notificationsRoutes,
} from './features/notifications/index.ts'
import { ownDataJobs, ownDataRoutes } from './features/own-data/index.ts'
import { paymentsJobs, paymentsMetrics, paymentsRoutes } from './features/payments/index.ts'
import { bankReviewRoutes, payoutsJobs, payoutsMetrics, payoutsRoutes } from './features/payouts/index.ts'
import { auditMetrics, peopleJobs, peopleRoutes } from './features/people/index.ts'
import { placesRoutes } from './features/places/index.ts'
import { applyPublicNames, profilesJobs, profilesRoutes } from './features/profiles/index.ts'
import {
  reconciliationJobs,
  reconciliationMetrics,
  reconciliationRoutes,
} from './features/reconciliation/index.ts'
import { reviewsJobs, reviewsRoutes } from './features/reviews/index.ts'
import { searchJobs, searchRoutes } from './features/search/index.ts'
import {
  createAuthenticate,
  createFindLiveSessions,
  signInJobs,
  signInRoutes,
} from './features/sign-in/index.ts'
import { staffJobs, staffRoutes } from './features/staff/index.ts'
import { supportJobs, supportRoutes } from './features/support/index.ts'
import { walletRoutes } from './features/wallet/index.ts'
import { NOTICES } from './notices.ts'
import { PERSONAL_DATA } from './personal-data/all.ts'
import { followDatabaseClock } from './platform/clock/database-clock.ts'
import { clockRoutes, restoreClock } from './platform/clock/dev-clock.ts'
import { createClock, type ShiftableClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { openDatabaseProbe } from './platform/database/probe.ts'
import { noReplica, openReplica } from './platform/database/replica.ts'
import { requireSameSecret } from './platform/database/secret-check.ts'
import { type Authenticate, guardRoutes } from './platform/http/access.ts'
import { documentApi } from './platform/http/api-docs.ts'
import { measureCalls } from './platform/http/call-metrics.ts'
import { traceCalls } from './platform/http/call-traces.ts'
import { healthRoutes } from './platform/http/health.ts'
import { type App, createHttp } from './platform/http/http.ts'
import { idempotencyJobs } from './platform/http/idempotency.ts'
import { createShutdown } from './platform/http/shutdown.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { retryQueuesNow } from './platform/jobs/list.ts'
import { measureQueue } from './platform/jobs/metrics.ts'
import { attemptLimitJobs } from './platform/limits/attempts.ts'
import type { Log } from './platform/log.ts'
import { createMetrics, measureProcess } from './platform/observability/metrics.ts'
import type { PageCache } from './platform/pages/cache.ts'
import { webRoutes } from './platform/pages/web.ts'
import { createHub, openSockets } from './platform/realtime/hub.ts'
import { shareBetweenNodes } from './platform/realtime/node-sharing.ts'
import { createSecrets } from './platform/secrets.ts'
import { CHECK_ADAPTERS } from './ports/background-checks/adapters.ts'
import { createHttpsCalendarReader } from './ports/calendar-reader/https.ts'
import { createGoogleIdentityProvider, noIdentityProvider } from './ports/identity/google.ts'
import { countEmails } from './ports/mailer/count-emails.ts'
import { createMailbox, mailboxRoutes } from './ports/mailer/mailbox.ts'
import { MAIL_QUEUES } from './ports/mailer/port.ts'
import { resumeEmails } from './ports/mailer/resume-emails.ts'
import { createSmtpMailer } from './ports/mailer/smtp.ts'
import { createSandbox, sandboxJobs, sandboxRoutes } from './ports/payments/sandbox/sandbox.ts'
import { createStripe } from './ports/payments/stripe/stripe.ts'
import { createClamdScanner, noScanner } from './ports/scanner/clamd.ts'
import { createTwilio } from './ports/sms/twilio.ts'
import { openStorage } from './ports/storage/open.ts'
import { watchStorage } from './ports/storage/watch.ts'

const ROUTES = [
  peopleRoutes,
  signInRoutes,
  staffRoutes,
  (app: App, deps: Deps) => filesRoutes(app, deps, countOpenedPaper),
  placesRoutes,
  (app: App, deps: Deps) => blocksRoutes(app, deps, { hasContact, cancelsVisits: wouldBlockCancelVisits }),
  profilesRoutes,
  backgroundChecksRoutes,
  availabilityRoutes,
  (app: App, deps: Deps) => searchRoutes(app, deps, findFamilyHabits),
  paymentsRoutes,
  payoutsRoutes,
  bankReviewRoutes,
  reconciliationRoutes,
  bookingsRoutes,
  walletRoutes,
  reviewsRoutes,
  chatRoutes,
  familiesRoutes,
  disputesRoutes,
  calendarsRoutes,
  moderationRoutes,
  notificationsRoutes,
  supportRoutes,
  homeRoutes,
  consoleRoutes,
  ownDataRoutes,
]

const JOBS = [
  peopleJobs,
  signInJobs,
  staffJobs,
  filesJobs,
  profilesJobs,
  backgroundChecksJobs,
  availabilityJobs,
  searchJobs,
  paymentsJobs,
  payoutsJobs,
  reconciliationJobs,
  bookingsJobs,
  reviewsJobs,
  chatJobs,
  disputesJobs,
  calendarsJobs,
  moderationJobs,
  supportJobs,
  consoleJobs,
]

const METRICS = [auditMetrics, paymentsMetrics, payoutsMetrics, reconciliationMetrics]

export type Product = {
  deps: Deps
  app: App
  /**
   * Listens, then starts running jobs.
   * @param options.work whether this process runs jobs; by default, its role decides
   * @returns the address it listens on
   */
  start(options?: { work?: boolean }): Promise<string>
  /**
   * Announces the stop, then accepts no more calls, closes the sockets, waits for running calls and jobs, and
   * closes the connection pool.
   */
  stop(): Promise<void>
}

/** What a product needs besides its configuration. `databaseUrl`: the address of a migrated database. */
type Settings = { databaseUrl: string; appSecret: string; log: Log }

/**
 * Opens the database, its replica and the storage, and makes sure that they and this process belong together.
 * @throws WrongSecretError if the database's other nodes use another secret
 * @throws WrongStorageError if the stored files are not this database's
 * @throws AppError 503 if the storage can't be used; its cause tells the operator why
 */
async function openStores(config: Config, { databaseUrl, appSecret, log }: Settings) {
  const storage = await openStorage(config)
  const pool = { max: config.databasePoolMax, keepsStatements: config.databaseDirectUrl === undefined }
  const database = openDatabase(databaseUrl, log, pool)
  const replica = config.databaseReplicaUrl
    ? openReplica(config.databaseReplicaUrl, {
        primary: database,
        primaryUrl: databaseUrl,
        log,
        pool,
      })
    : noReplica(database)
  const secrets = createSecrets(appSecret, config.appSecretPrevious)
  try {
    await requireSameSecret(database, secrets)
    // The storage is checked first, so that one that hangs is reported before a transaction waits for it.
    await storage.check()
    await claimStorage(database, storage)
    await applyPublicNames(database, config)
  } catch (error) {
    await database.$client.end()
    throw error
  }
  return { storage, database, replica, secrets }
}

/** The dependencies that the hub and the adapters are made from. */
type BaseDeps = Omit<
  Deps,
  'hub' | 'mailer' | 'google' | 'scanner' | 'sms' | 'payments' | 'backgroundChecks' | 'calendarReader'
>

/** Adds the hub, which pushes to people's sockets, and for each port the adapter that the settings choose. */
function addAdapters(base: BaseDeps): Deps {
  const { config, bus, clock, database, jobs, log, metrics, publicUrl, secrets } = base
  return {
    ...base,
    hub: createHub({
      bus,
      log,
      findLiveSessions: createFindLiveSessions({ database, clock }),
      hasLimits: config.rateLimits,
    }),
    mailer: countEmails(
      config.smtpUrl
        ? resumeEmails(createSmtpMailer(config.smtpUrl, config.mailFrom), () =>
            retryQueuesNow(database, MAIL_QUEUES),
          )
        : createMailbox(database, clock),
      metrics,
    ),
    google: config.googleClientId
      ? createGoogleIdentityProvider({ clientId: config.googleClientId, jwksUrl: config.googleJwksUrl, log })
      : noIdentityProvider,
    scanner: config.clamd ? createClamdScanner(config.clamd) : noScanner,
    sms: config.sms && createTwilio(config.sms, log),
    payments: config.stripe
      ? createStripe(config.stripe, clock)
      : createSandbox({ database, clock, jobs, secrets, publicUrl }),
    backgroundChecks: CHECK_ADAPTERS[config.backgroundChecks]?.create(base) ?? null,
    calendarReader: createHttpsCalendarReader({ loopbackAuthority: config.loopbackCalendarsCa }),
  }
}

/** Adds the product's calls, pages and sockets. */
async function addProductRoutes(
  app: App,
  deps: Deps,
  {
    authenticate,
    clock,
    pageCache,
  }: { authenticate: Authenticate; clock: ShiftableClock; pageCache: PageCache },
): Promise<void> {
  const { config, hub, publicUrl } = deps
  await openSockets(app, {
    hub,
    authenticate,
    publicUrl: config.publicUrl,
    receivers: { notifications: handleNotificationFrame, chat: createChatFrameHandler(deps) },
  })
  for (const addRoutes of ROUTES) addRoutes(app, deps)
  if (!config.stripe) sandboxRoutes(app, deps)
  CHECK_ADAPTERS[config.backgroundChecks]?.addRoutes?.(app, deps)
  if (!config.production) {
    mailboxRoutes(app, deps.database)
    clockRoutes(app, deps, clock)
  }
  await webRoutes(app, {
    publicUrl,
    clockAheadMs: () => clock.offsetMs(),
    cache: pageCache,
    ttlMs: config.pageCacheSeconds * 1_000,
  })
}

/** Registers the jobs, the events' subscribers and the metrics of all slices and ports. */
function addJobsAndMetrics(deps: Deps): void {
  const { config, hub, metrics } = deps
  for (const addJobs of JOBS) addJobs(deps)
  notificationsJobs(deps, NOTICES)
  ownDataJobs(deps, PERSONAL_DATA)
  if (!config.stripe) sandboxJobs(deps)
  CHECK_ADAPTERS[config.backgroundChecks]?.addJobs?.(deps)
  idempotencyJobs(deps)
  attemptLimitJobs(deps)
  for (const addMetrics of METRICS) addMetrics(deps)
  measureQueue(metrics)
  metrics.addFigure('tendwell_sockets', 'Open sockets', () => hub.countSockets())
}

/**
 * Creates the product and wires its parts. It runs after `start`.
 * @throws WrongSecretError, WrongStorageError, AppError 503 as `openStores`
 */
export async function createProduct(config: Config, settings: Settings): Promise<Product> {
  const { databaseUrl, log } = settings
  const stopTracing = config.otlpEndpoint
    ? (await import('./platform/observability/tracing-export.ts')).startTracing(config.otlpEndpoint)
    : null
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const stores = await openStores(config, settings)
  const { database, replica, secrets } = stores
  const clock = createClock()
  const databaseClock = followDatabaseClock({ database, log }, clock)
  const nodeSharing = shareBetweenNodes(config, { directUrl, database, secrets, log })
  const { redis, bus, limitStore, pageCache } = nodeSharing
  await restoreClock(database, bus, clock)
  const probe = openDatabaseProbe(databaseUrl, log)
  const storageWatch = watchStorage(stores.storage, log)
  const metrics = createMetrics(database)
  const health = { probe, storageState: storageWatch.state, replica, redis }
  measureProcess(metrics, { database, ...health })
  const jobs = createJobs<EventMap>({ database, clock, log, metrics }, directUrl)
  const app = await createHttp(config, log, {
    limitStore,
    countWaiting: () => database.$client.waitingCount,
  })
  const shutdown = createShutdown(app, config.shutdownDelayMs)
  measureCalls(app, metrics)
  if (config.otlpEndpoint) traceCalls(app)

  /** The product's public address; empty until `start` if the settings don't have it. */
  let address = config.publicUrl ?? ''
  const deps = addAdapters({ config, publicUrl: () => address, clock, log, jobs, metrics, bus, ...stores })
  if (config.apiDocs && config.role !== 'worker') {
    const { operatorName } = config
    await documentApi(app, { tags: API_TAGS, examples: API_EXAMPLES, operatorName })
  }
  const authenticate = createAuthenticate(deps)
  guardRoutes(app, authenticate)
  const { metricsToken } = config
  healthRoutes(app, { ...health, metrics, metricsToken, isStopping: shutdown.isStopping })
  if (config.role !== 'worker') await addProductRoutes(app, deps, { authenticate, clock, pageCache })
  addJobsAndMetrics(deps)

  return {
    deps,
    app,
    async start({ work = config.role !== 'web' } = {}) {
      await Promise.all([
        databaseClock.start(),
        bus.start(),
        replica.start(),
        storageWatch.start(),
        probe.start(),
      ])
      const listenAddress = await app.listen({ port: config.port, host: config.host })
      // Without PUBLIC_URL, people call the product where it listens.
      address ||= listenAddress
      if (work) await jobs.start()
      return config.role === 'worker' ? listenAddress : address
    },
    async stop() {
      await shutdown.announce()
      deps.hub.stop()
      await shutdown.close()
      await jobs.stop()
      deps.mailer.close()
      await bus.stop()
      await replica.stop()
      databaseClock.stop()
      storageWatch.stop()
      await probe.stop()
      await database.$client.end()
      await stopTracing?.()
    },
  }
}
