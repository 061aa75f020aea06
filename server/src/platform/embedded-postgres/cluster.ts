/**
 * The folder that holds one PostgreSQL cluster, and how it is made. A cluster is made under a temporary name and
 * renamed when it is whole, so that one cut short by a crash or a power failure is never started.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { type Account, canSearch, ownerOf } from './account.ts'
import { type Binaries, makeSharedFolder, sharedFolder } from './binaries.ts'
import { isAlive } from './process.ts'

/** The one role: superuser and owner of the database of the same name. */
export const roleName = 'tendwell'

const passwordFile = 'tendwell-password'
const temporaryPrefix = '.postgres-'

/** A whole cluster on disk. */
export interface Cluster {
  /** PostgreSQL's data directory: what `<dataDir>/postgres` is or points to. */
  folder: string
  password: string
  /** Who its processes must run as; undefined for this process' own account. */
  account: Account | undefined
}

/**
 * Opens the cluster in a data folder, if there is one.
 * @throws {Error} with what to do, when it can't be used by this user, this version or at all.
 */
export async function readCluster(dataDir: string, binaries: Binaries): Promise<Cluster | null> {
  const link = path.join(dataDir, 'postgres')
  if (!(await lstat(link).catch(() => null))) return null
  try {
    // The database's account may be able to reach the target and not the link.
    const folder = await realpath(link)
    const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim()
    if (version !== binaries.version.split('.')[0]) {
      throw new Error(
        `The database in ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.version}.`,
      )
    }
    const password = (await readFile(path.join(folder, passwordFile), 'utf8')).trim()
    return { folder, password, account: await accountOf(folder) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Error(`The database in ${link} belongs to another user. Start Tendwell as that user.`)
    }
    if (code === 'ENOENT') {
      throw new Error(`The database in ${link} is incomplete. Restore it, or delete ${link} to start over.`)
    }
    throw error
  }
}

/** A cluster must be run by the account that owns it: keep to it, even if another would be chosen today. */
async function accountOf(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await ownerOf(folder)
  if (owner.uid === 0) {
    throw new Error(`The database in ${folder} belongs to root. Run: chown -R ${roleName} ${folder}`)
  }
  if (!(await canSearch(folder, owner))) {
    throw new Error(
      `The database in ${folder} can't be reached by its account (uid ${owner.uid}). ` +
        'Move the checkout to a folder that account can reach, or make the parent folders accessible (chmod o+x).',
    )
  }
  return owner
}

/**
 * Makes the cluster of a data folder. When another process makes it at the same time, the first to finish wins
 * and this one's is thrown away, so the caller reads the folder afterwards in any case.
 * @param durable false leaves out the flush to disk, for test clusters.
 */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  await sweep(dataDir)
  // Only root has an account to check. Out of its reach, the cluster lives elsewhere and the folder is a link to it.
  const inPlace = !account || (await canSearch(dataDir, account))
  if (!inPlace) {
    await makeSharedFolder()
    await sweep(sharedFolder)
  }
  const parent = inPlace ? dataDir : sharedFolder
  const temporary = path.join(parent, `${temporaryPrefix}${process.pid}-${randomBytes(4).toString('hex')}`)
  const link = path.join(dataDir, 'postgres')
  const final = inPlace ? link : path.join(sharedFolder, randomBytes(8).toString('hex'))
  try {
    await initialise(temporary, binaries, account, durable)
    await rename(path.join(temporary, 'cluster'), final)
    if (!inPlace) await symlink(final, link).catch((error) => discardLoser(final, error))
    if (durable) for (const folder of new Set([parent, dataDir])) await flushFolder(folder)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) throw error
  } finally {
    await remove(temporary)
  }
}

/** Makes the new name survive a power failure; the files themselves were flushed by initdb. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function discardLoser(folder: string, error: unknown): Promise<never> {
  await remove(folder)
  throw error
}

async function initialise(
  temporary: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const password = randomBytes(24).toString('hex')
  const pwfile = path.join(temporary, 'password')
  const folder = path.join(temporary, 'cluster')
  await mkdir(temporary, { mode: 0o700 })
  await writeFile(pwfile, `${password}\n`, { mode: 0o600 })
  if (account) {
    await chown(pwfile, account.uid, account.gid)
    await chown(temporary, account.uid, account.gid)
  }
  const args = [
    ...['-D', folder, '-U', roleName, `--pwfile=${pwfile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    // PostgreSQL's own locale sorts and folds the same on every machine; the system's differ between versions.
    ...[
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--text-search-config=english',
    ],
    '--no-instructions',
  ]
  if (!durable) args.push('--no-sync')
  await runToEnd(binaries.initdb, args, account)
  const kept = path.join(folder, passwordFile)
  await rename(pwfile, kept)
  await chmod(kept, 0o600)
}

/** The few variables that PostgreSQL's programs may see: none of ours is a secret of theirs, PGDATA and such mislead. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SystemDrive']) {
    if (process.env[name] !== undefined) environment[name] = process.env[name]
  }
  return environment
}

async function runToEnd(command: string, args: string[], account: Account | undefined): Promise<void> {
  const output: Buffer[] = []
  const child = spawn(command, args, {
    ...account,
    cwd: '/',
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) {
    throw new Error(
      `${path.basename(command)} failed (${code}): ${Buffer.concat(output).toString('utf8').trim()}`,
    )
  }
}

/** Removes what starts that were killed left behind. Those of live processes, known by the pid in the name, stay. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(temporaryPrefix) ? Number.parseInt(name.slice(temporaryPrefix.length), 10) : 0
    if (pid > 0 && !(await isAlive(pid))) await remove(path.join(parent, name))
  }
}

/** Retries, because an initdb whose parent was killed may still write for a moment. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
