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

async function listAll(): Promise<{ key: string; ageMs: number }[]> {
  const found = []
  for await (const entry of storage.list()) found.push(entry)
  return found
}

describe('disk storage', () => {
  it('reads what was written, also after a restart', async () => {
    await storage.put('a-key_1', Buffer.from('bytes'))
    expect(await text(await storage.read('a-key_1'))).toBe('bytes')
    expect(await text(await createDiskStorage(dataDir).read('a-key_1'))).toBe('bytes')
    expect(await readdir(path.join(dataDir, 'files'))).toEqual(['a-key_1'])
  })

  it('answers 404 for missing and removed files, and removing twice is fine', async () => {
    await expect(storage.read('nothing')).rejects.toMatchObject({ status: 404 })
    await storage.put('key', Buffer.from('bytes'))
    await storage.remove('key')
    await storage.remove('key')
    await expect(storage.read('key')).rejects.toMatchObject({ status: 404 })
  })

  it.each(['../secret', 'a/b', '..', '.', '', 'a\\b', 'a\0b', '/etc/passwd', 'x'.repeat(129)])(
    'rejects the key %j',
    async (key) => {
      await writeFile(path.join(dataDir, 'secret'), 'secret')
      await expect(storage.put(key, Buffer.from('bytes'))).rejects.toThrow('Invalid storage key')
      await expect(storage.read(key)).rejects.toThrow('Invalid storage key')
      await expect(storage.remove(key)).rejects.toThrow('Invalid storage key')
      expect((await readdir(dataDir)).sort()).toEqual(['files', 'secret'])
      expect(await readdir(path.join(dataDir, 'files'))).toEqual([])
    },
  )

  it('lists complete and half-written files with their age, and removes both', async () => {
    await storage.put('whole', Buffer.from('bytes'))
    const half = path.join(dataDir, 'files', 'half.part')
    await writeFile(half, 'by')
    await writeFile(path.join(dataDir, 'files', '.DS_Store'), '')
    const twoHoursAgo = Date.now() / 1_000 - 7_200
    await utimes(half, twoHoursAgo, twoHoursAgo)

    const found = new Map((await listAll()).map(({ key, ageMs }) => [key, ageMs]))
    expect([...found.keys()].sort()).toEqual(['half.part', 'whole'])
    expect(found.get('half.part')).toBeGreaterThanOrEqual(7_200_000)
    expect(found.get('whole')).toBeLessThan(60_000)

    await storage.remove('half.part')
    expect((await listAll()).map(({ key }) => key)).toEqual(['whole'])
  })

  it('leaves nothing behind when a write fails', async () => {
    await storage.put('taken', Buffer.from('first'))
    await writeFile(path.join(dataDir, 'files', 'other.part'), '')
    await expect(storage.put('other', Buffer.from('bytes'))).rejects.toMatchObject({ code: 'EEXIST' })
    await rm(path.join(dataDir, 'files'), { recursive: true })
    await expect(storage.put('another', Buffer.from('bytes'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(dataDir)).toEqual([])
  })
})
