/**
 * What must be true before Tendwell can run: the right Node, the packages, the build. Each step is skipped when
 * there is nothing to do. Plain JavaScript with nothing but Node's own modules: it runs before anything is installed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const buildStamp = path.join(root, 'node_modules', '.cache', 'tendwell', 'build')
const buildResults = ['server/dist/main.js', 'web/dist/home.html', 'web/dist-server/draw.js']
const buildInputs = ['package-lock.json', 'tsconfig.base.json', 'contract', 'server', 'web']
const notInputs = new Set(['dist', 'dist-server', 'node_modules', 'test', 'coverage'])

/** Installs the packages when they are not those of the lock file. */
export async function installIfNeeded() {
  if (await isInstalled()) return
  await step('Installing packages', () =>
    // Development packages too, whatever NODE_ENV says: they build the product.
    run(...npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')),
  )
}

/** Compares the lock file with the list npm keeps of what it has put into node_modules. */
async function isInstalled() {
  const wanted = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')).packages
  const list = await readFile(path.join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => null)
  if (list === null) return false
  const present = JSON.parse(list).packages
  return Object.entries(wanted).every(([name, entry]) => {
    if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) return true
    const version = present[name]?.version
    // An optional package may be for another platform.
    return version === entry.version || (version === undefined && (entry.optional || entry.devOptional))
  })
}

/** Builds the server and the web application when a source has changed since the last build. */
export async function buildIfNeeded() {
  const fingerprint = await fingerprintOf(buildInputs)
  const last = await readFile(buildStamp, 'utf8').catch(() => '')
  const complete = (await Promise.all(buildResults.map(exists))).every(Boolean)
  if (complete && last === fingerprint) return
  await step('Building', () => build(!complete))
  await mkdir(path.dirname(buildStamp), { recursive: true })
  await writeFile(buildStamp, fingerprint)
}

/**
 * Builds everything.
 * @param {boolean} fromScratch true does not trust what the compiler remembers of its last output.
 */
export async function build(fromScratch) {
  const compile = [bin('typescript/bin/tsc'), '-b', 'contract', 'server', ...(fromScratch ? ['--force'] : [])]
  // The web application is built from the sources, so it needn't wait for the compiler.
  const parts = await Promise.allSettled([
    run(process.execPath, compile),
    run(process.execPath, [bin('vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn']),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
}

/** The path of a program inside an installed package. */
export function bin(name) {
  return path.join(root, 'node_modules', name)
}

async function fingerprintOf(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) await addTo(hash, path.join(root, input))
  return hash.digest('hex')
}

/** Path, size and time of change: reading the contents would cost each start more than it saves. */
async function addTo(hash, file) {
  const found = await stat(file)
  if (!found.isDirectory()) {
    hash.update(`${file}\0${found.size}\0${found.mtimeMs}\n`)
    return
  }
  const names = (await readdir(file)).filter((name) => !notInputs.has(name) && !name.endsWith('.tsbuildinfo'))
  for (const name of names.sort()) await addTo(hash, path.join(file, name))
}

async function exists(file) {
  return access(path.join(root, file)).then(
    () => true,
    () => false,
  )
}

async function step(name, work) {
  const start = performance.now()
  console.log(`${name} …`)
  await work()
  console.log(`${name}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** The command line of an npm call, by the npm that runs us where that is known. */
function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return [process.execPath, [cli, ...args]]
  return ['npm', args, { shell: process.platform === 'win32' }]
}

/** Runs a command silently; its output is shown only when it fails. */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  throw new Error(`${path.basename(args[0] ?? command)} failed (${code}).`)
}
