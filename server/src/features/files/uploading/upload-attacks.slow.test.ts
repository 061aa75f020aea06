/** Uploads to a real server process: its memory use, and what a kill leaves behind. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  makeInterlacedPng,
  makePicture,
  makePixelBomb,
  PDF,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { buildServer, type ServerNode, startNode } from '../../../../test/nodes.ts'
import { files } from '../tables.ts'

const DOCUMENTS = '/api/auth/caregiver/documents'
const AVATAR = '/api/auth/caregiver/avatar'
/**
 * How much more memory than an idle process a node may take: for one image being decoded, and chunks to be
 * written to the disk.
 */
const MAX_MEMORY_MB = 150

let app: TestApp
let folder: string
let caregiver: TestUser
let server: ServerNode

beforeAll(async () => {
  await buildServer()
  app = await testApp()
  folder = path.join(app.deps.config.dataDir, 'files')
  caregiver = await makeUser(app, { role: 'caregiver' })
  server = await startNode(app, {
    LOG_LEVEL: 'fatal',
    // Node's memory settings, as `npm start` has them.
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
  })
})
afterAll(async () => {
  await server?.kill()
  await app.close()
})

/** Resident memory of a process, in MB. */
function readMemory(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1_024
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** Samples a process's memory. @returns a function that stops and returns the highest value in MB */
function watchMemory(pid: number): () => number {
  let highest = 0
  const sample = () => {
    highest = Math.max(highest, readMemory(pid))
  }
  const timer = setInterval(sample, 10)
  return () => {
    clearInterval(timer)
    sample()
    return highest
  }
}

const solidImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a97c2f' } })

it('stays within its memory limit under pixel bombs and parallel uploads', async () => {
  const client = createClient(server.url, caregiver.token)
  const bombs = await Promise.all([
    makePixelBomb(6_320, 6_320),
    makePixelBomb(20_000, 20_000),
    makeInterlacedPng(4_000, 4_000),
    solidImage(4_000, 4_000).jpeg({ progressive: true }).toBuffer(),
    solidImage(4_000, 4_000).webp({ effort: 0 }).toBuffer(),
  ])
  const large = Buffer.alloc(10 * 1024 * 1024, 'x')
  const uploadAvatar = (content: Buffer) => client.upload(AVATAR, toForm({ avatar: { content } }))
  const uploadDocument = (content: Buffer) => client.upload(DOCUMENTS, toForm({ certificate: { content } }))
  const uploadThreeLarge = () =>
    client.upload(
      DOCUMENTS,
      toForm({
        gov_id_front: { content: large },
        gov_id_back: { content: large },
        certificate: { content: large },
      }),
    )
  // Warm up the decoder before measuring.
  const picture = await makePicture('jpeg', { width: 1_000, height: 1_000 })
  for (const send of [uploadAvatar, uploadDocument]) expect((await send(picture)).status).toBe(200)

  const idleMb = readMemory(server.pid)
  const stopWatching = watchMemory(server.pid)
  const statuses = new Set<number>()
  let usedMb = 0
  try {
    for (const send of [uploadAvatar, uploadDocument]) {
      const calls = [
        ...bombs.map(send),
        ...Array.from({ length: 3 }).flatMap(() => [uploadThreeLarge(), uploadDocument(large)]),
      ]
      for (const { status } of await Promise.all(calls)) statuses.add(status)
    }
  } finally {
    usedMb = stopWatching() - idleMb
  }
  expect([...statuses].filter((status) => ![200, 400, 413, 415, 503].includes(status))).toEqual([])
  expect(usedMb, `${usedMb.toFixed(0)} MB`).toBeLessThanOrEqual(MAX_MEMORY_MB)
  expect((await uploadAvatar(picture)).status, 'and still works afterwards').toBe(200)
})

it('leaves no row without its file when the server is killed during uploads, and the sweep removes files without a row', async () => {
  const client = createClient(server.url, caregiver.token)
  let answers = 0
  // When the server is killed, some images are being decoded, and some files are stored but have no row yet.
  const uploads = Array.from({ length: 12 }, async (_, at) => {
    const isAvatar = at % 2 === 0
    const form = isAvatar
      ? toForm({ avatar: { content: await makePicture('png') } })
      : toForm({ certificate: { content: PDF }, gov_id_front: { content: PDF } })
    await client.upload(isAvatar ? AVATAR : DOCUMENTS, form).catch(() => {})
    answers += 1
    if (answers === 3) await server.kill()
  })
  await Promise.all(uploads)
  const rows = await app.deps.database.select().from(files)
  const stored = await readdir(folder)
  expect(rows.filter(({ storageKey }) => !stored.includes(storageKey))).toEqual([])
  const twoHoursAgo = Date.now() / 1_000 - 7_200
  for (const name of stored) await utimes(path.join(folder, name), twoHoursAgo, twoHoursAgo)
  await app.deps.jobs.sweep()
  expect((await readdir(folder)).sort()).toEqual(rows.map(({ storageKey }) => storageKey).sort())
})
