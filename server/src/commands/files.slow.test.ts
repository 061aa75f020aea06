import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { makeCaregiver, makePicture, PDF, toForm } from '../../test/factories/profiles.ts'
import { type S3Server, startS3 } from '../../test/s3.ts'
import { openStorage } from '../ports/storage/open.ts'
import type { Storage } from '../ports/storage/port.ts'
import { run as runCopy } from './files-copy.ts'
import { run as runSweep } from './files-sweep.ts'

let app: TestApp
let s3: S3Server
/** The data folder before each test. */
let original: string
let bucket: Storage

beforeAll(async () => {
  s3 = await startS3()
  app = await testApp()
  const caregiver = await makeCaregiver(app)
  await caregiver.client.upload('/api/auth/caregiver/documents', toForm({ certificate: { content: PDF } }))
  const photo = toForm({ avatar: { content: await makePicture('png') } })
  await caregiver.client.upload('/api/auth/caregiver/avatar', photo)
  original = await mkdtemp(path.join(tmpdir(), 'tendwell-original-'))
  await cp(app.deps.config.dataDir, original, { recursive: true })
  bucket = await openStorage({ dataDir: original, s3: readS3() })
})
afterAll(async () => {
  await app.close()
  await s3.close()
  await rm(original, { recursive: true })
})
beforeEach(() => s3.reset())
afterEach(async () => {
  const { dataDir } = app.deps.config
  await rm(dataDir, { recursive: true })
  await cp(original, dataDir, { recursive: true })
})

function readS3() {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = s3.settings
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET as string,
    region: 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID as string,
    secretAccessKey: S3_SECRET_ACCESS_KEY as string,
  }
}

/** Runs a command while the server is running. */
async function runCommand(command: typeof runCopy, args: string[], settings: Record<string, string> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.deps.config.dataDir,
    ...s3.settings,
    ...settings,
  }
  const code = await command({ args, env, stdout, stderr })
  for (const stream of [stdout, stderr]) stream.end()
  return { code, output: await text(stdout), errors: (await text(stderr)).replace(/^Database: .*\n/, '') }
}

const copyTo = (target: string, settings = {}) => runCommand(runCopy, ['--to', target], settings)
const inFiles = (...names: string[]) => path.join(app.deps.config.dataDir, 'files', ...names)

async function listBucket(): Promise<string[]> {
  const keys = []
  for await (const { key } of bucket.list()) keys.push(key)
  return keys.sort()
}

it('copies all files and the marker to S3, and on them a node starts', async () => {
  const { code, output, errors } = await copyTo('s3')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toMatch(
    /^Copied 2 files \([\d.]+ MB\) to the bucket tendwell-files; 0 were there already\.\nEvery file of the database is there\.\n$/,
  )
  expect(await listBucket()).toEqual((await readdir(inFiles())).sort())
  const node = await testApp(s3.settings, { databaseUrl: app.databaseUrl })
  await node.close()
})

it('copies back what is in S3', async () => {
  await copyTo('s3')
  const before = await readdir(inFiles())
  await rm(app.deps.config.dataDir, { recursive: true })
  expect(await copyTo('disk')).toMatchObject({ code: 0, output: expect.stringContaining('Copied 2 files') })
  expect(await readdir(inFiles())).toEqual(before)
  const node = await testApp({ DATA_DIR: app.deps.config.dataDir }, { databaseUrl: app.databaseUrl })
  await node.close()
})

it('goes on where it was stopped, and replaces a file of another size', async () => {
  await copyTo('s3')
  const [first = '', second = ''] = await listBucket()
  await bucket.erase(first)
  await bucket.put(second, { bytes: 1, read: () => Buffer.from('x') })
  await writeFile(inFiles('third'), 'has no row')
  expect((await copyTo('s3')).output).toContain('Copied 3 files')
  expect((await copyTo('s3')).output).toContain(
    'Copied 0 files (0.0 MB) to the bucket tendwell-files; 3 were there',
  )
})

it('gives no marker to a copy that lacks a file or has a damaged one', async () => {
  const [first = '', second = ''] = await readdir(inFiles())
  await rm(inFiles(first))
  await truncate(inFiles(second), 3)
  for (let run = 0; run < 2; run += 1) {
    const { code, errors } = await copyTo('s3')
    expect(code).toBe(1)
    expect(errors).toMatch(/^2 files are not right yet/)
    expect(errors).toMatch(/The file \S+ is damaged in the folder/)
    expect(errors).toMatch(/The file \S+ is not in the bucket tendwell-files\./)
    expect(await listBucket()).toEqual([])
    expect(await bucket.readMarker()).toBeNull()
  }
})

it('refuses the storage of another database, and wrong settings', async () => {
  await bucket.writeMarker(randomUUID())
  expect(await copyTo('s3')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The files in the bucket tendwell-files belong to another database.'),
  })
  expect(await listBucket()).toEqual([])
  expect(await copyTo('tape')).toMatchObject({ code: 1, errors: expect.stringContaining('Usage: ') })
  const noBucket = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
  expect(await copyTo('s3', noBucket)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Set S3_BUCKET'),
  })
  expect(await copyTo('s3', { S3_BUCKET: 'nothing' })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The bucket nothing does not exist'),
  })
})

it('moves any number of files without a row to the trash when an operator asks for it', async () => {
  const noBucket = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }
  const kept = await readdir(inFiles())
  const twoHoursAgo = Date.now() / 1_000 - 7_200
  for (let index = 0; index < 30; index += 1) {
    await writeFile(inFiles(`orphan-${index}`), 'bytes')
    await utimes(inFiles(`orphan-${index}`), twoHoursAgo, twoHoursAgo)
  }
  await app.deps.jobs.sweep()
  expect(await readdir(inFiles())).toHaveLength(32)
  expect(await runCommand(runSweep, [], noBucket)).toEqual({
    code: 0,
    output: 'Moved 30 files to the trash, where they stay for 30 days.\n',
    errors: '',
  })
  expect((await readdir(inFiles())).sort()).toEqual(kept.sort())
})
