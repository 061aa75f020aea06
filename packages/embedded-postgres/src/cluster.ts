/**
 * Reads and creates the folder of a PostgreSQL cluster, which is the files of one server. A cluster is
 * created under a temporary name and renamed when it is complete, so that one that a crash interrupted is
 * never started.
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
   * PostgreSQL's data directory: `<dataDir>/postgres`, or the target if that is a link. PostgreSQL's programs
   * run in it.
   */
  folder: string
  /** The path by which PostgreSQL's programs reach the folder; see `findProgramPath`. */
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
    // Resolves the link, because the database's account may be able to reach only the target.
    const folder = await realpath(link)
    const version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim()
    if (version !== binaries.version.split('.')[0]) {
      throw new Error(
        `The database in ${folder} was created by PostgreSQL ${version}, but this is PostgreSQL ${binaries.version}. ` +
          'Back it up with the release that made it, then restore it with this one into a new data folder ' +
          '(npm run backup and npm run restore).',
      )
    }
    const password = (await readFile(path.join(folder, passwordFile), 'utf8')).trim()
    const account = await findOwnerAccount(folder)
    return { folder, programPath: await findProgramPath(folder, account), password, account }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Error(`The database in ${link} belongs to another user. Start as that user.`)
    }
    if (code === 'ENOENT') {
      throw new Error(`The database in ${link} is incomplete. Restore it, or choose another data folder.`)
    }
    throw error
  }
}

/** The account that owns a cluster, which runs it even if a new cluster would get another account. */
async function findOwnerAccount(folder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await getOwner(folder)
  if (owner.uid === 0) {
    throw new Error(`The database in ${folder} belongs to root. Run: chown -R ${roleName} ${folder}`)
  }
  return owner
}

/**
 * The path by which programs that an account runs in a folder can reach it. The account may be unable to
 * search the folder's parents, such as /root. On Linux, root can start a program in such a folder, and the
 * program then reaches it as its current directory.
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
 * Creates the cluster of a data folder. If two processes create it at the same time, the cluster of the first
 * to finish is kept and the other one is deleted, so the caller must read the folder afterwards.
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

/** Flushes a folder's list of entries to the disk, so that a renaming survives a power failure. */
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
    // PostgreSQL's own locale, which sorts the same on every machine. The system's locales differ.
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
  const storedPassword = path.join(folder, passwordFile)
  await rename(pwfile, storedPassword)
  await chmod(storedPassword, 0o600)
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

/** Removes a folder. Retries, because an initdb whose parent was killed may still be writing to it. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
