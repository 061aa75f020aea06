import type { Deps } from '../../deps.ts'
import { transact } from '../../platform/database.ts'
import type { App } from '../../platform/http.ts'
import { markSeen } from './store.ts'

/** How exactly it is known when somebody was last there. */
const BEAT_MS = 30_000

/** Writes down every half minute who has a socket open on this node, for all nodes to know. */
export function watchPresence(app: App, deps: Pick<Deps, 'clock' | 'database' | 'hub' | 'log'>): void {
  const beat = () =>
    transact(deps.database, (transaction) =>
      markSeen(transaction, deps.hub.people(), deps.clock.now()),
    ).catch((error: unknown) => deps.log.warn({ err: error }, 'could not write down who is there'))
  const beats = setInterval(beat, BEAT_MS)
  beats.unref()
  app.addHook('onClose', async () => clearInterval(beats))
}
