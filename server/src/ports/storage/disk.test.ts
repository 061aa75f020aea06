import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './port.ts'

let dataDir: string
let storage: Storage

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tendwell-storage-'))
  storage = createDiskStorage(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function listed(): Promise<{ key: string; ageMs: number }[]> {
  const found = []
  for await (const entry of storage.list()) found.push(entry)
  return found
}

describe('the disk', () => {
  it('gives back what was put, also to the next process', async () => {
    await storage.put('a-key_1', Buffer.from('bytes'))
    expect(await text(await storage.read('a-key_1'))).toBe('bytes')
    expect(await text(await createDiskStorage(dataDir).read('a-key_1'))).toBe('bytes')
    expect(await readdir(path.join(dataDir, 'files'))).toEqual(['a-key_1'])
  })

  it('answers 404 for what is not there, and forgets what is removed, however often', async () => {
    await expect(storage.read('nothing')).rejects.toMatchObject({ status: 404 })
    await storage.put('key', Buffer.from('bytes'))
    await storage.remove('key')
    await storage.remove('key')
    await expect(storage.read('key')).rejects.toMatchObject({ status: 404 })
  })

  it.each(['../secret', 'a/b', '..', '.', '', 'a\\b', 'a\0b', '/etc/passwd', 'x'.repeat(129)])(
    'makes no path of %j',
    async (key) => {
      await writeFile(path.join(dataDir, 'secret'), 'secret')
      await expect(storage.put(key, Buffer.from('bytes'))).rejects.toThrow('another form')
      await expect(storage.read(key)).rejects.toThrow('another form')
      await expect(storage.remove(key)).rejects.toThrow('another form')
      expect((await readdir(dataDir)).sort()).toEqual(['files', 'secret'])
      expect(await readdir(path.join(dataDir, 'files'))).toEqual([])
    },
  )

  it('lists keys and what a crash left half written, by age, and lets both be removed', async () => {
    await storage.put('whole', Buffer.from('bytes'))
    const half = path.join(dataDir, 'files', 'half.part')
    await writeFile(half, 'by')
    await writeFile(path.join(dataDir, 'files', '.DS_Store'), '')
    const twoHoursAgo = Date.now() / 1_000 - 7_200
    await utimes(half, twoHoursAgo, twoHoursAgo)

    const found = new Map((await listed()).map(({ key, ageMs }) => [key, ageMs]))
    expect([...found.keys()].sort()).toEqual(['half.part', 'whole'])
    expect(found.get('half.part')).toBeGreaterThanOrEqual(7_200_000)
    expect(found.get('whole')).toBeLessThan(60_000)

    await storage.remove('half.part')
    expect((await listed()).map(({ key }) => key)).toEqual(['whole'])
  })

  it('leaves nothing behind when the bytes can not be written', async () => {
    await storage.put('taken', Buffer.from('first'))
    await writeFile(path.join(dataDir, 'files', 'other.part'), '')
    await expect(storage.put('other', Buffer.from('bytes'))).rejects.toMatchObject({ code: 'EEXIST' })
    await rm(path.join(dataDir, 'files'), { recursive: true })
    await expect(storage.put('another', Buffer.from('bytes'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(dataDir)).toEqual([])
  })
})
