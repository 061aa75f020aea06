import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createProduct } from '../../app.ts'
import { withTransaction } from '../database/database.ts'
import { createLog } from '../log.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const readMinute = () => app.deps.clock.now().toISOString().slice(0, 16)
const setClock = async (at: string) => {
  expect((await app.visitor.post('/dev/clock', { at })).status).toBe(200)
}

describe('POST /dev/clock', () => {
  const readOffset = async (path: string) => (await app.visitor.get(path)).headers.get('x-clock-ahead-ms')

  test('moves the clock; the header of every API answer, errors included, says how far', async () => {
    expect(await readOffset('/api/auth/caregivers')).toBe('0')
    await app.advance(90)
    expect(await readOffset('/api/auth/caregivers')).toBe('5400000')
    expect(await readOffset('/api/notifications')).toBe('5400000')
    expect(await readOffset('/api/nothing-of-this-name')).toBe('5400000')
    expect(await readOffset('/healthz')).toBeNull()
    await app.advance(30)
    expect(await readOffset('/api/auth/caregivers')).toBe('7200000')
  })

  test('sets the clock to an instant, forward or back, and jobs wait for the same time of it', async () => {
    const { database, jobs } = app.deps
    const rang: string[] = []
    jobs.handle('test.ring', async () => void rang.push(readMinute()))
    await setClock('2041-05-12T11:00:30-04:00')
    expect(readMinute()).toBe('2041-05-12T15:00')
    const runAt = new Date('2041-05-12T16:00:00Z')
    await withTransaction(database, (transaction) => jobs.add(transaction, 'test.ring', {}, { runAt }))
    await setClock('2001-05-12T15:00:30Z')
    expect(readMinute()).toBe('2001-05-12T15:00')
    expect(await readOffset('/api/auth/caregivers')).toMatch(/^-\d+$/)
    await setClock('2041-05-12T15:50:30Z')
    await app.advance(5)
    expect(rang).toEqual([])
    await app.advance(5)
    expect(rang).toEqual(['2041-05-12T16:00'])
  })

  test('a product that is created later starts at that time', async () => {
    const { databaseUrl, appSecret } = app
    const later = await createProduct(app.deps.config, { databaseUrl, appSecret, log: createLog('silent') })
    expect(later.deps.clock.offsetMs()).toBe(app.deps.clock.offsetMs())
    expect(app.deps.clock.offsetMs()).toBeGreaterThan(0)
    await later.stop()
  })

  test.each([
    [{}, 'Give either advance_minutes or at'],
    [{ at: '2041-05-12T15:00:00Z', advance_minutes: 1 }, 'Give either advance_minutes or at'],
    [{ at: '2041-05-12T15:00:00' }, 'This is not in the right form'],
    [{ at: '1999-12-31T23:59:59Z' }, 'Must be between 2000 and 2099'],
    [{ at: '2100-01-01T00:00:00Z' }, 'Must be between 2000 and 2099'],
    [{ advance_minutes: -1 }, expect.any(String)],
  ])('refuses %j', async (body, detail) => {
    const before = app.deps.clock.offsetMs()
    const answer = await app.visitor.post('/dev/clock', body)
    expect([answer.status, answer.body.code, answer.body.detail]).toEqual([400, 'invalid', detail])
    expect(app.deps.clock.offsetMs()).toBe(before)
  })
})
