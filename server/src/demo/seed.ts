import pg from 'pg'
import { createProduct } from '../app.ts'
import type { Deps } from '../deps.ts'
import { sealAuditLog } from '../features/people/index.ts'
import { addFavorite } from '../features/search/index.ts'
import { hashPassword } from '../features/sign-in/index.ts'
import { migrate, SCHEMAS } from '../migrate.ts'
import type { Config } from '../platform/config/config.ts'
import { LOCK_KEYS } from '../platform/database/locks.ts'
import type { Log } from '../platform/log.ts'
import { addActiveDays } from './activity/active-days.ts'
import { addChats } from './activity/chats.ts'
import { addDisputes } from './activity/disputes.ts'
import { addMeetings } from './activity/meetings.ts'
import { addPastBookings, addUnreviewedBookings } from './activity/past-bookings.ts'
import { addPayouts } from './activity/payouts.ts'
import { addUpcomingBookings } from './activity/upcoming-bookings.ts'
import { addAccount, type Demo } from './people/accounts.ts'
import { addBackgroundChecks } from './people/background-checks.ts'
import { addCaregivers } from './people/caregivers.ts'
import { addFamilies } from './people/families.ts'
import { createRandom } from './random.ts'
import { STATE_KEY } from './refusal.ts'

const SEED = 20_260_901
const PASSWORD = 'tendwell-demo'

/** Adds all people of the demo, then what they did, each kind after those that it needs. */
async function addDemoData(deps: Deps): Promise<void> {
  const random = createRandom(SEED)
  const passwordHash = await hashPassword(PASSWORD)
  const admin = { email: 'admin@demo.tendwell.test', fullName: 'Helena Ashworth', role: 'admin' } as const
  const adminId = await addAccount(deps, { ...admin, passwordHash })
  const caregivers = await addCaregivers(deps, random, { adminId, passwordHash })
  const families = await addFamilies(deps, random, passwordHash)
  const demo = { deps, random, adminId, caregivers, families }
  await addBackgroundChecks(demo)
  await addPastBookings(demo)
  await addDisputes(demo)
  await addUnreviewedBookings(demo)
  await addUpcomingBookings(demo)
  await addMeetings(demo)
  await addChats(demo)
  await addFavorites(demo)
  await addPayouts(demo)
  await addActiveDays(demo)
  // The demo's past is old, so the console would report entries that should have been sealed long ago.
  await sealAuditLog(deps)
}

/** Each family saves a few caregivers. */
async function addFavorites({ deps, caregivers, families }: Demo): Promise<void> {
  for (const [index, { id }] of families.entries()) {
    for (const caregiver of caregivers.slice(index + 1, index + 4)) await addFavorite(deps, id, caregiver.id)
  }
}

/** How far the demo is: `in use` is a database with users and without the demo. */
async function findState(client: pg.Client): Promise<'empty' | 'filling' | 'filled' | 'in use'> {
  const { rows } = await client.query<{ state: 'filling' | 'filled' | null; in_use: boolean }>(
    `SELECT (SELECT value #>> '{}' FROM platform_state WHERE key = $1) AS state,
            EXISTS (SELECT 1 FROM users) AS in_use`,
    [STATE_KEY],
  )
  return rows[0]?.state ?? (rows[0]?.in_use ? 'in use' : 'empty')
}

/** Records that the demo is being filled, or is complete. */
function setState(client: pg.Client, state: 'filling' | 'filled'): Promise<unknown> {
  return client.query(
    `INSERT INTO platform_state (key, value) VALUES ($1, to_jsonb($2::text))
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [STATE_KEY, state],
  )
}

/**
 * Drops what an interrupted seed left in the database, except `platform_state`. The server was not listening
 * yet, so no one has used it.
 * @returns the keys of the files that the seed left in the storage
 */
async function startOver(client: pg.Client, databaseUrl: string): Promise<string[]> {
  const { rows: state } = await client.query<{ key: string; value: unknown }>('SELECT * FROM platform_state')
  const { rows: files } = await client.query<{ key: string }>('SELECT storage_key AS key FROM files')
  await client.query(`DROP SCHEMA ${SCHEMAS.join(', ')}, drizzle CASCADE`)
  await client.query('CREATE SCHEMA public')
  await migrate(databaseUrl)
  for (const { key, value } of state) {
    await client.query('INSERT INTO platform_state VALUES ($1, $2)', [key, JSON.stringify(value)])
  }
  return files.map(({ key }) => key)
}

/**
 * Fills an empty database with the demo: 60 caregivers, their families, and bookings in every state, the same
 * on every run. A database with users is left alone.
 */
export async function seedDemo(
  config: Config,
  settings: { databaseUrl: string; appSecret: string; log: Log },
): Promise<void> {
  const directUrl = config.databaseDirectUrl ?? settings.databaseUrl
  const client = new pg.Client({ connectionString: directUrl })
  // Without a listener, a lost connection would end the process; the next statement fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEYS.demo])
    const state = await findState(client)
    if (state === 'filled' || state === 'in use') return
    const leftFileKeys = state === 'filling' ? await startOver(client, directUrl) : []
    settings.log.info('filling the database with the demo')
    await setState(client, 'filling')
    // An interrupted seed starts over, so commits need not wait for the disk.
    const seedUrl = new URL(settings.databaseUrl)
    seedUrl.searchParams.set('options', '-c synchronous_commit=off')
    // The demo's people count as known for long, so limits for new ones don't apply. Two of its families pay for the
    // same hours, so none are held.
    const withoutLimits = { ...config, payoutNewDays: 0, firstWeekLimitCents: 0, holdHours: 0 }
    const product = await createProduct(withoutLimits, { ...settings, databaseUrl: seedUrl.href })
    try {
      for (const key of leftFileKeys) await product.deps.storage.erase(key)
      await addDemoData(product.deps)
    } finally {
      await product.stop()
    }
    await setState(client, 'filled')
  } finally {
    await client.end()
  }
}
