/**
 * Remembers which sources a build was made from, by their contents, so that a copied folder is not built
 * again.
 */
import { createHash } from 'node:crypto'
import { access, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * @typedef {{ name: string, size: number, time: number }} SourceFile
 * @typedef {{ listing: string, contents: string }} Sources hashes of the sources' names, sizes and times, and
 *   of their contents
 */

/** Beside the results, so that both are copied together. */
const stampFile = 'server/dist/build.json'
const results = ['server/dist/main.js', 'web/dist/index.html', 'web/dist-server/entry-server.js']
const inputs = ['package-lock.json', 'tsconfig.base.json', 'contract', 'packages', 'server', 'web']
const notInputs = new Set(['dist', 'dist-server', 'node_modules', 'test', 'coverage'])

/**
 * Whether all results of a build are there.
 * @param {string} root
 */
export async function hasResults(root) {
  const found = await Promise.all(
    results.map((file) =>
      access(path.join(root, file)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}

/**
 * Whether the results were built from the sources as they are. Compares sizes and times first, and contents
 * only if those differ, as they do after a copy.
 * @param {string} root
 */
export async function isBuilt(root) {
  const text = await readFile(path.join(root, stampFile), 'utf8').catch(() => null)
  if (text === null || !(await hasResults(root))) return false
  const stamp = JSON.parse(text)
  const files = await listInputs(root)
  if (stamp.listing === hashListing(files)) return true
  if (stamp.contents !== (await hashContents(root, files))) return false
  // The folder may be read-only: then the contents are compared at each start.
  await stampBuild(root, { listing: hashListing(files), contents: stamp.contents }).catch(() => {})
  return true
}

/**
 * Describes the sources. Called before a build, so that a change during the build is not missed.
 * @param {string} root
 * @returns {Promise<Sources>}
 */
export async function readSources(root) {
  const files = await listInputs(root)
  return { listing: hashListing(files), contents: await hashContents(root, files) }
}

/**
 * Writes down what the results were built from.
 * @param {string} root
 * @param {Sources} sources
 */
export async function stampBuild(root, sources) {
  await writeFile(path.join(root, stampFile), JSON.stringify(sources))
}

/**
 * @param {string} root
 * @returns {Promise<SourceFile[]>}
 */
async function listInputs(root, names = inputs) {
  const files = []
  for (const name of names) {
    const found = await stat(path.join(root, name))
    if (!found.isDirectory()) {
      files.push({ name, size: found.size, time: found.mtimeMs })
      continue
    }
    const inside = (await readdir(path.join(root, name))).sort()
    const wanted = inside.filter((entry) => !notInputs.has(entry) && !entry.endsWith('.tsbuildinfo'))
    files.push(
      ...(await listInputs(
        root,
        wanted.map((entry) => `${name}/${entry}`),
      )),
    )
  }
  return files
}

/** @param {SourceFile[]} files */
function hashListing(files) {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex')
}

/**
 * @param {string} root
 * @param {SourceFile[]} files
 */
async function hashContents(root, files) {
  const hash = createHash('sha256')
  for (const { name, size } of files) {
    hash.update(`${name}\0${size}\0`).update(await readFile(path.join(root, name)))
  }
  return hash.digest('hex')
}
