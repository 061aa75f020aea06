/**
 * `npm run topology`: runs what compose.yaml describes as local processes, without containers: Caddy, two web
 * nodes, a worker, PostgreSQL, Redis and an S3 store, with demo data. Caddy and Redis come from the system or
 * from Debian's packages. Everything listens on loopback, keeps its data in `data/topology` and ends with
 * this process; a program that ends by itself is started again, as a container engine would.
 * `data/topology/env` has the settings, for commands. TOPOLOGY_PORT and TOPOLOGY_DIR choose another port
 * (8080) and folder, TOPOLOGY_REPLICA=on adds a read replica, and TOPOLOGY_WEB_1 has variables for the first
 * node alone, one a line.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { findProgram } from './debian.mjs'
import { findFreePort } from './free-port.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const folder = path.resolve(process.env.TOPOLOGY_DIR ?? path.join(root, 'data', 'topology'))
const port = Number(process.env.TOPOLOGY_PORT ?? 8080)
const host = '127.0.0.1'
const bucket = 'tendwell'
const readyTimeoutMs = 5 * 60_000
const stopTimeoutMs = 30_000
const restartMs = 1_000
/** Settings of the nodes that may be given in the environment. */
const given =
  /^(RATE_LIMITS|OVERLOAD_PROTECTION|SMTP_URL|MAIL_FROM|PAYMENTS|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRET|STRIPE_API_BASE|DEMO_DATA)$/

/** @typedef {Record<string, string | undefined>} Settings environment variables */

/**
 * What has to be stopped, the newest first.
 * @type {{ stop: () => Promise<void> }[]}
 */
const running = []
let isStopping = false

async function main() {
  await installIfNeeded()
  await buildIfNeeded()
  await mkdir(folder, { recursive: true })
  const settings = {
    PATH: process.env.PATH,
    HOST: host,
    NODE_ENV: 'development',
    DATA_DIR: path.join(folder, 'unused'),
    PUBLIC_URL: `http://${host}:${port}`,
    TRUST_PROXY: 'loopback',
    // Caddy asks each second whether a node is ready.
    SHUTDOWN_DELAY_MS: '3000',
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => given.test(name))),
    APP_SECRET: await readSecret(),
    ...(await startDatabases()),
    REDIS_URL: await startRedis(),
    ...(await startS3()),
  }
  const { PATH: _, ...kept } = settings
  const lines = Object.entries(kept).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(path.join(folder, 'env'), lines.join(''), { mode: 0o600 })
  await migrate(settings)
  const own = parseEnv(process.env.TOPOLOGY_WEB_1 ?? '')
  const web = [
    await startNode('web-1', { ...settings, ...own }, 'web'),
    await startNode('web-2', settings, 'web'),
  ]
  await startNode('worker', settings, 'worker')
  await startCaddy(web)
  console.log(`\n  Tendwell is ready: http://${host}:${port}`)
  console.log(`  Its logins are those of npm start. Sent mail: http://${host}:${port}/dev/mailbox\n`)
}

/** The same at each start, so that sessions and links stay valid. */
async function readSecret() {
  const file = path.join(folder, 'secret')
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(() => {})
  return readFile(file, 'utf8')
}

/** Starts PostgreSQL, and its replica if there is to be one. @returns the settings that name them */
async function startDatabases() {
  const { openEmbeddedPostgres } = await import('@tendwell/embedded-postgres')
  /**
   * @param {string} name
   * @param {Record<string, string>} settings
   */
  const open = (name, settings = {}) =>
    openEmbeddedPostgres({ dataDir: path.join(folder, name), settings, log: console.error })
  if (process.env.TOPOLOGY_REPLICA !== 'on') {
    const primary = await open('postgres')
    running.unshift(primary)
    return { DATABASE_URL: primary.url }
  }
  await (await open('postgres')).stop()
  await copyCluster()
  const primary = await open('postgres')
  running.unshift(primary)
  const { port: primaryPort, username, password } = new URL(primary.url)
  const replica = await open('replica', {
    primary_conninfo: `host=${host} port=${primaryPort} user=${username} password=${password}`,
  })
  running.unshift(replica)
  return { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url }
}

/** Makes a replica's folder from the stopped primary's. */
async function copyCluster() {
  const copy = path.join(folder, 'replica')
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { mode: 0o711 })
  const child = spawn('cp', ['-a', path.join(folder, 'postgres', 'postgres'), copy], { stdio: 'inherit' })
  await once(child, 'exit')
  await writeFile(path.join(copy, 'postgres', 'standby.signal'), '')
}

async function startRedis() {
  const redisPort = await findFreePort()
  const { path: program, env } = await findProgram('redis-server')
  const args = ['--bind', host, '--port', String(redisPort), '--save', '', '--dir', folder]
  start('redis', program, args, env)
  return `redis://${host}:${redisPort}`
}

async function startS3() {
  const { default: S3rver } = await import('s3rver')
  const store = new S3rver({
    address: host,
    port: 0,
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const address = await store.run()
  running.unshift({ stop: () => store.close() })
  return {
    S3_ENDPOINT: `http://${host}:${address.port}`,
    S3_BUCKET: bucket,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** @param {Settings} settings */
async function migrate(settings) {
  const child = spawn(process.execPath, [path.join(root, 'scripts/command.mjs'), 'migrate'], {
    env: settings,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The database could not be migrated (${code}).`)
}

/**
 * @param {string} name
 * @param {Settings} settings
 * @param {'web' | 'worker'} role
 */
async function startNode(name, settings, role) {
  const nodePort = await findFreePort()
  const args = ['--enable-source-maps', path.join(root, 'server/dist/main.js')]
  start(name, process.execPath, args, { ...settings, ROLE: role, PORT: String(nodePort) })
  await waitUntilReady(name, `http://${host}:${nodePort}/readyz`)
  return `${host}:${nodePort}`
}

/** @param {string[]} web the addresses of the web nodes */
async function startCaddy(web) {
  const { path: program, env } = await findProgram('caddy')
  start('caddy', program, ['run', '--config', path.join(root, 'deploy/Caddyfile')], {
    ...env,
    HOME: folder,
    SITE_ADDRESS: `http://:${port}`,
    BIND_ADDRESS: host,
    UPSTREAMS: web.join(' '),
    // Without it, the proxy tries a call again on another node for as long as its configuration says.
    ...(process.env.TRY_DURATION && { TRY_DURATION: process.env.TRY_DURATION }),
  })
  await waitUntilReady('caddy', `http://${host}:${port}/healthz`)
}

/**
 * Starts a program whose output goes to a file of its own, and starts it again when it ends by itself.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @param {Settings} env
 */
function start(name, program, args, env) {
  const logFile = path.join(folder, `${name}.log`)
  const address = env.PORT ? ` at http://${host}:${env.PORT}` : ''
  /** @type {import('node:child_process').ChildProcess} */
  let child
  const launch = () => {
    if (isStopping) return
    child = spawn('sh', ['-c', 'exec "$0" "$@" >>"$LOG_FILE" 2>&1', program, ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env, LOG_FILE: logFile },
      stdio: 'ignore',
    })
    console.log(`${name}${address}: process ${child.pid}, output in ${logFile}`)
    child.once('exit', () => setTimeout(launch, restartMs))
  }
  launch()
  running.unshift({
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(timer)
    },
  })
}

/**
 * @param {string} name
 * @param {string} url
 */
async function waitUntilReady(name, url) {
  for (const end = Date.now() + readyTimeoutMs; Date.now() < end; ) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${name} did not become ready; its output is in ${folder}/${name}.log.`)
}

/** Stops everything, the newest first. @param {string} [reason] why, if nobody asked for it */
async function stop(reason) {
  if (isStopping) return
  isStopping = true
  if (reason) console.error(reason)
  for (const { stop: stopOne } of running) {
    await stopOne().catch((error) => console.error(error.message))
  }
  process.exit(reason ? 1 : 0)
}

process.on('SIGINT', () => stop())
process.on('SIGTERM', () => stop())
main().catch((error) => stop(error.message))
