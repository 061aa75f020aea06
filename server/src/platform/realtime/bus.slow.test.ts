/** Two nodes' buses, on PostgreSQL and on Redis. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startRedis, type TestRedis } from '../../../test/redis.ts'
import { type Database, openDatabase, withTransaction } from '../database/database.ts'
import { createLog } from '../log.ts'
import { type Bus, createBus } from './bus.ts'
import { createRedis } from './redis.ts'
import { createRedisBus } from './redis-bus.ts'

type Note = { text: string }

const log = createLog('silent')
let testDatabase: TestDatabase
let redis: TestRedis
let database: Database
const buses: Bus[] = []
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  redis = await startRedis()
  database = openDatabase(testDatabase.url, log)
})
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.stop()
})
afterAll(async () => {
  await database.$client.end()
  await redis.kill()
  await testDatabase.drop()
})

const createPostgresBus = () => createBus(testDatabase.url, database.$client, log)
const createSharedBus = (channel = 'channel') =>
  createRedisBus({
    redis: createRedis(redis.url, log),
    subscriber: createRedis(redis.url, log),
    channel,
    fallback: createPostgresBus(),
    log,
  })

/** Starts a bus that collects the texts it receives. */
async function start(bus: Bus) {
  const texts: string[] = []
  const gaps = vi.fn()
  buses.push(bus)
  bus.listen<Note>('notes', ({ text }) => texts.push(text))
  bus.onGap(gaps)
  await bus.start()
  const waitFor = (text: string) => expect.poll(() => texts).toContain(text)
  return { bus, texts, gaps, waitFor }
}

const publish = (bus: Bus, text: string) => bus.publish('notes', { text })

describe.each([
  ['PostgreSQL', createPostgresBus],
  ['Redis', createSharedBus],
])('on %s', (_name, createNode) => {
  test('every node receives the messages of commits, in order, and none of a rollback', async () => {
    const [one, two] = [await start(createNode()), await start(createNode())]
    const publishAll = (...texts: string[]) =>
      withTransaction(database, async (transaction) => {
        for (const text of texts) await one.bus.publishOnCommit(transaction, 'notes', { text })
        if (texts.includes('never')) throw new Error('Rolled back')
      })
    await publishAll('1', '2')
    await expect(publishAll('never')).rejects.toThrow('Rolled back')
    await publishAll('3')
    await publish(one.bus, 'end')
    await Promise.all([one.waitFor('end'), two.waitFor('end')])
    expect(one.texts).toEqual(['1', '2', '3', 'end'])
    expect(two.texts).toEqual(['1', '2', '3', 'end'])
  })

  test('publishes nothing before the commit', async () => {
    const { bus, texts, waitFor } = await start(createNode())
    await withTransaction(database, async (transaction) => {
      await bus.publishOnCommit(transaction, 'notes', { text: 'committed' })
      await publish(bus, 'before')
      await waitFor('before')
      expect(texts).toEqual(['before'])
    })
    await waitFor('committed')
  })

  test('a transaction that is retried publishes once', async () => {
    const { bus, texts, waitFor } = await start(createNode())
    let attempts = 0
    await withTransaction(database, async (transaction) => {
      attempts += 1
      await bus.publishOnCommit(transaction, 'notes', { text: `attempt ${attempts}` })
      if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    await publish(bus, 'end')
    await waitFor('end')
    expect(texts).toEqual(['attempt 2', 'end'])
  })

  test('messages of 60 KB arrive whole', async () => {
    const { bus, waitFor } = await start(createNode())
    const text = '☃'.repeat(20_000)
    await publish(bus, text)
    await waitFor(text)
  })
})

describe('without Redis', () => {
  /** Publishes outside of a transaction and with a commit. */
  async function publishBoth(bus: Bus) {
    await publish(bus, 'published')
    await withTransaction(database, (transaction) =>
      bus.publishOnCommit(transaction, 'notes', { text: 'committed' }),
    )
  }

  test('PostgreSQL carries the messages, and nodes learn of the gap when Redis is back', async () => {
    const [one, two] = [await start(createSharedBus()), await start(createSharedBus())]
    await redis.kill()
    await publishBoth(one.bus)
    await Promise.all([two.waitFor('published'), two.waitFor('committed')])
    expect(two.gaps).not.toHaveBeenCalled()

    await redis.restore()
    await expect.poll(() => two.gaps).toHaveBeenCalledOnce()
    await publish(one.bus, 'again')
    await two.waitFor('again')
  })

  test('PostgreSQL carries the messages while Redis does not answer', async () => {
    const [one, two] = [await start(createSharedBus()), await start(createSharedBus())]
    redis.freeze()
    await publishBoth(one.bus)
    await Promise.all([two.waitFor('published'), two.waitFor('committed')])
    await redis.restore()
    // What one node publishes before the other is connected again is lost.
    const publishAgain = () => publish(one.bus, 'again').then(() => two.texts)
    await expect.poll(publishAgain).toContain('again')
  })

  test('a node starts without Redis and uses it when it is there', async () => {
    await redis.kill()
    const { bus, gaps, waitFor } = await start(createSharedBus())
    await publish(bus, 'without')
    await waitFor('without')
    await redis.restore()
    await expect.poll(() => gaps).toHaveBeenCalledOnce()
    await publish(bus, 'with')
    await waitFor('with')
  })
})

test('installations that share a Redis do not hear each other', async () => {
  const [one, other] = [await start(createSharedBus('one')), await start(createSharedBus('other'))]
  await publish(one.bus, 'private')
  await one.waitFor('private')
  await publish(other.bus, 'end')
  await other.waitFor('end')
  expect(other.texts).toEqual(['end'])
  expect(one.texts).toEqual(['private'])
})
