/**
 * PostgreSQL refuses to run as root. If this process runs as root, it starts PostgreSQL as an unprivileged
 * system account.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const accountName = 'tendwell'

/** The user and group ids of a database process. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Finds the account for a new database. If this process runs as root, that is the account `tendwell`, which
 * is created if it is missing, or else `nobody`.
 * @returns undefined if this process isn't root: the database then runs as the same user
 * @throws {Error} if root finds no account
 */
export async function findDatabaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await findAccount(accountName)
  if (existing) return existing
  await createAccount()
  const account = (await findAccount(accountName)) ?? (await findAccount('nobody'))
  if (account) return account
  throw new Error(
    'PostgreSQL cannot run as root, and no unprivileged account could be created for it. ' +
      'Start as a regular user, or use a PostgreSQL server (DATABASE_URL).',
  )
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/**
 * Creates the account with one of the tools of common systems. Failures are ignored, because the caller looks
 * whether the account exists afterwards.
 */
async function createAccount(): Promise<void> {
  const attempts: [string, string[]][] = [
    [
      'useradd',
      [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        '/nonexistent',
        '--shell',
        '/bin/false',
        accountName,
      ],
    ],
    ['adduser', ['--system', '--group', '--no-create-home', '--home', '/nonexistent', accountName]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', accountName]],
  ]
  for (const [command, args] of attempts) {
    try {
      await run(command, args)
      return
    } catch {
      // This system doesn't have the tool; try the next one.
    }
  }
}

/** @returns the owner of an existing file or folder */
export async function getOwner(file: string): Promise<Account> {
  const { uid, gid } = await stat(file)
  return { uid, gid }
}

/**
 * Whether an account can search a folder and all its parents, by their permission bits. Supplementary groups
 * are ignored, because the child process has none.
 */
export async function canSearch(folder: string, account: Account): Promise<boolean> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (!(await hasPermission(current, account, 1))) return false
    if (current === path.dirname(current)) return true
  }
}

/**
 * Whether an account has a permission (4 read, 2 write, 1 execute or search, or a sum of them) on one path.
 */
export async function hasPermission(file: string, account: Account, permission: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(file)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & permission) === permission
}
