import { z } from 'zod'
import { readItems, removeItem, saveItem, watchItems } from '../../../lib/session/user-storage.ts'

/** A message that the server has not acknowledged. */
const pendingMessage = z.object({
  /** The server stores a message once per `clientId`, so sending it again is harmless. */
  clientId: z.string(),
  otherId: z.number(),
  /** Null if this message starts the conversation. */
  conversationId: z.number().nullable(),
  text: z.string(),
  /** In ms since 1970. */
  writtenMs: z.number(),
  /** Why the server refused it for good; it is not sent again unless the user retries. */
  failure: z.string().nullable(),
})
export type PendingMessage = z.infer<typeof pendingMessage>

const kind = 'outbox'

/**
 * Unsent messages in the order of writing. They stay in this browser until they are acknowledged, so neither
 * a lost connection nor a reload loses any. All tabs share them.
 */
export function createOutbox(userId: number, onChange: () => void) {
  /** Messages that storage refused; they live as long as the tab. */
  const unsaved = new Map<string, PendingMessage>()
  let messages = readMessages()

  function readMessages(): PendingMessage[] {
    return [...readItems(userId, kind), ...unsaved]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, value]) => pendingMessage.safeParse(value).data ?? [])
  }

  function update() {
    messages = readMessages()
    onChange()
  }

  /** Names sort in the order of writing, even within one millisecond. */
  function toItemName({ writtenMs, clientId }: PendingMessage): string {
    return `${String(writtenMs).padStart(15, '0')}.${clientId}`
  }

  function save(message: PendingMessage) {
    const name = toItemName(message)
    if (saveItem(userId, kind, name, message)) unsaved.delete(name)
    else unsaved.set(name, message)
    update()
  }

  function drop(message: PendingMessage) {
    unsaved.delete(toItemName(message))
    removeItem(userId, kind, toItemName(message))
  }

  /** Later than every other message, even if the clock was set back. */
  function writtenAfterAll(nowMs: number): number {
    return Math.max(nowMs, (messages.at(-1)?.writtenMs ?? 0) + 1)
  }

  const find = (clientId: string) => messages.find((message) => message.clientId === clientId)

  return {
    messages: () => messages,
    next: () => messages.find(({ failure }) => failure === null),
    add(message: Omit<PendingMessage, 'writtenMs' | 'failure'>, nowMs: number) {
      save({ ...message, writtenMs: writtenAfterAll(nowMs), failure: null })
    },
    remove(clientId: string) {
      const message = find(clientId)
      if (!message) return
      drop(message)
      update()
    },
    refuse(clientId: string, failure: string) {
      const message = find(clientId)
      if (message) save({ ...message, failure })
    },
    /** Puts a refused message at the end of the queue. */
    retry(clientId: string, nowMs: number) {
      const message = find(clientId)
      if (!message?.failure) return
      drop(message)
      save({ ...message, writtenMs: writtenAfterAll(nowMs), failure: null })
    },
    /** Follows changes by other tabs. @returns stops watching */
    watch: () => watchItems(userId, kind, update),
  }
}
export type Outbox = ReturnType<typeof createOutbox>
