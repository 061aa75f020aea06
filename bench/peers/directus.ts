/** Directus on the product's database, to which it adds its own tables. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../scripts/free-port.mjs'
import { PEERS_FOLDER, PEERS_NODE } from './install.ts'
import {
  FIELDS,
  MAX_CENTS,
  MIN_CENTS,
  MIN_HUNDREDTHS,
  PAGE_SIZE,
  type Peer,
  SEARCH,
  type Target,
} from './peer.ts'

const TOKEN = 'bench-token'
const START_MS = 120_000

export async function startDirectus(databaseUrl: string, target: Target): Promise<Peer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const node = path.join(PEERS_NODE, 'node')
  const command = path.join(PEERS_FOLDER, 'node_modules/directus/cli.js')
  const options = {
    cwd: PEERS_FOLDER,
    env: {
      PATH: `${PEERS_NODE}:${process.env.PATH}`,
      // Directus writes there.
      HOME: PEERS_FOLDER,
      NO_UPDATE_NOTIFIER: 'true',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DB_CLIENT: 'pg',
      DB_CONNECTION_STRING: databaseUrl,
      DB_POOL__MAX: '18',
      SECRET: 'bench-secret',
      ADMIN_EMAIL: 'bench@example.com',
      ADMIN_PASSWORD: 'bench-password',
      ADMIN_TOKEN: TOKEN,
      LOG_LEVEL: 'error',
      PRESSURE_LIMITER_ENABLED: 'false',
      TELEMETRY: 'false',
    },
    stdio: 'inherit',
  } as const
  execFileSync(node, [command, 'bootstrap'], options)
  const child = spawn(node, [command, 'start'], options)
  const startedAt = performance.now()
  while (!(await fetch(`${url}/server/ping`).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() - startedAt > START_MS)
      throw new Error('Directus failed')
    await setTimeout(500)
  }
  const toPath = (collection: string, query: Record<string, string>) =>
    `/items/${collection}?${new URLSearchParams(query)}`
  const page = {
    fields: FIELDS.join(),
    'filter[is_listed][_eq]': 'true',
    sort: '-rating_hundredths,-rating_count,user_id',
    limit: String(PAGE_SIZE),
    meta: 'filter_count',
  }
  return {
    url,
    token: TOKEN,
    paths: {
      'a caregiver': `/items/caregiver_profiles/${target.profileId}?fields=${FIELDS}`,
      'a month': toPath('peer_free_weeks', {
        'filter[caregiver_id][_eq]': String(target.userId),
        'filter[week_minute][_between]': `${target.fromMinute},${target.toMinute}`,
        sort: 'week_minute',
      }),
      'all caregivers': toPath('caregiver_profiles', page),
      'a filtered search': toPath('caregiver_profiles', {
        ...page,
        'filter[country][_eq]': SEARCH.country,
        'filter[price_cents][_between]': `${MIN_CENTS},${MAX_CENTS}`,
        'filter[rating_hundredths][_gte]': String(MIN_HUNDREDTHS),
      }),
    },
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
