import { type ClientFrame, clientFrame } from '@tendwell/contract/realtime'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Peer, Receive } from '../../platform/frames.ts'
import { createTurns } from '../../platform/turns.ts'
import { readFrame, readMessages, sendFirst, sendMessage } from './commands.ts'
import { watchPresence } from './presence.ts'
import { membership, messagesFor } from './queries.ts'

/** Messages that come with one `joined`. */
const CAUGHT_UP_AT_ONCE = 50
/** Frames that use the database at once, of its pool's 20 connections, and those that may wait for it. */
const AT_ONCE = 10
const WAITING_MAXIMUM = 10_000
/** The highest sequence there can be. */
const NOTHING_FOLLOWS = 2_147_483_647

type Frame<Action extends ClientFrame['action']> = Extract<ClientFrame, { action: Action }>
type Chatting = Deps & { isThere: ReturnType<typeof watchPresence> }
type Actions = {
  [Action in ClientFrame['action']]: (deps: Chatting, peer: Peer, frame: Frame<Action>) => Promise<unknown>
}

/** A frame's own name for itself, for the answer; absent where it has none. */
const named = ({ client_id }: { client_id?: string | undefined }) =>
  client_id === undefined ? {} : { client_id }

/** Each action is one command or query, the same as the calls'; who may do it is asked there, each time anew. */
const ACTIONS: Actions = {
  async join({ database }, peer, frame) {
    const { conversation_id, after } = frame
    const span = { after: after ?? NOTHING_FOLLOWS, limit: CAUGHT_UP_AT_ONCE }
    const found = await messagesFor(database, peer.actor.id, conversation_id, span)
    peer.tell({
      event: 'joined',
      conversation_id,
      last_sequence: found.through,
      read_sequence: found.read,
      other_read_sequence: found.otherRead,
      messages: found.results,
      has_more: after !== undefined && (found.results.at(-1)?.sequence ?? after) < found.through,
      ...named(frame),
    })
  },

  async leave({ database }, peer, frame) {
    const { conversation_id } = frame
    await membership(database, peer.actor.id, conversation_id)
    peer.tell({ event: 'left', conversation_id, ...named(frame) })
  },

  // Who writes hears of it as the other one does, by `message.created`, so that all of it stays in order.
  send_message(deps, { actor }, { conversation_id: conversationId, text, client_id: clientId }) {
    return withTransaction(deps.database, (transaction) =>
      sendMessage(transaction, deps, actor, { conversationId, outgoing: { text, clientId } }),
    )
  },

  create_or_send_first(deps, { actor }, { caregiver_id, caretaker_id, text, client_id: clientId }) {
    const to = { caregiver: caregiver_id, caretaker: caretaker_id }
    return withTransaction(deps.database, (transaction) =>
      sendFirst(transaction, deps, actor, { to, outgoing: { text, clientId } }),
    )
  },

  async mark_read(deps, peer, { conversation_id: conversationId, message_ids: messageIds }) {
    const reading = await withTransaction(deps.database, (transaction) =>
      readMessages(transaction, deps, peer.actor, { conversationId, messageIds }),
    )
    if (!reading.isNew) peer.tell(readFrame(reading, peer.actor.id))
  },

  // A client that doesn't say whether it can be seen is taken to be.
  async ping({ isThere }, peer, frame) {
    if (frame.is_visible !== false) await isThere(peer)
    peer.tell({ event: 'pong', ...named(frame) })
  },
}

/**
 * What `/ws/chat/` does with a frame (marketplace spec §7, decisions §7). A thousand sockets that speak at once wait
 * for each other here, so that calls still find a connection to the database.
 */
export function chatFrames(deps: Deps): Receive {
  const chatting: Chatting = { ...deps, isThere: watchPresence(deps) }
  const inTurn = createTurns({ atOnce: AT_ONCE, waitingMaximum: WAITING_MAXIMUM })
  return async (peer, content) => {
    const parsed = clientFrame.safeParse(content)
    if (!parsed.success) throw new AppError(400, 'invalid', detailOf(parsed.error.issues))
    const act = ACTIONS[parsed.data.action] as (
      deps: Chatting,
      peer: Peer,
      frame: ClientFrame,
    ) => Promise<unknown>
    await inTurn(() => act(chatting, peer, parsed.data))
  }
}

function detailOf(issues: readonly { code: string; path: PropertyKey[]; message: string }[]): string {
  const [issue] = issues
  if (!issue || issue.path.length === 0) return 'The frame is not valid'
  return issue.path[0] === 'action' ? 'This action is not known' : issue.message
}
