import type { EventMap } from './events.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import type { Replica } from './platform/database/replica.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/observability/metrics.ts'
import type { Bus } from './platform/realtime/bus.ts'
import type { Hub } from './platform/realtime/hub.ts'
import type { Secrets } from './platform/secrets.ts'
import type { BackgroundCheckProvider } from './ports/background-checks/port.ts'
import type { CalendarReader } from './ports/calendar-reader/port.ts'
import type { IdentityProvider } from './ports/identity/port.ts'
import type { Mailer } from './ports/mailer/port.ts'
import type { PaymentProvider } from './ports/payments/port.ts'
import type { Scanner } from './ports/scanner/port.ts'
import type { Sms } from './ports/sms/port.ts'
import type { Storage } from './ports/storage/port.ts'

/**
 * Everything that slices may need. It is created in app.ts, and each function takes the parts that it uses.
 */
export type Deps = {
  config: Config
  /** The product's public address, without a trailing slash. It is known only after the server listens. */
  publicUrl(): string
  secrets: Secrets
  clock: Clock
  log: Log
  database: Database
  /** For reads that may be a few seconds old: search, rendered pages, analytics. */
  replica: Replica
  jobs: Jobs<EventMap>
  metrics: Metrics
  bus: Bus
  hub: Hub
  mailer: Mailer
  /** Verifies Google ID tokens. Without a configured client id it refuses every token. */
  google: IdentityProvider
  storage: Storage
  /** Without a configured scanner every file is clean. */
  scanner: Scanner
  payments: PaymentProvider
  /** Null without a configured provider. */
  sms: Sms | null
  /** Null where background checks are off. */
  backgroundChecks: BackgroundCheckProvider | null
  calendarReader: CalendarReader
}
