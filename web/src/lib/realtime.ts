/** A WebSocket that stays open: it reconnects, buffers if asked to, and gives way when the session ends. */
export interface RealtimeOptions {
  /** Such as `/ws/notifications/`. */
  path: string
  /** The access token at the time of each connection. */
  token: () => string | null
  onFrame: (frame: unknown) => void
  /** After each opening, the first too: the time to catch up on what was missed. */
  onOpen?: () => void
  /** The server ended the session (4401): refresh it; true to connect again with the new token. */
  onSessionEnded: () => Promise<boolean>
  /** The connection is gone, whatever the reason; it may come again. */
  onClose?: () => void
  /** Keep what is sent while closed and send it on opening; else it is dropped and `send` answers false. */
  buffered?: boolean
  /** Sent after a silence, to see whether anybody is there: where no answer comes the connection is opened anew. */
  ping?: object
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
const abandoned = 1006
const longestDelayMs = 15_000
const mostBuffered = 100
const silenceMs = 25_000
const answerWithinMs = 8_000
const doubtfulAnswerWithinMs = 2_000

export function connectRealtime(options: RealtimeOptions): Realtime {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let refusals = 0
  let stopped = false
  let waiting: string[] = []
  let watch: ReturnType<typeof setTimeout> | undefined
  let heardMs = 0

  function open() {
    clearTimeout(timer)
    timer = undefined
    const token = options.token()
    if (stopped || socket || !token) return
    const current = new WebSocket(socketUrl(options.path, token))
    socket = current
    current.onopen = () => {
      attempt = 0
      heard()
      for (const text of waiting.splice(0)) current.send(text)
      options.onOpen?.()
    }
    current.onmessage = (message) => {
      refusals = 0
      heard()
      const frame = parse(message.data)
      if (frame !== undefined) options.onFrame(frame)
    }
    current.onclose = (event) => {
      if (socket === current) gone(event.code)
    }
  }

  function gone(code: number) {
    socket = null
    clearTimeout(watch)
    if (stopped) return
    options.onClose?.()
    void closed(code)
  }

  function heard() {
    heardMs = performance.now()
    if (!options.ping) return
    clearTimeout(watch)
    watch = setTimeout(() => probe(answerWithinMs), silenceMs)
  }

  /** A connection that broke without a word is found out by asking. */
  function probe(withinMs: number) {
    if (socket?.readyState !== WebSocket.OPEN || !options.ping) return
    clearTimeout(watch)
    socket.send(JSON.stringify(options.ping))
    watch = setTimeout(restart, withinMs)
  }

  function restart() {
    const dead = socket
    if (!dead) return
    // Its own end may take minutes to be noticed: nobody waits for it.
    dead.onopen = dead.onmessage = dead.onclose = null
    dead.close()
    gone(abandoned)
  }

  /** The line is back, or the tab is looked at again: the time to be there, and to see whether the other end is. */
  function wake() {
    if (document.visibilityState === 'hidden') return
    if (timer !== undefined) open()
    else if (performance.now() - heardMs > answerWithinMs) probe(answerWithinMs)
  }

  /** The browser says that the line is down; a server on this machine may be there all the same. */
  function doubt() {
    probe(doubtfulAnswerWithinMs)
  }

  async function closed(code: number) {
    if (code === closedNormally) return
    // A second refusal in a row, of a token that is new, is an answer: asking on would only go in circles.
    if (code === sessionEnded && (++refusals > 1 || !(await options.onSessionEnded()))) return
    if (!stopped) timer = setTimeout(open, reconnectDelayMs(attempt++))
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
    clearTimeout(watch)
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

function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}
