import type { Renewal } from './api-base.ts'

/** A WebSocket that stays open: it reconnects, buffers if asked to, and gives way when the session ends. */
export interface RealtimeOptions {
  /** Such as `/ws/notifications/`. */
  path: string
  /** The access token at the time of each connection. */
  token: () => string | null
  onFrame: (frame: unknown) => void
  /** After each opening, the first too: the time to catch up on what was missed. */
  onOpen?: () => void
  /** The server ended the session of this access token (4401): see `renewSession`. */
  onSessionEnded: (refused: string) => Promise<Renewal>
  /** The connection is gone, whatever the reason; it may come again. */
  onClose?: () => void
  /** Keep what is sent while closed and send it on opening; else it is dropped and `send` answers false. */
  buffered?: boolean
  /** Sent every 25 s, to see whether anybody is there: where no answer comes the connection is opened anew. */
  ping: () => object
}

export interface Realtime {
  send: (frame: object) => boolean
  isOpen: () => boolean
  /** Gives this connection up, as one that no longer answers, and opens another. */
  restart: () => void
  close: () => void
}

const closedNormally = 1000
const sessionEnded = 4401
const longestDelayMs = 15_000
const mostBuffered = 100
const askEachMs = 25_000
/** What has lived for so long was let in. */
const letInMs = 5_000
const answerWithinMs = 8_000
const doubtfulAnswerWithinMs = 2_000

type Timer = ReturnType<typeof setTimeout> | undefined

export function connectRealtime(options: RealtimeOptions): Realtime {
  let socket: WebSocket | null = null
  /** What is done when the waiting is over: now and then it is cut short. */
  let next: (() => void) | null = null
  let timer: Timer
  let attempt = 0
  let refusals = 0
  let stopped = false
  let waiting: string[] = []
  let asking: Timer
  let answering: Timer
  let living: Timer
  let isDoubtful = false
  let heardMs = 0

  function open() {
    const token = options.token()
    if (stopped || socket || !token) return
    const current = new WebSocket(socketUrl(options.path, token))
    socket = current
    current.onopen = () => {
      attempt = 0
      heard(null)
      askLater()
      living = setTimeout(() => {
        refusals = 0
      }, letInMs)
      for (const text of waiting.splice(0)) current.send(text)
      options.onOpen?.()
    }
    current.onmessage = (message) => {
      const frame = parse(message.data)
      heard(frame)
      if (frame !== undefined) options.onFrame(frame)
    }
    current.onclose = (event) => {
      if (socket === current) gone(() => closed(event.code, token))
    }
  }

  function gone(thenDo: () => void) {
    socket = null
    stopWatching()
    if (stopped) return
    options.onClose?.()
    thenDo()
  }

  function stopWatching() {
    for (const watch of [asking, answering, living]) clearTimeout(watch)
    isDoubtful = false
  }

  /** In doubt the answer alone counts: all else may have been on its way before the line went down. */
  function heard(frame: unknown) {
    heardMs = performance.now()
    if (isDoubtful && !isAnswer(frame)) return
    isDoubtful = false
    clearTimeout(answering)
  }

  function askLater() {
    clearTimeout(asking)
    asking = setTimeout(() => probe(answerWithinMs), askEachMs)
  }

  /** A connection that broke without a word is found out by asking. */
  function probe(withinMs: number, inDoubt = false) {
    if (socket?.readyState !== WebSocket.OPEN) return
    isDoubtful = inDoubt
    socket.send(JSON.stringify(options.ping()))
    askLater()
    clearTimeout(answering)
    answering = setTimeout(restart, withinMs)
  }

  function restart() {
    const dead = socket
    if (!dead) return
    // Its own end may take minutes to be noticed: nobody waits for it.
    dead.onopen = dead.onmessage = dead.onclose = null
    dead.close()
    gone(openLater)
  }

  /** The line is back, or the tab is looked at again: the time to be there, and to see whether the other end is. */
  function wake() {
    if (document.visibilityState === 'hidden') return
    if (next) goOn()
    else if (performance.now() - heardMs > answerWithinMs) probe(answerWithinMs)
  }

  /** The browser says that the line is down; a server on this machine may be there all the same. */
  function doubt() {
    probe(doubtfulAnswerWithinMs, true)
  }

  function closed(code: number, token: string) {
    if (code === closedNormally) return
    if (code !== sessionEnded) openLater()
    // A second refusal in a row, of a token that is new, is an answer: asking on would only go in circles.
    else if (++refusals === 1) void renew(token)
  }

  /** Until the server has said whether the session goes on, a connection would only be refused again. */
  async function renew(refused: string) {
    const renewal = await options.onSessionEnded(refused)
    if (renewal === 'renewed') openLater()
    if (renewal === 'later') waitAndThen(() => void renew(refused))
  }

  function openLater() {
    waitAndThen(open)
  }

  function waitAndThen(step: () => void) {
    if (stopped) return
    next = step
    timer = setTimeout(goOn, reconnectDelayMs(attempt++))
  }

  function goOn() {
    clearTimeout(timer)
    const step = next
    next = null
    step?.()
  }

  function send(frame: object): boolean {
    const text = JSON.stringify(frame)
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(text)
      return true
    }
    if (!options.buffered) return false
    waiting = [...waiting, text].slice(-mostBuffered)
    return true
  }

  function close() {
    stopped = true
    clearTimeout(timer)
    stopWatching()
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', doubt)
    document.removeEventListener('visibilitychange', wake)
    socket?.close(closedNormally)
  }

  window.addEventListener('online', wake)
  window.addEventListener('offline', doubt)
  document.addEventListener('visibilitychange', wake)
  open()
  return { send, restart, close, isOpen: () => socket?.readyState === WebSocket.OPEN }
}

/** 1, 2, 4, 8, then 15 s; up to a fifth less, so that a restarted server is not met by all clients at once. */
export function reconnectDelayMs(attempt: number, random = Math.random()): number {
  const delayMs = Math.min(1000 * 2 ** attempt, longestDelayMs)
  return Math.round(delayMs * (1 - 0.2 * random))
}

function socketUrl(path: string, token: string): string {
  const url = new URL(path, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', token)
  return url.href
}

function isAnswer(frame: unknown): boolean {
  return typeof frame === 'object' && frame !== null && 'event' in frame && frame.event === 'pong'
}

function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}
