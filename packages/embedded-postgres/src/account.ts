/**
 * PostgreSQL refuses to run as root, so a Tendwell started by root runs it as an unprivileged system account.
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
 * Finds the account for a new database: as root, the existing `tendwell` account, a new one, or else
 * `nobody`.
 * @returns undefined if this process isn't root: then the database runs as the same user
 * @throws {Error} if root finds no account
 */
export async function databaseAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await lookUp(accountName)
  if (existing) return existing
  await createAccount()
  const account = (await lookUp(accountName)) ?? (await lookUp('nobody'))
  if (account) return account
  throw new Error(
    'PostgreSQL cannot run as root, and no unprivileged account could be created for it. ' +
      'Start Tendwell as a regular user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

/**
 * Tries the tools of the common systems in turn. Failures don't matter, because the caller looks the account
 * up.
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
      // This system has another tool, or none.
    }
  }
}

/** @returns the owner of an existing file or folder */
export async function getOwner(file: string): Promise<Account> {
  const { uid, gid } = await stat(file)
  return { uid, gid }
}

/**
 * Whether an account can search a folder and all its ancestors, by their permission bits. Supplementary
 * groups are ignored, because the child process gets none.
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
