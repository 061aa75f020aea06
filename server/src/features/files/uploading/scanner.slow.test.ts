/**
 * Uploads go through a virus scanner where one is configured.
 * @see docs/rules/profiles-and-files.md#uploads
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { startClamd, type TestClamd } from '../../../../test/clamd.ts'
import { listAuditEntries, makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makePdf, makePicture, PDF, toForm } from '../../../../test/factories/profiles.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { files } from '../tables.ts'

const INFECTED = 'This file contains a virus, so we did not keep it'
const UNREACHABLE = "Files can't be checked for viruses right now. Please try again later"

let app: TestApp
let clamd: TestClamd
let caregiver: TestUser
/** The system's temporary folder, of this file alone: other products receive uploads at the same time. */
let temporary: string
beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'tendwell-scanner-test-'))
  vi.stubEnv('TMPDIR', temporary)
  clamd = await startClamd()
  app = await testApp({ CLAMAV_HOST: clamd.address }, { repeats: false })
  caregiver = await makeUser(app, { role: 'caregiver' })
})
afterAll(async () => {
  await app.close()
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true })
})

const send = (content: Buffer | string, field = 'certificate', to = 'documents'): Promise<Answer> =>
  caregiver.client.upload(`/api/auth/caregiver/${to}`, toForm({ [field]: { content, name: 'paper.pdf' } }))

async function expectNothingStored(): Promise<void> {
  expect(await readdir(path.join(app.deps.config.dataDir, 'files'))).toEqual([])
  expect(await app.deps.database.select().from(files)).toEqual([])
  const names = await readdir(temporary, { recursive: true })
  expect(names.filter((name) => name.startsWith('tendwell-upload-'))).toEqual([])
}

it('refuses an infected document or photo, records it and keeps no bytes', async () => {
  const infected = Buffer.concat([await makePicture('png'), Buffer.from('VIRUS')])
  for (const [field, to] of [
    ['certificate', 'documents'],
    ['avatar', 'avatar'],
  ] as const) {
    const { status, body } = await send(infected, field, to)
    expect([status, body[field]]).toEqual([400, [INFECTED]])
  }
  await expectNothingStored()
  const entries = await listAuditEntries(app, caregiver.id)
  expect(entries.filter(({ action }) => action === 'upload.infected')).toMatchObject([
    { actorId: caregiver.id, after: { field: 'certificate', virus: 'Test-Virus' }, address: '127.0.0.1' },
    { actorId: caregiver.id, after: { field: 'avatar', virus: 'Test-Virus' } },
  ])
})

it('answers 503 and keeps nothing when the scanner fails or is gone', async () => {
  clamd.answer = 'INSTREAM size limit exceeded. ERROR'
  const failed = await send(PDF)
  expect([failed.status, failed.body.detail]).toEqual([503, UNREACHABLE])
  expect(failed.headers.get('retry-after')).toBeTruthy()
  clamd.answer = undefined
  await clamd.close()
  expect((await send(PDF)).status).toBe(503)
  await expectNothingStored()
})

it('scans every byte of a clean file and keeps it', async () => {
  const working = await startClamd()
  const other = await testApp({ CLAMAV_HOST: working.address })
  const owner = await makeUser(other, { role: 'caregiver' })
  const content = makePdf({ bytes: 3 * 1024 * 1024 })
  const form = toForm({ certificate: { content } })
  expect((await owner.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
  expect(working.scanned.map((file) => file.equals(content))).toEqual([true])
  await other.close()
  await working.close()
})

it('reads CLAMAV_HOST as a host with or without a port', () => {
  expect(readConfig({}).clamd).toBeNull()
  expect(readConfig({ CLAMAV_HOST: 'clamav' }).clamd).toEqual({ host: 'clamav', port: 3310 })
  expect(readConfig({ CLAMAV_HOST: '10.0.0.5:3311' }).clamd).toEqual({ host: '10.0.0.5', port: 3311 })
  for (const wrong of ['tcp://clamav', 'clamav:port', 'clamav:99999', 'a b']) {
    expect(() => readConfig({ CLAMAV_HOST: wrong })).toThrow('CLAMAV_HOST: ')
  }
})
