import { type ClientFrame, clientFrame } from '@tendwell/contract/realtime'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'
import type { Peer, Receive } from '../../../platform/realtime/frames.ts'
import { startConversation } from '../conversations/conversation-start.ts'
import { createPresenceTracker } from '../conversations/presence.ts'
import { listChangedMessages, listMessages } from '../messages/message-queries.ts'
import { markMessagesRead } from '../messages/reading.ts'
import { countSentMessages, sendMessage, toMessageInput } from '../messages/sending.ts'
import { getMembership } from '../queries.ts'
import { toReadFrame } from './outgoing-frames.ts'

const MESSAGES_PER_JOIN = 50
/** About half of a node's database connections, so that the rest stay free for HTTP calls. */
const MAX_CONCURRENT_FRAMES = 10
const MAX_QUEUED_FRAMES = 10_000
/** PostgreSQL's largest integer: no message has a later sequence. */
const MAX_SEQUENCE = 2_147_483_647

type Frame<Action extends ClientFrame['action']> = Extract<ClientFrame, { action: Action }>
type HandlerDeps = Deps & { trackPresence: ReturnType<typeof createPresenceTracker> }
type Handlers = {
  [Action in ClientFrame['action']]: (deps: HandlerDeps, peer: Peer, frame: Frame<Action>) => Promise<unknown>
}

/** The `client_id` of a frame, if it has one, to be repeated in the answer. */
const pickClientId = ({ client_id }: { client_id?: string | undefined }) =>
  client_id === undefined ? {} : { client_id }

/**
 * Each action runs the same command or query as its HTTP route. The command or query checks the membership.
 */
const HANDLERS: Handlers = {
  async join({ database }, peer, frame) {
    const { conversation_id, after } = frame
    const range = { after: after ?? MAX_SEQUENCE, limit: MESSAGES_PER_JOIN }
    const page = await listMessages(database, peer.actor.id, conversation_id, range)
    peer.send({
      event: 'joined',
      conversation_id,
      last_sequence: page.lastSequence,
      read_sequence: page.readSequence,
      other_read_sequence: page.otherReadSequence,
      messages: page.results,
      changed:
        after === undefined
          ? []
          : await listChangedMessages(database, peer.actor.id, {
              conversationId: conversation_id,
              through: after,
            }),
      has_more: after !== undefined && (page.results.at(-1)?.sequence ?? after) < page.lastSequence,
      ...pickClientId(frame),
    })
  },

  async leave({ database }, peer, frame) {
    const { conversation_id } = frame
    await getMembership(database, peer.actor.id, conversation_id)
    peer.send({ event: 'left', conversation_id, ...pickClientId(frame) })
  },

  // Sends no answer: the pushed `message.created` acknowledges the message, in order with other messages.
  async send_message(deps, { actor }, frame) {
    await countSentMessages(deps, actor.id)
    const sending = { conversationId: frame.conversation_id, input: toMessageInput(frame) }
    return withTransaction(deps.database, (transaction) => sendMessage(transaction, deps, actor, sending))
  },

  async create_or_send_first(deps, { actor }, frame) {
    await countSentMessages(deps, actor.id)
    const to = { caregiver: frame.caregiver_id, caretaker: frame.caretaker_id }
    const sending = { to, input: toMessageInput(frame) }
    return withTransaction(deps.database, (transaction) =>
      startConversation(transaction, deps, actor, sending),
    )
  },

  async mark_read(deps, peer, { conversation_id: conversationId, message_ids: messageIds }) {
    const receipt = await withTransaction(deps.database, (transaction) =>
      markMessagesRead(transaction, deps, peer.actor, { conversationId, messageIds }),
    )
    if (!receipt.isNew) peer.send(toReadFrame(receipt, peer.actor.id))
  },

  async ping({ trackPresence }, peer, frame) {
    if (frame.is_visible !== false) await trackPresence(peer)
    peer.send({ event: 'pong', ...pickClientId(frame) })
  },
}

/**
 * Handles the frames of `/ws/chat/`. They go through a queue, so that a burst of frames leaves database
 * connections to HTTP calls.
 * @see docs/rules/chat-and-notifications.md#chat-frames
 */
export function createChatFrameHandler(deps: Deps): Receive {
  const handlerDeps: HandlerDeps = { ...deps, trackPresence: createPresenceTracker(deps) }
  const enqueue = createWorkQueue({ concurrency: MAX_CONCURRENT_FRAMES, maxWaiting: MAX_QUEUED_FRAMES })
  return async (peer, content) => {
    const parsed = clientFrame.safeParse(content)
    if (!parsed.success) throw new AppError(400, 'invalid', describeIssue(parsed.error.issues))
    const handle = HANDLERS[parsed.data.action] as (
      deps: HandlerDeps,
      peer: Peer,
      frame: ClientFrame,
    ) => Promise<unknown>
    await enqueue(() => handle(handlerDeps, peer, parsed.data))
  }
}

/** A text for the client about the first issue of a frame. */
function describeIssue(issues: readonly { code: string; path: PropertyKey[]; message: string }[]): string {
  const [issue] = issues
  if (!issue || issue.path.length === 0) return 'The frame is not valid'
  return issue.path[0] === 'action' ? 'Unknown action' : issue.message
}
