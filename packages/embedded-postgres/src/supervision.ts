/** Supervision: a server that dies is restarted on the same port. */
import type { Cluster } from './cluster.ts'
import { type Postmaster, readStatus, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'

const firstPauseMs = 50
const longestPauseMs = 5_000
/** If a server ran for so long before it died, the pauses before restarts begin with the shortest again. */
const healthyAfterMs = 30_000
const pollMs = 250

interface SupervisionOptions {
  cluster: Cluster
  postmaster: Postmaster
  enabled: boolean
  log: (message: string) => void
  /** Starts the server on its port. Returns null if the server exited. */
  start: () => Promise<Postmaster | null>
}

export interface Supervision {
  /** Stops watching the server, which goes on running. @returns the running server, or null */
  end(): Promise<Postmaster | null>
}

/** Starts watching the server. The watch does not keep Node.js from exiting. */
export function superviseCluster(options: SupervisionOptions): Supervision {
  const state: State = { current: options.postmaster, ended: false }
  const watch = options.enabled ? watchServer(options, state) : Promise.resolve()
  return {
    async end() {
      state.ended = true
      state.wake?.()
      await watch
      return state.current
    },
  }
}

interface State {
  current: Postmaster | null
  ended: boolean
  wake?: () => void
}

async function watchServer(options: SupervisionOptions, state: State): Promise<void> {
  let pauseMs = firstPauseMs
  while (!state.ended) {
    const since = performance.now()
    if (state.current) await waitUntilDeadOrEnded(state.current, state)
    if (state.ended) return
    if (performance.now() - since > healthyAfterMs) pauseMs = firstPauseMs
    if (state.current) options.log('PostgreSQL exited unexpectedly. Restarting it.')
    state.current = null
    await pauseUnlessEnded(pauseMs, state)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    if (state.ended) return
    state.current = await restart(options)
    if (state.current) options.log('PostgreSQL is running again.')
  }
}

function pauseUnlessEnded(ms: number, state: State): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    state.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/**
 * Restarts the server. If another process has started one meanwhile, it is adopted if it has our port, and
 * otherwise replaced.
 */
async function restart({ cluster, postmaster, start, log }: SupervisionOptions): Promise<Postmaster | null> {
  try {
    const running = await readStatus(cluster)
    if (!running) return await start()
    if (running.port === postmaster.port) return running
    if (running.ready) await stopPostmaster(running)
    return await start()
  } catch (error) {
    log(`PostgreSQL could not be started: ${(error as Error).message}`)
    return null
  }
}

function waitUntilDeadOrEnded(postmaster: Postmaster, state: State): Promise<void> {
  return new Promise((resolve) => {
    const { child, pid } = postmaster
    const timer = child ? null : setInterval(poll, pollMs).unref()
    state.wake = finish
    if (child && child.exitCode === null && child.signalCode === null) child.once('exit', finish)
    else if (child) finish()

    async function poll() {
      if (!(await isAlive(pid))) finish()
    }
    function finish() {
      if (timer) clearInterval(timer)
      child?.off('exit', finish)
      resolve()
    }
  })
}
