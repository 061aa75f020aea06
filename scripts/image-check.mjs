/**
 * `npm run image:check`: builds the Dockerfile, runs the image on a real PostgreSQL, and prints what each
 * folder adds to the base image. It needs root and Debian's packages buildah and debootstrap, but no
 * container service and no registry of images: the base image is made once, from Debian and npm's `node`, in
 * this machine's store of images (`buildah rmi localhost/…` removes it). Everything listens on loopback and
 * ends with this process.
 */
import './node-version.mjs'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from './free-port.mjs'
import { buildIfNeeded, installIfNeeded, root } from './prepare.mjs'

const run = promisify(execFile)
const host = '127.0.0.1'
const image = 'localhost/tendwell-check'
const readyTimeoutMs = 3 * 60_000
/** One empty page. */
const pdf =
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Size 4/Root 1 0 R>>\n%%EOF\n'
/** No namespaces of its own, so no container service is needed. */
const isolation = ['--isolation', 'chroot', '--network', 'host']
const binPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * What has to be undone at the end, the newest first.
 * @type {(() => Promise<unknown>)[]}
 */
const undo = []

async function main() {
  await requirePrograms()
  await installIfNeeded()
  await buildIfNeeded()
  const base = await makeBaseImage()
  await report('Building the image', () =>
    run(
      'buildah',
      ['bud', ...isolation, '--pull=never', '--format', 'docker', '--layers', '--tag', image, root],
      {
        maxBuffer: Infinity,
      },
    ),
  )
  const { id, folder } = await open(image)
  const folders = await measure(folder)
  const settings = await startPostgres()
  const url = await startServer(id, settings)
  await report('A journey', () => takeJourney(url))
  await report('The command ledger-verify', async () => {
    const command = ['node', 'server/dist/command.js', 'ledger-verify']
    await run('buildah', ['run', ...isolation, ...toOptions(settings), id, '--', ...command])
  })
  await printSizes(folders, await measure((await open(base)).folder))
}

async function requirePrograms() {
  const missing = []
  if (process.getuid?.() !== 0) missing.push('root’s rights')
  for (const name of ['buildah', 'debootstrap']) {
    await run(name, ['--version']).catch(() => missing.push(`Debian’s package ${name}`))
  }
  if (missing.length > 0) throw new Error(`The check needs ${missing.join(' and ')}.`)
}

/**
 * Makes the image that the Dockerfile begins with, such as node:24-bookworm-slim, unless it is there.
 * @returns its name
 */
async function makeBaseImage() {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8')
  const [, name, version, release] = /^FROM (node:(\d+)-(\w+)-slim)\b/m.exec(dockerfile) ?? []
  if (!release) throw new Error('The Dockerfile does not begin with an image such as node:24-bookworm-slim.')
  const base = `localhost/${name}`
  const isThere = await run('buildah', ['inspect', '--type', 'image', base]).then(
    () => true,
    () => false,
  )
  if (isThere) return base
  await report(`Making ${name} from Debian and npm, once`, async () => {
    const { id, folder } = await open('scratch')
    await run('debootstrap', ['--variant=minbase', release, folder, await findMirror()])
    const packages = [`node-linux-${process.arch}@${version}`, 'npm@11']
    await run('npm', [
      'install',
      '--global',
      '--ignore-scripts',
      '--prefix',
      `${folder}/usr/local`,
      ...packages,
    ])
    await run('buildah', ['config', '--env', `PATH=${binPath}`, id])
    await run('buildah', ['run', ...isolation, id, '--', 'useradd', '--create-home', '--uid', '1000', 'node'])
    await copyNpmSettings(folder)
    await run('buildah', ['commit', id, base])
  })
  return base
}

/** @returns the address that apt takes Debian's packages from */
async function findMirror() {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])
  return stdout.split('\n')[0] ?? ''
}

/**
 * The build uses this machine's registry, and the certificates that it is trusted by.
 * @param {string} folder
 */
async function copyNpmSettings(folder) {
  const read = async (/** @type {string} */ name) => (await run('npm', ['config', 'get', name])).stdout.trim()
  const authorities = await read('cafile')
  const lines = [`registry=${await read('registry')}`]
  if (path.isAbsolute(authorities)) {
    await copyFile(authorities, path.join(folder, 'root/authorities.pem'))
    lines.push('cafile=/root/authorities.pem')
  }
  await writeFile(path.join(folder, 'root/.npmrc'), `${lines.join('\n')}\n`)
}

/** @param {string} name of an image @returns a container of it, and the folder of its files */
async function open(name) {
  const id = (await run('buildah', ['from', '--pull-never', name])).stdout.trim()
  undo.unshift(() => run('buildah', ['rm', id]))
  return { id, folder: (await run('buildah', ['mount', id])).stdout.trim() }
}

/** @returns the settings of the server */
async function startPostgres() {
  const { openEmbeddedPostgres } = await import('@tendwell/embedded-postgres')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-image-'))
  undo.unshift(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = await openEmbeddedPostgres({ dataDir, log: console.error })
  undo.unshift(() => postgres.stop())
  return {
    NODE_ENV: 'development',
    APP_SECRET: 'a secret of this check alone, 32 letters',
    DATABASE_URL: postgres.url,
  }
}

/** @param {Record<string, string>} settings */
const toOptions = (settings) =>
  Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])

/**
 * Starts the image's own command and waits until it is ready.
 * @param {string} id
 * @param {Record<string, string>} settings
 * @returns its address
 */
async function startServer(id, settings) {
  const port = await findFreePort()
  const url = `http://${host}:${port}`
  const own = { ...settings, ROLE: 'all', HOST: host, PORT: String(port), PUBLIC_URL: url }
  const { OCIv1: description } = JSON.parse((await run('buildah', ['inspect', id])).stdout)
  const args = ['run', ...isolation, ...toOptions(own), id, '--', ...description.config.Cmd]
  // A group of its own, because buildah doesn't pass signals on.
  const child = spawn('buildah', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const ended = once(child, 'exit')
  undo.unshift(async () => {
    if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM')
    await ended
  })
  await report('The server is ready', async () => {
    for (const end = Date.now() + readyTimeoutMs; Date.now() < end && child.exitCode === null; ) {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`The server did not become ready. ${said}`)
  })
  return url
}

/**
 * Opens pages, logs in, and uploads a photo and a PDF, for which the server uses native and large packages.
 * @param {string} url
 */
async function takeJourney(url) {
  /** @param {string} address @param {RequestInit} [options] */
  const call = async (address, options) => {
    const answer = await fetch(`${url}${address}`, options)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`)
    return text
  }
  const found = JSON.parse(await call('/api/auth/caregivers/'))
  const { id, full_name: name } = found.results[0]
  const page = await call(`/caregivers/${id}`)
  if (!page.includes(name)) throw new Error(`The page of ${name} was not drawn.`)
  const login = await call('/api/auth/login/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'caregiver@demo.tendwell.test', password: 'tendwell-demo' }),
  })
  const headers = { authorization: `Bearer ${JSON.parse(login).access}` }
  const photo = await readFile(path.join(root, 'web/public/touch-icon.png'))
  const forms = { avatar: new Blob([photo]), documents: new Blob([pdf]) }
  for (const [kind, file] of Object.entries(forms)) {
    const form = new FormData()
    form.set(
      kind === 'avatar' ? 'avatar' : 'certificate',
      file,
      kind === 'avatar' ? 'photo.png' : 'first-aid.pdf',
    )
    await call(`/api/auth/caregiver/${kind}/`, { method: 'POST', headers, body: form })
  }
}

/**
 * @param {string} folder
 * @returns the megabytes of the whole, of each folder in it, and of those of the product
 */
async function measure(folder) {
  const { stdout } = await run('du', ['-xm', '--max-depth=4', '.'], { cwd: folder, maxBuffer: Infinity })
  return new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [size, name = ''] = line.split('\t')
        return /** @type {const} */ ([name.replace(/^\.\/?/, '/'), Number(size)])
      }),
  )
}

/** @param {Map<string, number>} folders @param {Map<string, number>} base */
function printSizes(folders, base) {
  console.log('\nMB more than the base image:')
  const rows = [...folders].map(([name, size]) => /** @type {const} */ ([size - (base.get(name) ?? 0), name]))
  for (const [size, name] of rows.sort(([a], [b]) => b - a)) {
    if (size >= 3) console.log(`${String(size).padStart(5)}  ${name}`)
  }
}

/** @param {string} name @param {() => Promise<unknown>} work */
async function report(name, work) {
  const start = performance.now()
  await work()
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

async function end() {
  for (const step of undo.splice(0)) await step().catch((error) => console.error(error.message))
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end().then(() => process.exit(1)))
await main()
  .catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  .finally(end)
