import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { logInAgain, makeCaregiver, makePicture, PDF, toForm } from '../../../test/factories/profiles.ts'

const HOUR_SECONDS = 3_600

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await testApp()
  folder = path.join(app.deps.config.dataDir, 'files')
})
afterAll(() => app.close())

/** Backdates every stored file. */
async function backdateFiles(hours: number): Promise<void> {
  const then = Date.now() / 1_000 - hours * HOUR_SECONDS
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), then, then)
}

it('removes files older than an hour without a row, and no others', async () => {
  const caregiver = await makeCaregiver(app)
  const uploadBoth = async () => {
    await caregiver.client.upload('/api/auth/caregiver/documents', toForm({ certificate: { content: PDF } }))
    const form = toForm({ avatar: { content: await makePicture('png') } })
    await caregiver.client.upload('/api/auth/caregiver/avatar', form)
  }
  await uploadBoth()
  const kept = await readdir(folder)
  await writeFile(path.join(folder, 'never-got-a-row'), 'bytes')
  await writeFile(path.join(folder, 'half-written.part'), 'by')
  expect(kept).toHaveLength(2)
  expect(await readdir(folder)).toHaveLength(4)

  await app.deps.jobs.sweep()
  // The sweep uses the disk's time: moving the product's clock must not remove a file whose row is about to be written.
  await app.advance(600)
  expect(await readdir(folder)).toHaveLength(4)

  await backdateFiles(0.9)
  await app.deps.jobs.sweep()
  expect(await readdir(folder)).toHaveLength(4)

  await backdateFiles(1.1)
  await app.deps.jobs.sweep()
  expect((await readdir(folder)).sort()).toEqual(kept.sort())
  const again = await logInAgain(app, caregiver)
  const profile = await again.get('/api/auth/caregiver/profile')
  expect((await app.visitor.get(profile.body.avatar)).status).toBe(200)
  expect((await again.get(profile.body.certificate)).body).toBe(PDF)
  expect((await app.visitor.get('/api/auth/caregivers')).body.count).toBe(0)
})

it('removes the temporary files of a killed process, but not of uploads in progress', async () => {
  const [abandoned, recent] = await Promise.all(
    Array.from({ length: 2 }, () => mkdtemp(path.join(tmpdir(), 'tendwell-upload-'))),
  )
  await writeFile(path.join(abandoned as string, '0'), 'half a passport')
  const twoHoursAgo = Date.now() / 1_000 - 2 * HOUR_SECONDS
  await utimes(abandoned as string, twoHoursAgo, twoHoursAgo)
  await app.deps.jobs.sweep()
  const remaining = await readdir(tmpdir())
  expect(remaining).toContain(path.basename(recent as string))
  expect(remaining).not.toContain(path.basename(abandoned as string))
  await rm(recent as string, { recursive: true })
})
