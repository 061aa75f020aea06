import { CLOSE_SESSION_ENDED, type ServerFrame } from '@tendwell/contract/realtime'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor, Authenticate } from './access.ts'
import type { Bus } from './bus.ts'
import type { Transaction } from './database.ts'
import { forbidden } from './errors.ts'
import type { App } from './http.ts'
import type { Log } from './log.ts'

const BEAT_MS = 30_000
/** A peer with this much unsent is too slow and is dropped; it catches up when it returns. */
const BUFFER_LIMIT_BYTES = 1024 * 1024
const CLOSE_GOING_AWAY = 1001
/** A message of the bus is small. */
const SESSIONS_TOLD_AT_ONCE = 100

type Peer = { socket: WebSocket; actor: Actor; alive: boolean }

/** This node's sockets by user, and the way to every other node's. */
export type Hub = {
  /** Sends a frame to all sockets of these users, on every node. */
  push(userIds: readonly number[], frame: ServerFrame): Promise<void>
  /** Closes the sockets of these sessions with 4401, on every node, in the moment that the transaction commits. */
  endSessions(transaction: Transaction, sessionIds: readonly string[]): Promise<void>
  accept(socket: WebSocket, actor: Actor): void
  /**
   * Pings this node's sockets, drops those that did not answer the last ping, and closes with 4401 those whose session
   * has ended unheard: while this node could not listen. Happens by itself every 30 s.
   */
  beat(): Promise<void>
  /** Closes every socket of this node with 1001. */
  stop(): void
}

/** Which of these sessions are still live; asked for all sockets of a node at once. */
export type LiveSessions = (sessionIds: readonly string[]) => Promise<readonly string[]>

/**
 * @param deps.bus reaches the other nodes; their pushes arrive here by it
 * @param deps.liveSessions tells what the bus may have lost
 */
export function createHub({
  bus,
  liveSessions,
  log,
}: {
  bus: Bus
  liveSessions: LiveSessions
  log: Log
}): Hub {
  const peersByUser = new Map<number, Set<Peer>>()

  const each = (visit: (peer: Peer) => void) => {
    for (const peers of peersByUser.values()) for (const peer of peers) visit(peer)
  }
  const closeEnded = (hasEnded: (sessionId: string) => boolean) =>
    each(({ socket, actor }) => {
      if (hasEnded(actor.sessionId)) socket.close(CLOSE_SESSION_ENDED, 'session ended')
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

  bus.listen<{ userIds: number[]; frame: ServerFrame }>('push', ({ userIds, frame }) => {
    const text = JSON.stringify(frame)
    for (const userId of userIds) for (const peer of peersByUser.get(userId) ?? []) send(peer, text)
  })
  bus.listen<{ sessionIds: string[] }>('sessions-ended', ({ sessionIds }) => {
    closeEnded((sessionId) => sessionIds.includes(sessionId))
  })

  return {
    push: (userIds, frame) => bus.tell('push', { userIds, frame }),
    async endSessions(transaction, sessionIds) {
      for (let from = 0; from < sessionIds.length; from += SESSIONS_TOLD_AT_ONCE) {
        const told = sessionIds.slice(from, from + SESSIONS_TOLD_AT_ONCE)
        await bus.tellWithin(transaction, 'sessions-ended', { sessionIds: told })
      }
    },
    accept(socket, actor) {
      const peer: Peer = { socket, actor, alive: true }
      const peers = peersByUser.get(actor.id) ?? new Set()
      peersByUser.set(actor.id, peers.add(peer))
      socket.on('pong', () => {
        peer.alive = true
      })
      socket.on('close', () => {
        peers.delete(peer)
        if (peers.size === 0) peersByUser.delete(actor.id)
      })
    },
    beat,
    stop() {
      clearInterval(heartbeat)
      each((peer) => peer.socket.close(CLOSE_GOING_AWAY, 'going away'))
    },
  }
}

function ping(peer: Peer): void {
  if (!peer.alive) {
    peer.socket.terminate()
    return
  }
  peer.alive = false
  peer.socket.ping()
}

function send(peer: Peer, text: string): void {
  if (peer.socket.bufferedAmount > BUFFER_LIMIT_BYTES) peer.socket.terminate()
  else peer.socket.send(text)
}

/**
 * Lets sockets in. Only pages of our own origin may open one, and only with the access token of a live session;
 * a socket without one is closed with 4401, so that the browser knows to refresh rather than to try again.
 */
export async function openSockets(app: App, hub: Hub, authenticate: Authenticate): Promise<void> {
  const actorOfSocket = async ({ url }: FastifyRequest): Promise<Actor | null> => {
    const token = new URL(url, 'http://localhost').searchParams.get('token')
    return token ? authenticate(token) : null
  }
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access !== 'socket') return
    const { origin, host } = request.headers
    if (origin && (!URL.canParse(origin) || new URL(origin).host !== host)) throw forbidden()
    // Before the socket opens, so that nothing told from then on is missed.
    request.actor = await actorOfSocket(request)
  })
  await app.register(async (scope) => {
    scope.get(
      '/ws/notifications',
      { websocket: true, config: { access: 'socket' }, schema: { hide: true } },
      async (socket, request) => {
        if (request.actor) hub.accept(socket, request.actor)
        // Asked again, because the session may have ended before the hub knew the socket.
        if (!request.actor || !(await actorOfSocket(request))) {
          socket.close(CLOSE_SESSION_ENDED, 'session ended')
        }
      },
    )
  })
}
