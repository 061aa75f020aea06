import { CHANNELS, type Channel, CLOSE_SESSION_ENDED, type ServerFrame } from '@tendwell/contract/realtime'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Transaction } from '../database/database.ts'
import { forbidden } from '../errors.ts'
import type { Actor, Authenticate } from '../http/access.ts'
import type { App } from '../http/http.ts'
import type { Log } from '../log.ts'
import type { Bus } from './bus.ts'
import { type FrameCounter, type Peer, type Receive, receiveFrames } from './frames.ts'

const HEARTBEAT_MS = 30_000
/**
 * A socket with more unsent bytes is too slow and is dropped. Its client catches up after reconnecting.
 */
const MAX_BUFFERED_BYTES = 1024 * 1024
const MAX_SOCKETS_PER_USER = 50
const CLOSE_GOING_AWAY = 1001
const CLOSE_RESTART = 1012
const CLOSE_TRY_LATER = 1013
/** How many sessions fit into one message of the bus. */
const SESSIONS_PER_MESSAGE = 100

/** A frame for all sockets of these users. */
export type Push = { userIds: readonly number[]; frame: ServerFrame }

/**
 * Pushes frames to users' sockets: directly to those on this node, and through the bus to those on other
 * nodes.
 */
export type Hub = {
  /** Sends a frame to all sockets of these users on a channel, on every node. */
  push(channel: Channel, push: Push): Promise<void>
  /** Sends frames when the transaction commits: in this order, and in the order of the commits. */
  pushOnCommit(transaction: Transaction, channel: Channel, ...pushes: Push[]): Promise<void>
  /** Closes the sockets of these sessions with 4401, on every node, when the transaction commits. */
  endSessions(transaction: Transaction, sessionIds: readonly string[]): Promise<void>
  accept(socket: WebSocket, peer: { actor: Actor; channel: Channel; receive: Receive }): void
  /**
   * Pings this node's sockets, drops sockets that did not answer the ping before, and closes with 4401
   * sockets whose session ended while this node was cut off from the bus. Runs every 30 seconds.
   */
  checkSockets(): Promise<void>
  /** How many sockets are open on this node. */
  countSockets(): number
  /** The ids of the users who have a socket open on this node. */
  listUsers(): number[]
  /** Closes every socket of this node with 1001. */
  stop(): void
}

type Connection = Peer & {
  socket: WebSocket
  channel: Channel
  /** Whether the client has answered the latest ping. */
  isAlive: boolean
  /** Whether the server is closing the socket. Frames that still arrive are ignored then. */
  isEnding: boolean
}

/** Returns those of the sessions that are still live. It is called once for all sockets of a node. */
export type FindLiveSessions = (sessionIds: readonly string[]) => Promise<readonly string[]>

type HubDeps = { bus: Bus; findLiveSessions: FindLiveSessions; log: Log; hasLimits: boolean }

/**
 * Creates the hub of this node.
 * @param deps.bus carries pushes between the nodes
 * @param deps.hasLimits whether a person's frames and sockets are limited
 * @see docs/rules/chat-and-notifications.md#sockets
 */
export function createHub({ bus, findLiveSessions, log, hasLimits }: HubDeps): Hub {
  const connectionsByUser = new Map<number, Set<Connection>>()
  /**
   * A counter for each user. It is kept until its minute ends, so that a person who opens a new socket
   * doesn't start at zero.
   */
  const frameCounters = new Map<number, FrameCounter>()
  const getFrameCounter = (userId: number): FrameCounter => {
    const counter = frameCounters.get(userId) ?? { endsAt: 0, count: 0 }
    frameCounters.set(userId, counter)
    return counter
  }

  const listConnections = () => [...connectionsByUser.values()].flatMap((connections) => [...connections])
  /** Closes this node's sockets whose session has ended. */
  const closeSessions = (hasEnded: (sessionId: string) => boolean) => {
    for (const connection of listConnections()) {
      if (hasEnded(connection.actor.sessionId)) closeConnection(connection, CLOSE_SESSION_ENDED)
    }
  }
  const checkSockets = async () => {
    for (const [userId, { endsAt }] of frameCounters) {
      if (endsAt < Date.now() && !connectionsByUser.has(userId)) frameCounters.delete(userId)
    }
    const connections = listConnections()
    for (const connection of connections) ping(connection)
    const checkedIds = new Set(connections.map(({ actor }) => actor.sessionId))
    if (checkedIds.size === 0) return
    const liveIds = new Set(await findLiveSessions([...checkedIds]))
    // The sessions of sockets that opened meanwhile weren't checked.
    closeSessions((sessionId) => checkedIds.has(sessionId) && !liveIds.has(sessionId))
  }
  const heartbeat = setInterval(() => {
    checkSockets().catch((error: unknown) =>
      log.warn({ err: error }, 'the sessions of sockets could not be checked'),
    )
  }, HEARTBEAT_MS)
  heartbeat.unref()

  bus.listen<Push & { channel: Channel }>('push', ({ channel, userIds, frame }) => {
    const text = JSON.stringify(frame)
    for (const userId of userIds) {
      for (const connection of connectionsByUser.get(userId) ?? []) {
        if (connection.channel === channel) send(connection.socket, text)
      }
    }
  })
  bus.listen<{ sessionIds: string[] }>('sessions-ended', ({ sessionIds }) => {
    closeSessions((sessionId) => sessionIds.includes(sessionId))
  })
  // This node may have missed frames or the end of a session, so all sockets are closed: clients then
  // reconnect, are authenticated again and catch up.
  bus.onGap(() => {
    for (const connection of listConnections()) closeConnection(connection, CLOSE_RESTART)
  })

  return {
    push: (channel, { userIds, frame }) => bus.publish('push', { channel, userIds, frame }),
    pushOnCommit: (transaction, channel, ...pushes) =>
      bus.publishOnCommit(
        transaction,
        'push',
        ...pushes.map(({ userIds, frame }) => ({ channel, userIds, frame })),
      ),
    async endSessions(transaction, sessionIds) {
      for (let from = 0; from < sessionIds.length; from += SESSIONS_PER_MESSAGE) {
        const batch = sessionIds.slice(from, from + SESSIONS_PER_MESSAGE)
        await bus.publishOnCommit(transaction, 'sessions-ended', { sessionIds: batch })
      }
    },
    accept(socket, { actor, channel, receive }) {
      const connections = connectionsByUser.get(actor.id) ?? new Set()
      if (hasLimits && connections.size >= MAX_SOCKETS_PER_USER) {
        socket.close(CLOSE_TRY_LATER, 'too many sockets')
        return
      }
      const connection: Connection = {
        socket,
        actor,
        channel,
        send: (frame) => send(socket, JSON.stringify(frame)),
        isAlive: true,
        isEnding: false,
      }
      connectionsByUser.set(actor.id, connections.add(connection))
      socket.on('pong', () => {
        connection.isAlive = true
      })
      socket.on('close', () => {
        connections.delete(connection)
        if (connections.size === 0 && connectionsByUser.get(actor.id) === connections)
          connectionsByUser.delete(actor.id)
      })
      receiveFrames(connection, receive, { log, counter: hasLimits ? getFrameCounter(actor.id) : null })
    },
    checkSockets,
    countSockets: () => listConnections().length,
    listUsers: () => [...connectionsByUser.keys()],
    stop() {
      clearInterval(heartbeat)
      for (const { socket } of listConnections()) socket.close(CLOSE_GOING_AWAY, 'going away')
    },
  }
}

/** Pings a socket, or drops it if it hasn't answered the ping before. */
function ping(connection: Connection): void {
  if (!connection.isAlive) {
    connection.socket.terminate()
    return
  }
  connection.isAlive = false
  connection.socket.ping()
}

function closeConnection(connection: Connection, code: number): void {
  connection.isEnding = true
  connection.socket.close(code, code === CLOSE_SESSION_ENDED ? 'session ended' : 'connect again')
}

/** Sends a frame's JSON, unless the socket is closing; drops a socket that is too slow. */
function send(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  else if (socket.readyState === socket.OPEN) socket.send(text)
}

type Sockets = {
  hub: Hub
  authenticate: Authenticate
  /** Pages of this address are our own too, because a proxy may pass on another host name. */
  publicUrl: string | undefined
  receivers: Record<Channel, Receive>
}

/**
 * Adds the routes that accept sockets: from pages of our own origin, with the access token of a live session.
 * A socket without a valid token is closed with 4401, so that the browser refreshes its token before it
 * reconnects.
 * @see docs/rules/chat-and-notifications.md#sockets
 */
export async function openSockets(
  app: App,
  { hub, authenticate, publicUrl, receivers }: Sockets,
): Promise<void> {
  const authenticateSocket = async ({ url }: FastifyRequest): Promise<Actor | null> => {
    const token = new URL(url, 'http://localhost').searchParams.get('token')
    return token ? authenticate(token) : null
  }
  const isOwnOrigin = (origin: string, host: string | undefined) =>
    URL.canParse(origin) &&
    (new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin))

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access !== 'socket') return
    const { origin, host } = request.headers
    if (origin !== undefined && !isOwnOrigin(origin, host)) throw forbidden()
    // Authenticates before the socket opens, so that no push is missed between the two.
    request.actor = await authenticateSocket(request)
  })
  await app.register(async (scope) => {
    for (const channel of CHANNELS) {
      scope.get(
        `/ws/${channel}`,
        { websocket: true, config: { access: 'socket' }, schema: { hide: true } },
        async (socket, request) => {
          // Staff who must set up two-step sign-in get no pushes, just as they can't make the console's
          // calls.
          if (request.actor?.mustSetUpTwoStep) {
            socket.close(CLOSE_TRY_LATER, 'two-step sign-in is required')
            return
          }
          // The token is checked a second time, because the session may have ended before the hub knew the
          // socket.
          const sessionCheck = request.actor ? authenticateSocket(request) : Promise.resolve(null)
          if (request.actor) {
            const receive: Receive = async (peer, frame) => {
              if (await sessionCheck) await receivers[channel](peer, frame)
            }
            hub.accept(socket, { actor: request.actor, channel, receive })
          }
          if (!(await sessionCheck)) socket.close(CLOSE_SESSION_ENDED, 'session ended')
        },
      )
    }
  })
}
