const pingIntervalMs = 25_000
const pongTimeoutMs = 8_000

type Timer = ReturnType<typeof setTimeout>

interface HeartbeatOptions {
  ping: () => void
  /** The other side didn't answer in time. */
  onTimeout: () => void
}

/** Detects a dead connection, which a browser may not report for minutes. */
export function createHeartbeat({ ping, onTimeout }: HeartbeatOptions) {
  let interval: Timer | undefined
  let timeout: Timer | undefined

  /** Pings now and waits for the pong. */
  function check(withinMs = pongTimeoutMs) {
    clearTimeout(timeout)
    ping()
    timeout = setTimeout(onTimeout, withinMs)
  }

  function stop() {
    clearInterval(interval)
    clearTimeout(timeout)
  }

  return {
    start() {
      stop()
      check()
      interval = setInterval(() => check(), pingIntervalMs)
    },
    check,
    onPong: () => clearTimeout(timeout),
    stop,
  }
}
