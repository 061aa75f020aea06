/**
 * `npm run topology`: runs what compose.yaml describes as local processes, without containers: Caddy, two web nodes, a
 * worker, PostgreSQL, Redis and an S3 store, with demo data. Caddy and Redis come from the system or from Debian's
 * packages. Everything listens on loopback, keeps its data in `data/topology` and ends with this process.
 * TOPOLOGY_PORT and TOPOLOGY_DIR choose another port (8080) and folder.
 */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { findProgram } from './debian.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const folder = path.resolve(process.env.TOPOLOGY_DIR ?? path.join(root, 'data', 'topology'))
const port = Number(process.env.TOPOLOGY_PORT ?? 8080)
const host = '127.0.0.1'
const bucket = 'tendwell'
const readyTimeoutMs = 5 * 60_000
const stopTimeoutMs = 30_000

/** What has to be stopped, the newest first. */
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
    APP_SECRET: await readSecret(),
    DATABASE_URL: await startPostgres(),
    REDIS_URL: await startRedis(),
    ...(await startS3()),
  }
  await migrate(settings)
  const web = [await startNode('web-1', settings, 'web'), await startNode('web-2', settings, 'web')]
  await startNode('worker', settings, 'worker')
  await startCaddy(web)
  console.log(`\n  Tendwell is ready: http://${host}:${port}\n`)
}

/** The same at each start, so that sessions and links stay valid. */
async function readSecret() {
  const file = path.join(folder, 'secret')
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(() => {})
  return readFile(file, 'utf8')
}

async function startPostgres() {
  const { openEmbeddedPostgres } = await import(
    new URL('../server/dist/platform/embedded-postgres/embedded-postgres.js', import.meta.url)
  )
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: console.error })
  running.unshift({ stop: () => postgres.stop() })
  return postgres.url
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
    configureBuckets: [{ name: bucket }],
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

async function migrate(settings) {
  const child = spawn(process.execPath, [path.join(root, 'scripts/command.mjs'), 'migrate'], {
    env: settings,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The database could not be migrated (${code}).`)
}

async function startNode(name, settings, role) {
  const nodePort = await findFreePort()
  const args = ['--enable-source-maps', path.join(root, 'server/dist/main.js')]
  const child = start(name, process.execPath, args, { ...settings, ROLE: role, PORT: String(nodePort) })
  await waitUntilReady(name, `http://${host}:${nodePort}/readyz`, child)
  return `${host}:${nodePort}`
}

async function startCaddy(web) {
  const { path: program, env } = await findProgram('caddy')
  const child = start('caddy', program, ['run', '--config', path.join(root, 'deploy/Caddyfile')], {
    ...env,
    HOME: folder,
    SITE_ADDRESS: `http://:${port}`,
    BIND_ADDRESS: host,
    UPSTREAMS: web.join(' '),
  })
  await waitUntilReady('caddy', `http://${host}:${port}/healthz`, child)
}

/** Starts a program whose output goes to a file of its own. When it ends by itself, everything is stopped. */
function start(name, program, args, env) {
  const child = spawn('sh', ['-c', 'exec "$0" "$@" >>"$LOG_FILE" 2>&1', program, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, LOG_FILE: path.join(folder, `${name}.log`) },
    stdio: 'ignore',
  })
  const address = env.PORT ? ` at http://${host}:${env.PORT}` : ''
  console.log(`${name}${address}: process ${child.pid}, output in ${path.join(folder, `${name}.log`)}`)
  child.once('exit', (code, signal) => {
    if (!isStopping && process.env.TOPOLOGY_CHAOS !== 'on') stop(`${name} ended (${signal ?? code}).`)
  })
  running.unshift({
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(timer)
    },
  })
  return child
}

async function waitUntilReady(name, url, child) {
  for (const end = Date.now() + readyTimeoutMs; Date.now() < end; ) {
    if (child.exitCode !== null) throw new Error(`${name} ended; its output is in ${folder}/${name}.log.`)
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${name} did not become ready.`)
}

async function findFreePort() {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const free = server.address().port
  await new Promise((resolve) => server.close(resolve))
  return free
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
