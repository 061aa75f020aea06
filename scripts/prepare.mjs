/**
 * Installs the packages and builds the product, each only if needed. Uses Node's own modules only, because it
 * runs before anything is installed.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasResults, isBuilt, readSources, stampBuild } from './build-stamp.mjs'

/** The repository's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs the packages if node_modules differs from the lock file. */
export async function installIfNeeded() {
  if (await isInstalled()) return
  await step('Installing packages', () =>
    // The build needs the development packages, which NODE_ENV=production would leave out.
    run(...npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')),
  )
}

/** Compares the lock file with the list of installed packages that npm keeps in node_modules. */
async function isInstalled() {
  const wanted = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')).packages
  const list = await readFile(path.join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => null)
  if (list === null) return false
  const present = JSON.parse(list).packages
  return Object.entries(wanted).every(([name, entry]) => {
    if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) return true
    if (entry.link) return present[name]?.resolved === entry.resolved
    const version = present[name]?.version
    // An optional package may be missing because it is for another platform.
    return version === entry.version || (version === undefined && (entry.optional || entry.devOptional))
  })
}

/** Builds the server and the web app if a source has changed since the last build. */
export async function buildIfNeeded() {
  if (await isBuilt(root)) return
  const complete = await hasResults(root)
  await step('Building', () => build(!complete))
}

/**
 * Builds the server and the web app.
 * @param {boolean} fromScratch compiles everything, even if unchanged
 */
export async function build(fromScratch) {
  const sources = await readSources(root)
  const compile = [
    bin('typescript-7/bin/tsc'),
    '-b',
    'contract',
    'server',
    ...(fromScratch ? ['--force'] : []),
  ]
  /** @param {string[]} args */
  const vite = (...args) =>
    run(process.execPath, [bin('vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn', ...args], {
      // Another NODE_ENV, such as a test's, would build React for development.
      env: { ...process.env, NODE_ENV: 'production' },
    })
  // Vite builds the web app from the sources, once for browsers and once for the server, so all run in
  // parallel.
  const parts = await Promise.allSettled([
    run(process.execPath, compile),
    vite(),
    vite('--ssr', 'src/entry-server.tsx', '--outDir', 'dist-server'),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
  await stampBuild(root, sources)
}

/**
 * The path of a program inside an installed package.
 * @param {string} name
 */
export function bin(name) {
  return path.join(root, 'node_modules', name)
}

/**
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function step(name, work) {
  const start = performance.now()
  console.log(`${name} …`)
  await work()
  console.log(`${name}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/**
 * @param {string[]} args
 * @returns {Parameters<typeof run>} the arguments of `run` for an npm command, using the npm that started
 *   this process if there is one
 */
function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return [process.execPath, [cli, ...args]]
  return ['npm', args, { shell: process.platform === 'win32' }]
}

/**
 * Runs a command silently; its output is shown only when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean }} options
 */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  /** @type {Buffer[]} */
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
