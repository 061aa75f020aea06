/** A disk that fills up in the middle of a file. */
import fs, { type FileHandle, open, readdir } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makePicture, PDF, toForm } from '../../../../test/factories/profiles.ts'
import { files } from '../tables.ts'

let app: TestApp
let caregiver: TestUser

beforeAll(async () => {
  app = await testApp({}, { repeats: false })
  caregiver = await makeUser(app, { role: 'caregiver' })
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(() => app.close())

/** From now on only half of each write fits. @returns a function that makes room again */
async function fillDisk(): Promise<() => void> {
  const handle = await open(app.deps.config.dataDir)
  const methods: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { writeFile } = methods
  const spy = vi.spyOn(methods, 'writeFile').mockImplementation(async function (this: FileHandle, content) {
    const bytes =
      content instanceof Uint8Array ? content : await buffer(content as unknown as AsyncIterable<Uint8Array>)
    await writeFile.call(this, bytes.subarray(0, bytes.length / 2))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  return () => spy.mockRestore()
}

const listStored = () => readdir(path.join(app.deps.config.dataDir, 'files'))

it('answers 503 when the disk is full, keeps existing files and leaves no partial ones', async () => {
  const send = (field: string, content: Buffer | string) =>
    caregiver.client.upload(
      `/api/auth/caregiver/${field === 'avatar' ? 'avatar' : 'documents'}`,
      toForm({ [field]: { content } }),
    )
  const before = await send('certificate', PDF)
  expect(before.status).toBe(200)
  const kept = await listStored()
  const rows = await app.deps.database.select().from(files)
  expect(kept).toHaveLength(1)

  const makeRoom = await fillDisk()
  const picture = await makePicture('png')
  for (const [field, content] of [
    ['certificate', PDF],
    ['gov_id_front', picture],
    ['avatar', picture],
  ] as const) {
    const answer = await send(field, content)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect(answer.body.detail).toBe("Files can't be stored right now. Please try again later")
  }
  expect(await listStored()).toEqual(kept)
  expect(await app.deps.database.select().from(files)).toEqual(rows)
  expect((await caregiver.client.get(before.body.certificate)).body).toBe(PDF)

  makeRoom()
  expect((await send('avatar', picture)).status).toBe(200)
})

it('is not ready while too little room is left', async () => {
  const room = await fs.statfs(app.deps.config.dataDir)
  vi.spyOn(fs, 'statfs').mockResolvedValue(Object.assign(room, { bavail: 0 }))
  syncBuiltinESMExports()
  const full = await testApp({}, { repeats: false })
  const { status, body } = await full.visitor.get('/readyz')
  expect([status, body.checks.storage]).toEqual([503, 'full'])
  expect((await full.visitor.get('/metrics')).body).toContain('\ntendwell_storage_up 0\n')
  await full.close()
})
