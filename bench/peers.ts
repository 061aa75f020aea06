/**
 * Four reads by the product, by bare Fastify routes with statements written by hand, by Express with Sequelize and
 * by Directus, on the same PostgreSQL, in turns over 16 connections. It has no goal. The peers are installed at the
 * first run (`peers/install.ts`); with `--small` they are called only where they are installed. Run it on an idle
 * machine.
 */
import { MINUTE_MS, WEEK_MS } from '@tendwell/contract/time'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOfWeek } from '../server/src/features/availability/free-weeks/free-weeks.ts'
import { type TestApp, testApp } from '../server/test/app.ts'
import { connectTo } from '../server/test/database.ts'
import { openCaller } from './caller/caller.ts'
import { isSmall, size } from './load/size.ts'
import { startDirectus } from './peers/directus.ts'
import { arePeersInstalled, installPeers } from './peers/install.ts'
import { type Peer, SEARCH, type Target } from './peers/peer.ts'
import { startSequelize } from './peers/sequelize.ts'
import { listReads } from './reads/reads.ts'
import { type BareRoute, captureStatements, openBareRoute } from './search/bare-route.ts'
import { seedCaregivers } from './search/seed.ts'

const PEOPLE = size(100_000, 30)
const CALLS = size(3_000, 4)
const ROUNDS = size(6, 1)
const WARM_UP = size(500, 0)
const CONNECTIONS = size(16, 2)
const MONTH_WEEKS = 5

const SEARCH_PATH = `/api/auth/caregivers?${new URLSearchParams(SEARCH)}`

const caller = openCaller()
const bare = fastify()
const peers: Record<string, Peer> = {}
let app: TestApp
let bareSearch: BareRoute
let paths: Peer['paths']

beforeAll(async () => {
  if (!isSmall) installPeers()
  app = await testApp()
  const seeder = await connectTo(app.databaseUrl)
  await seedCaregivers(seeder, PEOPLE, app.deps.clock.now())
  const reads = await listReads(app)
  for (const { path, answer } of Object.values(reads)) bare.get(path.split('?')[0] as string, answer)
  await bare.listen({ port: 0, host: '127.0.0.1' })
  bareSearch = await openBareRoute(app)
  bareSearch.statements = (await captureStatements(app, SEARCH_PATH)).statements
  const toPath = (name: string) => reads[name]?.path as string
  paths = {
    'a caregiver': toPath('a caregiver'),
    'a month': toPath('a month'),
    'all caregivers': toPath('all caregivers'),
    'a filtered search': SEARCH_PATH,
  }
  if (arePeersInstalled()) {
    // Directus reads no table whose primary key has two columns.
    await seeder.query(
      `CREATE TABLE peer_free_weeks AS SELECT row_number() OVER ()::int AS id, * FROM free_weeks`,
    )
    await seeder.query('ALTER TABLE peer_free_weeks ADD PRIMARY KEY (id)')
    await seeder.query('CREATE INDEX ON peer_free_weeks (caregiver_id, week_minute)')
    await seeder.query('ANALYZE peer_free_weeks')
    const userId = Number(toPath('a caregiver').split('/').at(-1))
    const { rows } = await seeder.query('SELECT id FROM caregiver_profiles WHERE user_id = $1', [userId])
    const fromMinute = (startOfWeek(app.deps.clock.now().getTime()) + WEEK_MS) / MINUTE_MS
    const toMinute = fromMinute + ((MONTH_WEEKS - 1) * WEEK_MS) / MINUTE_MS
    const target: Target = { profileId: rows[0].id, userId, fromMinute, toMinute }
    peers.sequelize = await startSequelize(app.databaseUrl, target)
    peers.directus = await startDirectus(app.databaseUrl, target)
  }
  await seeder.end()
}, 30 * 60_000)

afterAll(async () => {
  for (const peer of Object.values(peers)) await peer.close()
  caller.close()
  await bareSearch.close()
  await bare.close()
  await app.close()
})

test('the product and its peers answer the same reads', async () => {
  const rows: Record<string, Record<string, number>> = {}
  for (const [name, path] of Object.entries(paths)) {
    const bareUrl = path === SEARCH_PATH ? bareSearch.url : new URL(path, bare.listeningOrigin).href
    const targets: Record<string, { url: string; token?: string | undefined }> = {
      product: { url: new URL(path, app.url).href },
      bare: { url: bareUrl },
    }
    for (const [peer, { url, token, paths: peerPaths }] of Object.entries(peers)) {
      targets[peer] = { url: new URL(peerPaths[name as keyof Peer['paths']], url).href, token }
    }
    const totals: Record<string, number> = {}
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [who, target] of Object.entries(targets)) {
        const count = round < 0 ? WARM_UP : CALLS / ROUNDS
        const { totalMs } = await caller.measure({ ...target, count, connections: CONNECTIONS })
        // The first round warms up.
        if (round >= 0) totals[who] = (totals[who] ?? 0) + totalMs
      }
    }
    rows[name] = Object.fromEntries(
      Object.entries(totals).map(([who, ms]) => [`${who}, calls/s`, Math.round((1_000 * CALLS) / ms)]),
    )
    expect(Object.keys(totals)).toEqual(Object.keys(targets))
  }
  console.table(rows)
})
