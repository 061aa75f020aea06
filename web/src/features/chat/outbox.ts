import { allKept, forget, keep, watchKept } from '../../lib/kept.ts'

/** A message that the server has not acknowledged. */
export interface Pending {
  /** What the server knows it by, so that sending it again stores it once. */
  clientId: string
  /** Whom it is for. */
  otherId: number
  /** Null where there was no conversation with them yet: this message begins it. */
  conversationId: number | null
  text: string
  /** When it was written, in ms since 1970. */
  writtenMs: number
  /** Why the server refused it for good; it is not sent again by itself. */
  failure: string | null
}

const kind = 'outbox'

/**
 * Messages on their way, in the order of writing: kept in this browser until they are acknowledged, so that neither
 * a lost connection nor a reload loses one. All tabs see the same.
 */
export function createOutbox(userId: number, onChange: () => void) {
  /** What storage would not take lives as long as the tab. */
  const unkept = new Map<string, Pending>()
  let items: readonly Pending[] = read()

  function read(): readonly Pending[] {
    const kept = [...allKept(userId, kind)].flatMap(([name, value]) =>
      isPending(value) ? [{ name, value }] : [],
    )
    const all = [...kept, ...[...unkept].map(([name, value]) => ({ name, value }))]
    return all.sort((one, other) => (one.name < other.name ? -1 : 1)).map(({ value }) => value)
  }

  function changed() {
    items = read()
    onChange()
  }

  /** Names sort as the messages were written, also where two are written in one millisecond. */
  function nameOf({ writtenMs, clientId }: Pending): string {
    return `${String(writtenMs).padStart(15, '0')}.${clientId}`
  }

  function put(pending: Pending) {
    const name = nameOf(pending)
    if (keep(userId, kind, name, pending)) unkept.delete(name)
    else unkept.set(name, pending)
    changed()
  }

  function drop(pending: Pending) {
    unkept.delete(nameOf(pending))
    forget(userId, kind, nameOf(pending))
  }

  const find = (clientId: string) => items.find((item) => item.clientId === clientId)

  return {
    items: () => items,
    /** The next to be sent, or undefined. */
    next: () => items.find(({ failure }) => failure === null),
    add(message: Omit<Pending, 'writtenMs' | 'failure'>, nowMs: number) {
      const writtenMs = Math.max(nowMs, (items.at(-1)?.writtenMs ?? 0) + 1)
      put({ ...message, writtenMs, failure: null })
    },
    remove(clientId: string) {
      const pending = find(clientId)
      if (!pending) return
      drop(pending)
      changed()
    },
    refuse(clientId: string, failure: string) {
      const pending = find(clientId)
      if (pending) put({ ...pending, failure })
    },
    /** Sends a refused message once more, after all that wait. */
    retry(clientId: string, nowMs: number) {
      const pending = find(clientId)
      if (!pending?.failure) return
      drop(pending)
      const writtenMs = Math.max(nowMs, (items.at(-1)?.writtenMs ?? 0) + 1)
      put({ ...pending, writtenMs, failure: null })
    },
    /** Follows the other tabs; the answer stops it. */
    watch: () => watchKept(userId, kind, changed),
  }
}
export type Outbox = ReturnType<typeof createOutbox>

function isPending(value: unknown): value is Pending {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, otherId, conversationId, text, writtenMs, failure } = value as Record<string, unknown>
  return (
    typeof clientId === 'string' &&
    typeof otherId === 'number' &&
    (conversationId === null || typeof conversationId === 'number') &&
    typeof text === 'string' &&
    typeof writtenMs === 'number' &&
    (failure === null || typeof failure === 'string')
  )
}
