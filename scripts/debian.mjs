/** Programs that no npm package brings, such as redis-server, for tests and `npm run topology`. */
import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../node_modules/.cache/tendwell/debian', import.meta.url))

/**
 * Finds a program on the PATH or gets it from Debian's package, which is unpacked into `node_modules/.cache`,
 * with the libraries that this machine lacks. Nothing is installed, so no special rights are needed.
 * @param {string} name
 * @param {string} packageName
 * @returns {Promise<{ path: string, env: Record<string, string> }>} its path, and the environment it needs to
 *   find its libraries
 */
export async function findProgram(name, packageName = name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const installed = await findExecutable(folders.map((folder) => path.join(folder, name)))
  if (installed) return { path: installed, env: {} }
  const root = path.join(cache, packageName)
  const isUnpacked = await access(root).then(
    () => true,
    () => false,
  )
  if (!isUnpacked) await unpackPackage(packageName, root)
  const unpacked = await findExecutable(['bin', 'sbin'].map((folder) => path.join(root, 'usr', folder, name)))
  if (!unpacked) throw new Error(`Debian's package ${packageName} has no ${name}`)
  return { path: unpacked, env: { LD_LIBRARY_PATH: await listLibraryFolders(root) } }
}

/** @param {string[]} candidates */
async function findExecutable(candidates) {
  for (const candidate of candidates) {
    const isFound = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isFound) return candidate
  }
  return undefined
}

/**
 * Libraries are in folders such as `usr/lib/x86_64-linux-gnu`.
 * @param {string} root
 */
async function listLibraryFolders(root) {
  const names = await readdir(path.join(root, 'usr/lib')).catch(() => [])
  const folders = names.filter((name) => name.includes('-linux-'))
  return folders.map((name) => path.join(root, 'usr/lib', name)).join(path.delimiter)
}

/**
 * @param {string} packageName
 * @param {string} root
 */
async function unpackPackage(packageName, root) {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, `.${packageName}-`))
  try {
    await downloadPackage(packageName, folder).catch(() => downloadWithFreshLists(packageName, folder))
    const unpacked = path.join(folder, 'root')
    for (const name of await readdir(folder)) {
      if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', path.join(folder, name), unpacked])
    }
    // Another test file may have been faster; what it unpacked is the same.
    await rename(unpacked, root).catch(() => access(root))
  } catch (error) {
    throw new Error(`${packageName} is not installed, and its Debian package could not be downloaded`, {
      cause: error,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Downloads the package and the packages it needs that are not installed: those that apt would install.
 * @param {string} packageName
 * @param {string} folder
 * @param {string[]} options
 */
async function downloadPackage(packageName, folder, options = []) {
  const plan = ['install', '--simulate', '--no-install-recommends', packageName]
  const { stdout } = await run('apt-get', [...options, ...plan], { env: { ...process.env, LC_ALL: 'C' } })
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  await run('apt-get', [...options, 'download', ...names], { cwd: folder })
}

/**
 * For a machine whose package lists are missing or outdated.
 * @param {string} packageName
 * @param {string} folder
 */
async function downloadWithFreshLists(packageName, folder) {
  const options = ['-o', `Dir::State::Lists=${path.join(cache, 'lists')}`]
  await mkdir(path.join(cache, 'lists/partial'), { recursive: true })
  await run('apt-get', [...options, 'update'])
  await downloadPackage(packageName, folder, options)
}
