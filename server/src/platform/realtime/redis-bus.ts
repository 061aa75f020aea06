import type { Redis } from 'ioredis'
import { onCommit } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Bus } from './bus.ts'

type RedisBusOptions = {
  /** The connection that publishes. The bus connects and disconnects `redis` and `subscriber`. */
  redis: Redis
  subscriber: Redis
  /**
   * The channel's name, different for each installation: Redis may be shared, and its channels are not
   * separated by its databases.
   */
  channel: string
  /** Carries the messages while this node has no connection to Redis. */
  fallback: Bus
  log: Log
}

/**
 * A bus on a channel of Redis. It publishes right after a commit. So a node that is killed at that moment
 * loses the message, and two transactions that commit at the same moment may be published in either order.
 */
export function createRedisBus({ redis, subscriber, channel, fallback, log }: RedisBusOptions): Bus {
  const listeners = new Map<string, ((data: unknown) => void)[]>()
  const gapListeners: (() => void)[] = []

  subscriber.on('message', (_channel, text) => {
    const { topic, data } = JSON.parse(text) as { topic: string; data: unknown }
    for (const listener of listeners.get(topic) ?? []) listener(data)
  })

  /** Publishes messages through Redis, or through PostgreSQL if Redis doesn't take them. */
  const publish = async (topic: string, messages: readonly object[]) => {
    if (redis.status !== 'ready') return fallback.publish(topic, ...messages)
    const texts = messages.map((data) => JSON.stringify({ topic, data }))
    // Some messages may have arrived before the connection was lost. Publishing them again is harmless.
    await Promise.all(texts.map((text) => redis.publish(channel, text))).catch(() =>
      fallback.publish(topic, ...messages),
    )
  }

  return {
    listen(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener as (data: unknown) => void])
      fallback.listen(topic, listener)
    },
    onGap(listener) {
      gapListeners.push(listener)
      fallback.onGap(listener)
    },
    publish: (topic, ...messages) => publish(topic, messages),
    async publishOnCommit(transaction, topic, ...messages) {
      if (redis.status !== 'ready') return fallback.publishOnCommit(transaction, topic, ...messages)
      onCommit(transaction, () => {
        publish(topic, messages).catch((error: unknown) => log.warn({ err: error }, 'a message was lost'))
      })
    },
    async start() {
      await fallback.start()
      // If Redis is down, both keep trying.
      await Promise.allSettled([redis.connect(), subscriber.connect()])
      await subscriber.subscribe(channel).catch(() => {})
      subscriber.on('ready', () => {
        subscriber.subscribe(channel).then(
          () => {
            for (const listener of gapListeners) listener()
          },
          (error: unknown) => log.warn({ err: error }, 'the bus could not reconnect'),
        )
      })
    },
    async stop() {
      redis.disconnect()
      subscriber.disconnect()
      await fallback.stop()
    },
  }
}
