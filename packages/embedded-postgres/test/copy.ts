/** A copy of the embedded PostgreSQL code in its own folder, to start the database from another process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const sources = fileURLToPath(new URL('../src', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))

const starter = `
import { openEmbeddedPostgres } from './embedded-postgres.js'
const database = await openEmbeddedPostgres({ dataDir: process.argv[2], settings: { fsync: 'off' } })
console.log(JSON.stringify({ url: database.url, adopted: database.adopted }))
process.once('SIGTERM', () => database.stop().then(() => process.exit()))
setInterval(() => {}, 1000)
`

/**
 * Compiles the embedded PostgreSQL code into a folder, with its packages.
 * @param copyPackages copies the packages instead of linking them, so that the folder's permissions apply to
 *   them
 */
export async function copyEmbeddedPostgres(folder: string, copyPackages = false): Promise<void> {
  await mkdir(path.join(folder, 'node_modules'), { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  for (const name of await readdir(sources)) {
    if (name.endsWith('.test.ts')) continue
    const { outputText } = ts.transpileModule(await readFile(path.join(sources, name), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        rewriteRelativeImportExtensions: true,
      },
    })
    await writeFile(path.join(folder, name.replace(/\.ts$/, '.js')), outputText)
  }
  await writeFile(path.join(folder, 'starter.js'), starter)
  const packages = copyPackages
    ? await listDependencies([
        'pg',
        'embedded-postgres',
        `@embedded-postgres/${process.platform}-${process.arch}`,
      ])
    : ['pg', 'embedded-postgres', '@embedded-postgres']
  for (const name of packages) {
    const source = await realpath(path.join(modules, name))
    const target = path.join(folder, 'node_modules', name)
    await mkdir(path.dirname(target), { recursive: true })
    if (copyPackages) await cp(source, target, { recursive: true, verbatimSymlinks: true })
    else await symlink(source, target)
  }
}

/** The packages and all their dependencies. */
async function listDependencies(names: string[]): Promise<string[]> {
  const all = new Set(names)
  for (const name of all) {
    const manifest = JSON.parse(await readFile(path.join(modules, name, 'package.json'), 'utf8'))
    for (const needed of Object.keys(manifest.dependencies ?? {})) all.add(needed)
  }
  return [...all]
}

/** A process that keeps the database of a data folder open. */
export interface Starter {
  process: ChildProcess
  url: string
  adopted: boolean
  /** Stops the database and waits until the process exits. */
  end(): Promise<void>
}

/**
 * Starts the `starter` script of a folder, optionally as another user, and waits until it has opened the
 * database.
 */
export async function runStarter(
  copy: string,
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
): Promise<Starter> {
  const child = spawnStarter(copy, dataDir, account)
  const errors: Buffer[] = []
  child.stderr?.on('data', (chunk) => errors.push(chunk))
  if (!child.stdout) throw new Error('The starter has no output')
  for await (const line of createInterface(child.stdout)) {
    return {
      process: child,
      ...(JSON.parse(line) as { url: string; adopted: boolean }),
      async end() {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`The starter exited: ${Buffer.concat(errors).toString('utf8')}`)
}

/** Starts the `starter` script without waiting for the database. */
export function spawnStarter(
  copy: string,
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
): ChildProcess {
  return spawn(process.execPath, [path.join(copy, 'starter.js'), dataDir], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
