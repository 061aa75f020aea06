import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { runCommand } from '../../../test/command.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { run } from '../../commands/jobs.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { FinalError } from '../../platform/jobs/jobs.ts'

let app: TestApp
let admin: TestUser
let isBroken: boolean
let calls: number

beforeAll(async () => {
  app = await testApp()
  app.deps.jobs.handle('test.letter', async () => {
    calls += 1
    if (isBroken) throw new FinalError('Refused for ada@example.test, see https://x.test/?token=abc')
  })
  admin = await makeUser(app, { role: 'admin' })
  await app.drain()
})
afterAll(() => app.close())
beforeEach(async () => {
  await query('DELETE FROM graphile_worker._private_jobs')
  isBroken = true
  calls = 0
})

const query = async (text: string) => (await app.deps.database.$client.query(text)).rows
const addJob = () =>
  withTransaction(app.deps.database, (transaction) => app.deps.jobs.add(transaction, 'test.letter', {}))
const listJobs = async (state = 'failed') => {
  const { status, body } = await admin.client.get(`/api/admin-panel/jobs?state=${state}`)
  expect(status).toBe(200)
  return body.results
}
const actOnJob = (id: number, action: string) => admin.client.post(`/api/admin-panel/jobs/${id}/${action}`)
const listLastAuditEntry = () =>
  query("SELECT actor_id, action, subject FROM audit_log WHERE subject LIKE 'job%' ORDER BY id DESC LIMIT 1")

/** @returns its id */
async function failOne(): Promise<number> {
  await addJob()
  await app.drain()
  const [job] = await listJobs()
  return job.id
}

test('lists a failed job with its reason, but without addresses and tokens', async () => {
  const id = await failOne()
  expect(await listJobs()).toEqual([
    {
      id,
      name: 'test.letter',
      state: 'failed',
      is_running: false,
      attempts: 1,
      max_attempts: 1,
      last_error: 'Refused for [address], see https://x.test/?token=[redacted]',
      created_at: expect.stringMatching(/Z$/),
      run_at: null,
    },
  ])
  expect(await listJobs('waiting')).toEqual([])
})

test('lists the newest failed jobs first', async () => {
  const ids = [await failOne(), await failOne()]
  await query(
    `UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '6 hours' WHERE id = ${ids[0]}`,
  )
  expect((await listJobs()).map(({ id }: { id: number }) => id)).toEqual(ids.toReversed())
})

test('lists waiting and running jobs apart from failed ones', async () => {
  await addJob()
  expect(await listJobs('waiting')).toMatchObject([{ state: 'waiting', is_running: false, attempts: 0 }])
  await query(
    "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-a', attempts = 25",
  )
  expect(await listJobs('waiting')).toMatchObject([{ state: 'waiting', is_running: true }])
  expect(await listJobs()).toEqual([])
})

test('a retried job runs again with all its attempts, and the audit log says who did it', async () => {
  const id = await failOne()
  isBroken = false
  expect(await actOnJob(id, 'retry')).toMatchObject({ status: 200, body: { message: 'Job started again' } })
  expect(await listJobs('waiting')).toMatchObject([{ id, attempts: 0, max_attempts: 25 }])
  await app.drain()
  expect(calls).toBe(2)
  expect(await listJobs()).toEqual([])
  expect(await listLastAuditEntry()).toEqual([
    { actor_id: admin.id, action: 'job.retried', subject: `job:${id}` },
  ])
})

test('retries all failed jobs with one entry in the audit log', async () => {
  const retryAll = () => admin.client.post('/api/admin-panel/jobs/retry')
  await failOne()
  await failOne()
  isBroken = false
  expect(await retryAll()).toMatchObject({ status: 200, body: { message: '2 jobs started again' } })
  await app.drain()
  expect(calls).toBe(4)
  expect(await listLastAuditEntry()).toEqual([
    { actor_id: admin.id, action: 'job.retried', subject: 'jobs:failed' },
  ])
  expect((await retryAll()).body).toEqual({ message: 'There are no failed jobs' })
})

test('a dropped job never runs again', async () => {
  const id = await failOne()
  expect(await actOnJob(id, 'drop')).toMatchObject({ status: 200, body: { message: 'Job dropped' } })
  expect(await listJobs()).toEqual([])
  expect((await actOnJob(id, 'drop')).status).toBe(404)
  expect((await actOnJob(id, 'retry')).status).toBe(404)
  expect(await listLastAuditEntry()).toEqual([
    { actor_id: admin.id, action: 'job.dropped', subject: `job:${id}` },
  ])
})

test('staff drop no job that has not failed', async () => {
  await addJob()
  const [waiting] = await listJobs('waiting')
  expect(await actOnJob(waiting.id, 'drop')).toMatchObject({
    status: 409,
    body: { detail: 'Only a job that has failed can be dropped' },
  })
  expect(await listJobs('waiting')).toHaveLength(1)
})

test('refuses to retry or drop a running job', async () => {
  const id = await failOne()
  await query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'pool-a'")
  for (const action of ['retry', 'drop']) expect((await actOnJob(id, action)).status).toBe(409)
  expect(await listJobs('waiting')).toMatchObject([{ id, is_running: true }])
})

test('npm run jobs lists, retries and drops', async () => {
  const env = { DATABASE_URL: app.databaseUrl }
  expect(await runCommand(run, { env })).toEqual({
    code: 0,
    output: 'There are no failed jobs.\n',
    errors: expect.stringContaining('Database: '),
  })
  const id = await failOne()
  const listed = await runCommand(run, { env })
  expect(listed.output).toContain(`1 failed:\n  ${id}  test.letter  attempt 1 of 1, added `)
  expect(listed.output).toContain('\n    Refused for [address], see')
  expect((await runCommand(run, { env, args: ['--retry', 'all'] })).output).toBe('1 job started again\n')
  expect((await runCommand(run, { env, args: ['--retry', String(id)] })).output).toBe('Job started again\n')
  expect((await runCommand(run, { env, args: ['--state', 'waiting'] })).output).toContain(`  ${id}  `)
  expect((await runCommand(run, { env, args: ['--drop', String(id)] })).output).toBe('Job dropped\n')
  expect(await listLastAuditEntry()).toEqual([
    { actor_id: null, action: 'job.dropped', subject: `job:${id}` },
  ])
  expect(await runCommand(run, { env, args: ['--drop', String(id)] })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no such job'),
  })
  expect((await runCommand(run, { env, args: ['--retry', 'x'] })).errors).toContain(
    'needs the number of a job',
  )
  expect((await runCommand(run, { env, args: ['--state', 'x'] })).errors).toContain(
    'must be failed or waiting',
  )
})
