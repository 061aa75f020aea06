/** Backups of running installations, from embedded databases to servers and back. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedPostgres } from '@tendwell/embedded-postgres'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { countRuns } from '../../../contract/test/random.ts'
import { createClient, testApp } from '../../test/app.ts'
import { backUp, move, placeOf } from '../../test/backup.ts'
import { runCommand } from '../../test/command.ts'
import { createEmptyDatabase } from '../../test/database.ts'
import { digestDatabase } from '../../test/database-digest.ts'
import { PASSWORD } from '../../test/factories/accounts.ts'
import { makePaidRequest } from '../../test/factories/bookings.ts'
import { logInAgain, makeCaregiver, makePicture, PDF, toForm } from '../../test/factories/profiles.ts'
import { earn, makeEarner, PROVIDERS } from '../../test/factories/providers.ts'
import { buildServer, readAddress, serverMain } from '../../test/nodes.ts'
import { startS3 } from '../../test/s3.ts'
import { run as verifyLedger } from '../commands/ledger-verify.ts'
import { verifyLedger as findProblems } from '../features/reconciliation/index.ts'
import { migrate } from '../migrate.ts'

const ROUNDS = countRuns(3)

let root: string
const nodes: ChildProcess[] = []
beforeAll(buildServer)
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'tendwell-installations-'))
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await stop(node)
  await rm(root, { recursive: true, force: true })
})

async function stop(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null) return
  node.kill('SIGTERM')
  await once(node, 'exit')
}

/** Starts the product on its embedded database. @returns its address */
function startEmbedded(dataDir: string, appSecret: string): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    APP_SECRET: appSecret,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
  }
  const node = spawn(process.execPath, [serverMain], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  nodes.push(node)
  return readAddress(node)
}

async function readContents(backup: string): Promise<unknown> {
  const { tables, sequences, files, ledger } = JSON.parse(
    await readFile(path.join(backup, 'manifest.json'), 'utf8'),
  )
  return { tables, sequences, files, ledger }
}

test('an installation goes from an embedded database to a server and back', async () => {
  const [first, moved, last] = ['first', 'moved', 'last'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ]
  const [outward, homeward] = [path.join(root, 'outward'), path.join(root, 'homeward')]
  const embedded = await openEmbeddedPostgres({ dataDir: first, settings: { fsync: 'off' } })
  await migrate(embedded.url)
  const app = await testApp({ DATA_DIR: first }, { databaseUrl: embedded.url })
  const { caregiver, family } = await makePaidRequest(app)
  const avatar = toForm({ avatar: { content: await makePicture('png') } })
  expect((await caregiver.client.upload('/api/auth/caregiver/avatar', avatar)).status).toBe(200)
  expect(await backUp({ dataDir: first }, outward)).toMatchObject({ code: 0 })
  await app.close()
  await embedded.stop()

  const server = await createEmptyDatabase()
  const onServer = { databaseUrl: server.url, dataDir: moved }
  expect(await move(outward, onServer)).toMatchObject({ code: 0 })
  expect(await backUp(onServer, homeward)).toMatchObject({ code: 0 })
  expect(await readContents(homeward)).toEqual(await readContents(outward))
  await server.drop()

  expect(await move(homeward, { dataDir: last })).toMatchObject({ code: 0 })
  const visitor = createClient(await startEmbedded(last, app.appSecret))
  const login = { email: family.email, password: PASSWORD }
  expect((await visitor.post('/api/auth/login/', login)).status).toBe(200)
  const { body } = await visitor.get('/api/auth/caregivers')
  const pictures = body.results.map((card: { avatar: string }) => card.avatar)
  expect(pictures).toEqual([expect.not.stringContaining('initials')])
  expect((await visitor.get(pictures[0])).status).toBe(200)
})

test('the files of one bucket go to another', async () => {
  const [store, otherStore] = [await startS3(), await startS3()]
  const app = await testApp(store.settings)
  const caregiver = await makeCaregiver(app)
  for (const content of [`${PDF}\n% replaced, so it is in the trash`, PDF]) {
    const form = toForm({ certificate: { content } })
    expect((await caregiver.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
  }
  const place = { ...placeOf(app), bucket: store.settings }
  const [folder, again] = [path.join(root, 'backup'), path.join(root, 'again')]
  const restartStore = await store.stop()
  expect(await backUp(place, folder)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('does not answer as S3'),
  })
  await restartStore()
  expect(await backUp(place, folder)).toMatchObject({ code: 0, output: expect.stringContaining('1 files') })

  const server = await createEmptyDatabase()
  const dataDir = path.join(root, 'data')
  const moved = { databaseUrl: server.url, dataDir, bucket: otherStore.settings }
  expect(await move(folder, moved)).toMatchObject({ code: 0 })
  expect(await backUp(moved, again)).toMatchObject({ code: 0 })
  expect(await readContents(again)).toEqual(await readContents(folder))
  await store.close()
  const settings = { ...otherStore.settings, DATA_DIR: dataDir }
  const restored = await testApp(settings, { databaseUrl: server.url })
  const client = await logInAgain(restored, caregiver)
  const { body } = await client.get('/api/auth/caregiver/profile')
  expect((await client.get(body.certificate)).body).toBe(PDF)
  expect(existsSync(path.join(dataDir, 'files'))).toBe(false)
  await restored.close()
  await app.close()
  await otherStore.close()
  await server.drop()
})

test('backups under load are consistent and lack no file', async () => {
  const provider = await PROVIDERS.sandbox({}, { isAlone: false })
  const { app } = provider
  let isOver = false
  const people = [
    [await makeCaregiver(app), await makeEarner(provider, 9_000)],
    [await makeCaregiver(app), await makeEarner(provider, 9_000)],
  ] as const
  const load = people.map(async ([caregiver, earner], worker) => {
    for (let turn = 0; !isOver; turn += 1) {
      const form = toForm({ certificate: { content: `${PDF}\n% ${worker} ${turn}` } })
      expect((await caregiver.client.upload('/api/auth/caregiver/documents', form)).status).toBe(200)
      await earn(provider, earner, 1_000 + turn)
    }
  })
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [folder, dataDir] = [path.join(root, `backup-${round}`), path.join(root, `data-${round}`)]
      expect(await backUp(placeOf(app), folder)).toMatchObject({ code: 0 })
      const target = await createEmptyDatabase()
      await mkdir(dataDir)
      expect(await move(folder, { databaseUrl: target.url, dataDir })).toMatchObject({ code: 0 })
      expect(await runCommand(verifyLedger, { env: { DATABASE_URL: target.url } })).toMatchObject({ code: 0 })
      const again = path.join(root, `again-${round}`)
      expect(await backUp({ databaseUrl: target.url, dataDir }, again)).toMatchObject({ code: 0 })
      expect(await readContents(again)).toEqual(await readContents(folder))
      expect(await digestDatabase(target.url)).not.toEqual(await digestDatabase(app.databaseUrl))
      // Its worker takes over the jobs that ran while the backup was made.
      const restored = await testApp({ DATA_DIR: dataDir }, { databaseUrl: target.url, work: true })
      await restored.drain()
      // Money that was on its way when the backup was made is still on its way.
      expect(await findProblems(restored.deps.database)).toEqual([])
      await restored.close()
      await target.drop()
    }
  } finally {
    isOver = true
  }
  await Promise.all(load)
  await provider.close()
})
