import {
  CLOSE_SESSION_ENDED,
  type ClientFrame,
  type ServerFrame,
  serverFrame,
} from '@tendwell/contract/realtime'
import ReconnectingWebSocket, { CloseEvent } from 'partysocket/ws'
import { createHeartbeat } from './heartbeat.ts'
import { createSocketToken, type SocketTokenOptions } from './socket-token.ts'

export interface RealtimeOptions extends SocketTokenOptions {
  /** Such as `/ws/notifications/`. */
  path: string
  ping: () => ClientFrame
  onFrame: (frame: ServerFrame) => void
  /** After each connection, including the first. */
  onOpen: () => void
  onClose?: () => void
  /** Keeps frames that are sent while disconnected until the socket opens. By default they are dropped. */
  isBuffered?: boolean
}

export interface Realtime {
  /** @returns whether the frame was sent right away */
  send: (frame: ClientFrame) => boolean
  isOpen: () => boolean
  /** Closes a connection that doesn't answer, and opens a new one immediately. */
  restart: () => void
  close: () => void
}

const closeNormal = 1000
const firstDelayMs = 1_000
const maxDelayMs = 15_000
const connectionTimeoutMs = 10_000
/** A connection that ends sooner was refused, so the delays go on growing. */
const steadyMs = 5_000
const offlineTimeoutMs = 2_000
const maxBufferedFrames = 100

/**
 * A WebSocket that reconnects and renews an expired session.
 * @see docs/rules/chat-and-notifications.md#sockets
 */
export function connectRealtime(options: RealtimeOptions): Realtime {
  const token = createSocketToken(options)
  let socket = open()
  const heartbeat = createHeartbeat({ ping: () => send(options.ping()), onTimeout: restart })
  const stopWatching = watchNetwork({ onWake, onOffline })

  function open(): ReconnectingWebSocket {
    const current = new ReconnectingWebSocket(nextUrl, [], {
      ...backOff(),
      connectionTimeout: connectionTimeoutMs,
      maxEnqueuedMessages: options.isBuffered ? maxBufferedFrames : 0,
      shouldReconnectOnClose: shouldReconnect,
    })
    current.onopen = () => {
      heartbeat.start()
      options.onOpen()
    }
    current.onmessage = ({ data }) => receive(data)
    current.onclose = () => {
      // A replaced socket may still report a failed attempt.
      if (current !== socket) return
      heartbeat.stop()
      options.onClose?.()
    }
    return current
  }

  /** Runs before each attempt. When it throws, the next attempt follows after a longer pause. */
  async function nextUrl(): Promise<string> {
    const next = socket.shouldReconnect ? await token.next() : null
    if (next === null) close()
    return socketUrl(options.path, next ?? '')
  }

  function shouldReconnect(event: { code: number }): boolean {
    if (event.code === CLOSE_SESSION_ENDED) return token.refuse()
    // Partysocket's own events, for errors and timeouts, also have the code 1000.
    return event.code !== closeNormal || event instanceof CloseEvent
  }

  function receive(data: unknown) {
    const frame = serverFrame.safeParse(parseJson(data)).data
    if (!frame) return
    if (frame.event === 'pong') {
      heartbeat.onPong()
      token.accept()
    }
    options.onFrame(frame)
  }

  /** `reconnect()` of the library would wait until the current pause is over. */
  function restart() {
    const unsent = socket.drainQueuedMessages()
    socket.close()
    socket = open()
    for (const frame of unsent) socket.send(frame)
  }

  const isOpen = () => socket.readyState === ReconnectingWebSocket.OPEN
  const send = (frame: ClientFrame) => socket.send(JSON.stringify(frame))

  function onWake() {
    if (isOpen()) heartbeat.check()
    else if (socket.shouldReconnect) restart()
  }

  /** A server on this machine may still be reachable. */
  function onOffline() {
    if (isOpen()) heartbeat.check(offlineTimeoutMs)
  }

  function close() {
    stopWatching()
    socket.close()
  }

  return { send, isOpen, restart, close }
}

interface NetworkListeners {
  /** The network is back, or the page is visible again. */
  onWake: () => void
  onOffline: () => void
}

/** @returns stops watching */
function watchNetwork({ onWake, onOffline }: NetworkListeners): () => void {
  const onVisible = () => document.visibilityState === 'visible' && onWake()
  window.addEventListener('online', onVisible)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('online', onVisible)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/**
 * Each delay is shortened by up to a fifth, so that clients don't all reconnect to a restarted server at
 * once.
 */
function backOff() {
  const factor = 1 - 0.2 * Math.random()
  return {
    minReconnectionDelay: firstDelayMs * factor,
    maxReconnectionDelay: maxDelayMs * factor,
    reconnectionDelayGrowFactor: 2,
    minUptime: steadyMs,
  }
}

function socketUrl(path: string, token: string): string {
  const url = new URL(path, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', token)
  return url.href
}

function parseJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}
