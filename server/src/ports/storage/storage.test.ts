import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type S3Server, startS3 } from '../../../test/s3.ts'
import { readConfig, type S3Config } from '../../platform/config/config.ts'
import { createLog } from '../../platform/log.ts'
import { createDiskStorage } from './disk.ts'
import { openStorage } from './open.ts'
import type { Content, Storage, StoredFile } from './port.ts'
import { createS3Storage } from './s3.ts'
import { watchStorage } from './watch.ts'

/** What a file in a bucket may take. */
const FILE_LIMIT_MS = 30_000

let dataDir: string
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(async () => {
  await s3.reset()
  dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-storage-'))
})
afterEach(() => vi.useRealTimers())
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** @param settings override those of the S3 server */
const openS3 = (settings: Record<string, string> = {}) =>
  openStorage(readConfig({ ...s3.settings, ...settings }))

const toContent = (content: string): Content => ({
  bytes: Buffer.byteLength(content),
  read: () => Buffer.from(content),
})

async function collect(files: AsyncIterable<StoredFile>): Promise<StoredFile[]> {
  const found = []
  for await (const file of files) found.push(file)
  return found.sort((a, b) => a.key.localeCompare(b.key))
}

describe.each([
  ['disk', async () => createDiskStorage(dataDir)],
  ['S3', () => openS3()],
])('%s storage', (_name, open) => {
  let storage: Storage
  beforeEach(async () => {
    storage = await open()
  })

  const read = async (key: string) => text(await storage.read(key))

  it('reads what was written, also after a restart', async () => {
    await storage.put('a-key_1', toContent('bytes'))
    expect(await read('a-key_1')).toBe('bytes')
    expect(await text(await (await open()).read('a-key_1'))).toBe('bytes')
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
    expect(await (await open()).readMarker()).toBe('an-id')
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

  it('counts as full while too little is free', async () => {
    expect(await createDiskStorage(dataDir).check()).toBe('ok')
    expect(await createDiskStorage(dataDir, { leastFreeBytes: Number.MAX_SAFE_INTEGER }).check()).toBe('full')
  })

  it('rejects a write when its folder is gone', async () => {
    const storage = createDiskStorage(dataDir)
    await rm(path.join(dataDir, 'files'), { recursive: true })
    await expect(storage.put('key', toContent('bytes'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await listFolder('trash')).toEqual([])
  })
})

it('is watched: every 5 seconds it is checked whether files can be stored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const check = vi
    .fn<Storage['check']>()
    .mockResolvedValueOnce('full')
    .mockRejectedValueOnce(new Error('The folder is gone'))
    .mockResolvedValue('ok')
  const watch = watchStorage({ ...createDiskStorage(dataDir), check }, createLog('silent'))
  await watch.start()
  expect(watch.state()).toBe('full')
  for (const state of ['unavailable', 'ok']) {
    await vi.advanceTimersByTimeAsync(5_000)
    expect(watch.state()).toBe(state)
  }
  watch.stop()
})

describe('S3', () => {
  it.each([
    ['does not answer', () => {}],
    [
      'stops in the middle',
      (answer: ServerResponse) => answer.writeHead(200, { 'content-length': 36 }).write('a'),
    ],
  ])('names a store that %s to the operator within its limit', async (_how, answer) => {
    const server = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { s3: config } = readConfig({ ...s3.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` })
    const storage = createS3Storage(config as S3Config, { markerLimitMs: 100 })
    const startMs = performance.now()
    await expect(storage.check()).rejects.toMatchObject({
      status: 503,
      cause: {
        message: `The store of the bucket tendwell-files, http://127.0.0.1:${port}, does not answer. Check S3_ENDPOINT, and whether the store is up.`,
      },
    })
    expect(performance.now() - startMs).toBeLessThan(FILE_LIMIT_MS)
    server.closeAllConnections()
    server.close()
  })

  it.each([
    ['a missing bucket', { S3_BUCKET: 'nothing' }, 'The bucket nothing does not exist at http://127.0.0.1:'],
    [
      'an unknown key',
      { S3_ACCESS_KEY_ID: 'wrong' },
      'refuses the bucket tendwell-files (InvalidAccessKeyId)',
    ],
    [
      'an unreachable store',
      { S3_ENDPOINT: 'http://127.0.0.1:1' },
      'http://127.0.0.1:1 does not answer as S3',
    ],
  ])('answers 503 for %s, and names it to the operator', async (_case, settings, problem) => {
    const storage = await openS3(settings)
    const error = {
      status: 503,
      code: 'unavailable',
      message: "Files can't be reached right now. Please try again later",
      cause: { message: expect.stringContaining(problem) },
    }
    await expect(storage.read('key')).rejects.toMatchObject(error)
    await expect(storage.put('key', toContent('bytes'))).rejects.toMatchObject(error)
    await expect(storage.discard('key')).rejects.toMatchObject(error)
    await expect(storage.readMarker()).rejects.toMatchObject(error)
    await expect(storage.check()).rejects.toMatchObject(error)
    await expect(collect(storage.list())).rejects.toMatchObject(error)
  })
})
