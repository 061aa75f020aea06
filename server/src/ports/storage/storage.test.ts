import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStorage } from './disk.ts'
import type { Content, Storage, StoredFile } from './port.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-storage-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const toContent = (content: string): Content => ({
  bytes: Buffer.byteLength(content),
  read: () => Buffer.from(content),
})

async function collect(files: AsyncIterable<StoredFile>): Promise<StoredFile[]> {
  const found = []
  for await (const file of files) found.push(file)
  return found.sort((a, b) => a.key.localeCompare(b.key))
}

describe.each([['disk', () => createDiskStorage(dataDir)]])('%s storage', (_name, open) => {
  let storage: Storage
  beforeEach(() => {
    storage = open()
  })

  const read = async (key: string) => text(await storage.read(key))

  it('reads what was written, also after a restart', async () => {
    await storage.put('a-key_1', toContent('bytes'))
    expect(await read('a-key_1')).toBe('bytes')
    expect(await text(await open().read('a-key_1'))).toBe('bytes')
  })

  it('stores a stream and reads a part of it', async () => {
    const chunks = Array.from({ length: 300 }, (_, index) => Buffer.alloc(1_024, index % 256))
    const whole = Buffer.concat(chunks)
    await storage.put('key', { bytes: whole.length, read: () => Readable.from(chunks) })
    const part = await storage.read('key', { start: 1_020, end: 2_050 })
    expect(Buffer.concat(await part.toArray()).equals(whole.subarray(1_020, 2_051))).toBe(true)
    const all = await storage.read('key')
    expect(Buffer.concat(await all.toArray()).equals(whole)).toBe(true)
  })

  it('keeps nothing of a stream that fails', async () => {
    const failing = async function* () {
      yield Buffer.from('half a pass')
      throw new Error('The upload was cut off')
    }
    await expect(storage.put('key', { bytes: 15, read: failing })).rejects.toThrow()
    await expect(storage.read('key')).rejects.toMatchObject({ status: 404 })
    expect([...(await collect(storage.list())), ...(await collect(storage.listTrash()))]).toEqual([])
  })

  it('lists files with their size and age', async () => {
    await storage.put('one', toContent('1'))
    await storage.put('two', toContent('22'))
    expect(await collect(storage.list())).toEqual([
      { key: 'one', bytes: 1, ageMs: expect.any(Number) },
      { key: 'two', bytes: 2, ageMs: expect.any(Number) },
    ])
    for (const { ageMs } of await collect(storage.list())) expect(ageMs).toBeLessThan(60_000)
  })

  it('discards a file to the trash and brings it back', async () => {
    await storage.put('key', toContent('bytes'))
    await storage.discard('key')
    await expect(storage.read('key')).rejects.toMatchObject({ status: 404 })
    expect(await collect(storage.list())).toEqual([])
    expect(await collect(storage.listTrash())).toEqual([{ key: 'key', bytes: 5, ageMs: expect.any(Number) }])

    await storage.restore('key')
    expect(await read('key')).toBe('bytes')
    expect(await collect(storage.listTrash())).toEqual([])
  })

  it('erases a file, in the trash or not', async () => {
    await storage.put('stored', toContent('bytes'))
    await storage.put('discarded', toContent('bytes'))
    await storage.discard('discarded')
    for (const key of ['stored', 'discarded']) await storage.erase(key)
    expect(await collect(storage.list())).toEqual([])
    expect(await collect(storage.listTrash())).toEqual([])
  })

  it('answers 404 for an unknown key, and there is nothing to discard, restore or erase', async () => {
    await expect(storage.read('nothing')).rejects.toMatchObject({ status: 404 })
    await storage.discard('nothing')
    await storage.restore('nothing')
    await storage.erase('nothing')
  })

  it('keeps the marker of its installation, which is no file', async () => {
    expect(await storage.readMarker()).toBeNull()
    await storage.writeMarker('an-id')
    expect(await open().readMarker()).toBe('an-id')
    expect(await collect(storage.list())).toEqual([])
  })

  it.each(['../secret', 'a/b', '..', '.', '', 'a\\b', 'a\0b', '/etc/passwd', 'x'.repeat(129)])(
    'rejects the key %j',
    async (key) => {
      await expect(async () => storage.put(key, toContent('bytes'))).rejects.toThrow('Invalid storage key')
      await expect(storage.read(key)).rejects.toThrow('Invalid storage key')
      for (const call of ['discard', 'restore', 'erase'] as const) {
        await expect(storage[call](key)).rejects.toThrow('Invalid storage key')
      }
    },
  )
})

describe('the disk', () => {
  const listFolder = (name: string) => readdir(path.join(dataDir, name))

  it('has one folder for files, one for the trash, and the marker', async () => {
    const storage = createDiskStorage(dataDir)
    await storage.put('key', toContent('bytes'))
    await storage.writeMarker('an-id')
    expect((await readdir(dataDir)).sort()).toEqual(['files', 'installation', 'trash'])
    expect(await listFolder('files')).toEqual(['key'])
    expect(await readFile(path.join(dataDir, 'installation'), 'utf8')).toBe('an-id\n')
  })

  it('counts the age of a discarded file from then on', async () => {
    const storage = createDiskStorage(dataDir)
    await storage.put('key', toContent('bytes'))
    const longAgo = Date.now() / 1_000 - 86_400
    await utimes(path.join(dataDir, 'files/key'), longAgo, longAgo)
    expect((await collect(storage.list()))[0]?.ageMs).toBeGreaterThanOrEqual(86_400_000)
    await storage.discard('key')
    expect((await collect(storage.listTrash()))[0]?.ageMs).toBeLessThan(60_000)
  })

  it('holds what a crash left half written in the trash, and lists no strange files', async () => {
    const storage = createDiskStorage(dataDir)
    await writeFile(path.join(dataDir, 'trash/half.part'), 'by')
    await writeFile(path.join(dataDir, 'files/.DS_Store'), '')
    expect(await collect(storage.list())).toEqual([])
    expect((await collect(storage.listTrash())).map(({ key }) => key)).toEqual(['half'])
    await storage.erase('half')
    expect(await listFolder('trash')).toEqual([])
  })

  it('rejects a write when its folder is gone', async () => {
    const storage = createDiskStorage(dataDir)
    await rm(path.join(dataDir, 'files'), { recursive: true })
    await expect(storage.put('key', toContent('bytes'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await listFolder('trash')).toEqual([])
  })
})
