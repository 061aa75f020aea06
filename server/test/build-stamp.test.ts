/** `npm start` builds only if the sources have changed, also in a copied folder. */
import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuilt, readSources, stampBuild } from '../../scripts/build-stamp.mjs'

let folder: string
let root: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tendwell-build-'))
  root = path.join(folder, 'first')
  for (const name of [
    'package-lock.json',
    'tsconfig.base.json',
    'contract/src/money.ts',
    'packages/one/src/index.ts',
    'server/src/main.ts',
    'server/dist/main.js',
    'web/src/main.tsx',
    'web/dist/index.html',
    'web/dist-server/entry-server.js',
  ]) {
    await write(name, name)
  }
  await stampBuild(root, await readSources(root))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<void> {
  const file = path.join(root, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

test('a copy with other times is built', async () => {
  const copy = path.join(folder, 'copy')
  await cp(root, copy, { recursive: true })
  expect(await isBuilt(copy)).toBe(true)
  await utimes(path.join(copy, 'server/src/main.ts'), 1, 1)
  expect(await isBuilt(copy)).toBe(true)
})

test.each([
  ['a source has other contents of the same size', () => write('server/src/main.ts', 'server/src/main.tt')],
  ['there is a new source', () => write('web/src/page.tsx', '')],
  ['a source of a package changed', () => write('packages/one/src/index.ts', 'other')],
  ['a source is gone', () => rm(path.join(root, 'contract/src/money.ts'))],
  ['a result is gone', () => rm(path.join(root, 'web/dist/index.html'))],
])('is not built when %s', async (_change, change) => {
  expect(await isBuilt(root)).toBe(true)
  await change()
  expect(await isBuilt(root)).toBe(false)
})

test('tests and results are no sources', async () => {
  await write('server/test/app.ts', 'new')
  await write('web/dist/assets/main.js', 'new')
  expect(await isBuilt(root)).toBe(true)
})
