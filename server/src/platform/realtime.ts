import type { Socket } from 'node:net'
import { CHANNELS, type Channel, CLOSE_SESSION_ENDED, type ServerFrame } from '@tendwell/contract/realtime'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor, Authenticate } from './access.ts'
import type { Bus } from './bus.ts'
import type { Transaction } from './database.ts'
import { forbidden } from './errors.ts'
import { hearFrames, type Peer, type Receive } from './frames.ts'
import type { App } from './http.ts'
import type { Log } from './log.ts'

const BEAT_MS = 30_000
/** A peer with this much unsent is too slow and is dropped; it catches up when it returns. */
const BUFFER_LIMIT_BYTES = 1024 * 1024
const SOCKETS_PER_PERSON = 50
const CLOSE_GOING_AWAY = 1001
const CLOSE_RESTART = 1012
const CLOSE_TRY_LATER = 1013
/** A message of the bus is small. */
const SESSIONS_TOLD_AT_ONCE = 100

/** What is told to all sockets of these users. */
export type Push = { userIds: readonly number[]; frame: ServerFrame }

/** This node's sockets by user, and the way to every other node's. */
export type Hub = {
  /** Sends a frame to all sockets of these users on a channel, on every node. */
  push(channel: Channel, push: Push): Promise<void>
  /** The same in the moment that the transaction commits: in this order, and in the order of the commits. */
  pushWithin(transaction: Transaction, channel: Channel, ...pushes: Push[]): Promise<void>
  /** Closes the sockets of these sessions with 4401, on every node, in the moment that the transaction commits. */
  endSessions(transaction: Transaction, sessionIds: readonly string[]): Promise<void>
  /** @param line the connection under the socket */
  accept(socket: WebSocket, line: Socket, peer: { actor: Actor; channel: Channel; receive: Receive }): void
  /**
   * Pings this node's sockets, drops those that did not answer the last ping, and closes with 4401 those whose session
   * has ended unheard: while this node could not listen. Happens by itself every 30 s.
   */
  beat(): Promise<void>
  /** Who has a socket open on this node. */
  people(): number[]
  /** Closes every socket of this node with 1001. */
  stop(): void
}

type Connection = Peer & {
  socket: WebSocket
  line: Socket
  channel: Channel
  alive: boolean
  /** The server has said goodbye: what still comes is not done. */
  ended: boolean
}

/** Which of these sessions are still live; asked for all sockets of a node at once. */
export type LiveSessions = (sessionIds: readonly string[]) => Promise<readonly string[]>

type HubDeps = { bus: Bus; liveSessions: LiveSessions; log: Log; limited: boolean }

/**
 * @param deps.bus reaches the other nodes; their pushes arrive here by it
 * @param deps.liveSessions tells what the bus may have lost
 * @param deps.limited whether frames and sockets are counted
 */
export function createHub({ bus, liveSessions, log, limited }: HubDeps): Hub {
  const byUser = new Map<number, Set<Connection>>()

  const each = (visit: (connection: Connection) => void) => {
    for (const connections of byUser.values()) for (const connection of connections) visit(connection)
  }
  const closeEnded = (hasEnded: (sessionId: string) => boolean) =>
    each((connection) => {
      if (hasEnded(connection.actor.sessionId)) end(connection, CLOSE_SESSION_ENDED)
    })
  const beat = async () => {
    each(ping)
    const asked = new Set<string>()
    each(({ actor }) => asked.add(actor.sessionId))
    if (asked.size === 0) return
    const live = new Set(await liveSessions([...asked]))
    // Who came in since the question was asked has been checked at the door.
    closeEnded((sessionId) => asked.has(sessionId) && !live.has(sessionId))
  }
  const heartbeat = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error }, 'the sessions of sockets could not be checked'))
  }, BEAT_MS)
  heartbeat.unref()

  bus.listen<Push & { channel: Channel }>('push', ({ channel, userIds, frame }) => {
    const bytes = bytesOf(frame)
    for (const userId of userIds) {
      for (const connection of byUser.get(userId) ?? []) {
        if (connection.channel === channel) send(connection, bytes)
      }
    }
  })
  bus.listen<{ sessionIds: string[] }>('sessions-ended', ({ sessionIds }) => {
    closeEnded((sessionId) => sessionIds.includes(sessionId))
  })
  // Frames, or the end of a session, may have been told meanwhile: who comes back is asked again and catches up.
  bus.onGap(() => each((connection) => end(connection, CLOSE_RESTART)))

  return {
    push: (channel, { userIds, frame }) => bus.tell('push', { channel, userIds, frame }),
    pushWithin: (transaction, channel, ...pushes) =>
      bus.tellWithin(
        transaction,
        'push',
        ...pushes.map(({ userIds, frame }) => ({ channel, userIds, frame })),
      ),
    async endSessions(transaction, sessionIds) {
      for (let from = 0; from < sessionIds.length; from += SESSIONS_TOLD_AT_ONCE) {
        const told = sessionIds.slice(from, from + SESSIONS_TOLD_AT_ONCE)
        await bus.tellWithin(transaction, 'sessions-ended', { sessionIds: told })
      }
    },
    accept(socket, line, { actor, channel, receive }) {
      const connections = byUser.get(actor.id) ?? new Set()
      if (limited && connections.size >= SOCKETS_PER_PERSON) {
        socket.close(CLOSE_TRY_LATER, 'too many sockets')
        return
      }
      const tell = (frame: ServerFrame) => send({ socket, line }, bytesOf(frame))
      const connection: Connection = { socket, line, actor, channel, tell, alive: true, ended: false }
      byUser.set(actor.id, connections.add(connection))
      socket.on('pong', () => {
        connection.alive = true
      })
      socket.on('close', () => {
        connections.delete(connection)
        if (connections.size === 0 && byUser.get(actor.id) === connections) byUser.delete(actor.id)
      })
      hearFrames(connection, receive, { log, limited })
    },
    beat,
    people: () => [...byUser.keys()],
    stop() {
      clearInterval(heartbeat)
      each((connection) => connection.socket.close(CLOSE_GOING_AWAY, 'going away'))
    },
  }
}

function ping(connection: Connection): void {
  if (!connection.alive) {
    connection.socket.terminate()
    return
  }
  connection.alive = false
  connection.socket.ping()
}

function end(connection: Connection, code: number): void {
  connection.ended = true
  connection.socket.close(code, code === CLOSE_SESSION_ENDED ? 'session ended' : 'connect again')
}

/**
 * A frame as it goes over the line (RFC 6455 §5.2: final, text, unmasked), made once for all who are told of it. Handing
 * it to `ws` would wrap it for each of them anew and write it in two pieces, which for a thousand sockets takes longer
 * than all else that a message costs.
 */
function bytesOf(frame: ServerFrame): Buffer {
  const content = Buffer.from(JSON.stringify(frame))
  const { length } = content
  const isShort = length < 126
  const header = Buffer.from([0x81, isShort ? length : length < 65_536 ? 126 : 127])
  if (isShort) return Buffer.concat([header, content])
  const extended = Buffer.alloc(length < 65_536 ? 2 : 8)
  extended.writeUIntBE(length, Math.max(0, extended.length - 6), Math.min(6, extended.length))
  return Buffer.concat([header, extended, content])
}

/** Between the frames of `ws` itself, which writes each of its own whole, as long as none is compressed. */
function send({ socket, line }: Pick<Connection, 'socket' | 'line'>, bytes: Buffer): void {
  if (socket.readyState !== socket.OPEN) return
  if (line.writableLength > BUFFER_LIMIT_BYTES) socket.terminate()
  else line.write(bytes)
}

type Sockets = {
  hub: Hub
  authenticate: Authenticate
  /** Where people reach the product from, where a proxy gives the server another name. */
  publicUrl: string | undefined
  receivers: Record<Channel, Receive>
}

/**
 * Lets sockets in. Only pages of our own origin may open one, and only with the access token of a live session;
 * a socket without one is closed with 4401, so that the browser knows to refresh rather than to try again.
 */
export async function openSockets(
  app: App,
  { hub, authenticate, publicUrl, receivers }: Sockets,
): Promise<void> {
  const actorOfSocket = async ({ url }: FastifyRequest): Promise<Actor | null> => {
    const token = new URL(url, 'http://localhost').searchParams.get('token')
    return token ? authenticate(token) : null
  }
  const isOurs = (origin: string, host: string | undefined) =>
    URL.canParse(origin) &&
    (new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin))

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access !== 'socket') return
    const { origin, host } = request.headers
    if (origin !== undefined && !isOurs(origin, host)) throw forbidden()
    // Before the socket opens, so that nothing told from then on is missed.
    request.actor = await actorOfSocket(request)
  })
  await app.register(async (scope) => {
    for (const channel of CHANNELS) {
      scope.get(
        `/ws/${channel}`,
        { websocket: true, config: { access: 'socket' }, schema: { hide: true } },
        async (socket, request) => {
          // Asked again, because the session may have ended before the hub knew the socket.
          const still = request.actor ? actorOfSocket(request) : Promise.resolve(null)
          if (request.actor) {
            const receive: Receive = async (peer, frame) => {
              if (await still) await receivers[channel](peer, frame)
            }
            hub.accept(socket, request.socket, { actor: request.actor, channel, receive })
          }
          if (!(await still)) socket.close(CLOSE_SESSION_ENDED, 'session ended')
        },
      )
    }
  })
}
