/**
 * Reads and creates the folder of a PostgreSQL cluster. A cluster is created under a temporary name and
 * renamed when complete, so that one interrupted by a crash or a power failure is never started.
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
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { type Account, canSearch, getOwner } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isAlive } from './process.ts'

/** The only role: superuser and owner of the database with the same name. */
export const roleName = 'tendwell'

const passwordFile = 'tendwell-password'
const temporaryPrefix = '.postgres-'

/** A complete cluster on disk. */
export interface Cluster {
  /**
   * PostgreSQL's data directory: `<dataDir>/postgres`, or the target of that link. Its programs run in it.
   */
  folder: string
  /** The folder's path for its programs, which may not be able to reach it from the root. */
  programPath: string
  password: string
  /** The account that runs the server; undefined: the same as this process. */
  account: Account | undefined
}

/**
 * Reads the cluster of a data folder.
 * @returns null if there is none
 * @throws {Error} with advice, if it is incomplete, of another version or belongs to another user
 */
export async function readCluster(dataDir: string, binaries: Binaries): Promise<Cluster | null> {
  const link = path.join(dataDir, 'postgres')
  if (!(await lstat(link).catch(() => null))) return null
  try {
    // The database's account may be able to reach the target but not the link.
    const folder = await realpath(link)
    const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim()
    if (version !== binaries.version.split('.')[0]) {
      throw new Error(
        `The database in ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.version}. ` +
          'Back it up with the release of Tendwell that made it (npm run backup -- --to FOLDER), ' +
          'then restore it with this one into a new DATA_DIR (npm run restore -- --from FOLDER --for move).',
      )
    }
    const password = (await readFile(path.join(folder, passwordFile), 'utf8')).trim()
    const account = await findOwnerAccount(folder)
    return { folder, programPath: await findProgramPath(folder, account), password, account }
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

/** A cluster runs as the account that owns it, even if a new one would get another account. */
async function findOwnerAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await getOwner(folder)
  if (owner.uid === 0) {
    throw new Error(`The database in ${folder} belongs to root. Run: chown -R ${roleName} ${folder}`)
  }
  return owner
}

/**
 * The path of a folder for programs that an account runs in it. Linux lets root start them in a folder whose
 * parents the account can't search, such as /root; there they know it as their current directory.
 */
async function findProgramPath(folder: string, account: Account | undefined): Promise<string> {
  if (!account || (await canSearch(folder, account))) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(
    `The database in ${folder} can't be reached by its account (uid ${account.uid}). ` +
      'Move the checkout to a folder that account can reach, or make the parent folders accessible (chmod o+x).',
  )
}

/**
 * Creates the cluster of a data folder. If two processes create it concurrently, the first to finish wins and
 * the other's is deleted, so the caller reads the folder afterwards.
 * @param durable false skips the flush to disk, for test clusters
 */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  await removeLeftovers(dataDir)
  const temporary = path.join(dataDir, `${temporaryPrefix}${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await initialize(temporary, binaries, account, durable)
    await rename(path.join(temporary, 'cluster'), path.join(dataDir, 'postgres'))
    if (durable) await flushFolder(dataDir)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) throw error
  } finally {
    await remove(temporary)
  }
}

/** Flushes a renamed folder's entry, so that it survives a power failure; initdb has flushed the files. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function initialize(
  temporary: string,
  binaries: Binaries,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const password = randomBytes(24).toString('hex')
  const pwfile = path.join(temporary, 'password')
  const folder = path.join(temporary, 'cluster')
  await mkdir(temporary, { mode: 0o700 })
  await mkdir(folder, { mode: 0o700 })
  await writeFile(pwfile, `${password}\n`, { mode: 0o600 })
  if (account) {
    for (const file of [temporary, folder, pwfile]) await chown(file, account.uid, account.gid)
  }
  const args = [
    ...['-D', await findProgramPath(folder, account), '-U', roleName],
    ...['--pwfile=../password', '--auth=scram-sha-256', '--encoding=UTF8'],
    // PostgreSQL's builtin locale sorts the same on every machine; those of the system differ between
    // versions.
    ...[
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--text-search-config=english',
    ],
    '--no-instructions',
  ]
  if (!durable) args.push('--no-sync')
  await runToEnd(binaries.initdb, args, folder, account)
  const kept = path.join(folder, passwordFile)
  await rename(pwfile, kept)
  await chmod(kept, 0o600)
}

/** The environment for PostgreSQL's programs: without our secrets, and without PGDATA and the like. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SystemDrive']) {
    if (process.env[name] !== undefined) environment[name] = process.env[name]
  }
  return environment
}

async function runToEnd(
  command: string,
  args: string[],
  folder: string,
  account: Account | undefined,
): Promise<void> {
  const output: Buffer[] = []
  const child = spawn(command, args, {
    ...account,
    cwd: folder,
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

/** Removes the temporary folders of killed processes. Their names contain the pid. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(temporaryPrefix) ? Number.parseInt(name.slice(temporaryPrefix.length), 10) : 0
    if (pid > 0 && !(await isAlive(pid))) await remove(path.join(parent, name))
  }
}

/** Retries, because an initdb whose parent was killed may still be writing. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
