import pg from 'pg'
import { createProduct } from '../app.ts'
import type { Deps } from '../deps.ts'
import { hashPassword } from '../features/accounts/index.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { migrate } from '../platform/migrate.ts'
import { addAccount } from './accounts.ts'
import { addActivity } from './activity.ts'
import { addCaregivers } from './caregiver-accounts.ts'
import { addChats } from './chats.ts'
import { addDisputes } from './disputes.ts'
import { addFamilies } from './family-accounts.ts'
import { addPast, addPresent } from './history.ts'
import { addPayouts } from './payouts.ts'
import { createRandom } from './random.ts'

const SEED = 20_260_901
const PASSWORD = 'tendwell-demo'
const STATE_KEY = 'demo_data'
/** Any fixed number: only one process at a time fills a database. */
const FILL_LOCK = 7_420_002

async function fill(deps: Deps): Promise<void> {
  const random = createRandom(SEED)
  const passwordHash = await hashPassword(PASSWORD)
  const admin = { email: 'admin@demo.tendwell.test', fullName: 'Helena Ashworth', role: 'admin' as const }
  const adminId = await addAccount(deps, passwordHash, { ...admin, createdAt: deps.clock.now() })
  const caregivers = await addCaregivers(deps, random, { adminId, passwordHash })
  const families = await addFamilies(deps, random, passwordHash)
  const open = caregivers.filter(({ status }) => status === 'verified')
  await addPast(deps, random, open, families)
  await addDisputes({ deps, random, caregivers: open, families, adminId })
  await addPresent(deps, random, open, families)
  await addChats(deps, open, families)
  await addPayouts(deps, open[0] as (typeof open)[number])
  await addActivity(deps, random, [...open, ...families])
}

async function stateOf(client: pg.Client): Promise<'empty' | 'filling' | 'filled' | 'in use'> {
  const { rows } = await client.query<{ state: 'filling' | 'filled' | null; in_use: boolean }>(
    `SELECT (SELECT value #>> '{}' FROM platform_state WHERE key = $1) AS state,
            EXISTS (SELECT 1 FROM users) AS in_use`,
    [STATE_KEY],
  )
  return rows[0]?.state ?? (rows[0]?.in_use ? 'in use' : 'empty')
}

function setState(client: pg.Client, state: 'filling' | 'filled'): Promise<unknown> {
  return client.query(
    `INSERT INTO platform_state (key, value) VALUES ($1, to_jsonb($2::text))
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [STATE_KEY, state],
  )
}

/** Nobody could use what a broken-off filling left, because nothing listened yet: it goes, and all begins anew. */
async function startOver(client: pg.Client, databaseUrl: string): Promise<void> {
  await client.query('DROP SCHEMA public, sandbox, drizzle, graphile_worker CASCADE')
  await client.query('CREATE SCHEMA public')
  await migrate(databaseUrl)
}

/**
 * Fills an empty database with the demo: sixty caregivers, families, and bookings in every state, the same from the
 * one seed (decisions §10). A database that has been used is left alone.
 */
export async function seedDemo(
  config: Config,
  settings: { databaseUrl: string; appSecret: string; log: Log },
): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [FILL_LOCK])
    const state = await stateOf(client)
    if (state === 'filled' || state === 'in use') return
    if (state === 'filling') await startOver(client, settings.databaseUrl)
    settings.log.info('filling the database with the demo')
    await setState(client, 'filling')
    // A power cut in this minute only means that the filling begins anew, so nothing waits for the disk.
    const unhurried = new URL(settings.databaseUrl)
    unhurried.searchParams.set('options', '-c synchronous_commit=off')
    const product = await createProduct(config, { ...settings, databaseUrl: unhurried.href })
    await fill(product.deps).finally(() => product.stop())
    await setState(client, 'filled')
  } finally {
    await client.end()
  }
}
