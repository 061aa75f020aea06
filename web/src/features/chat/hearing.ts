import type { ChatMessage } from '@tendwell/contract/chat'
import type { ServerFrame } from '@tendwell/contract/realtime'
import type { ChatStateHolder } from './chat-state.ts'
import type { Questions } from './questions.ts'
import type { Receipts } from './receipts.ts'
import { lastSequence, withNewer, withOtherRead } from './thread.ts'

type Frame<Event extends ServerFrame['event']> = Extract<ServerFrame, { event: Event }>

interface HearingOptions {
  userId: number
  state: ChatStateHolder
  questions: Questions
  receipts: Receipts
  /** The server has this message. */
  acknowledge: (message: ChatMessage) => void
  /** Asks for what a thread lacks. */
  catchUp: (conversationId: number) => void
  /** The list of conversations is out of date. */
  readListAnew: () => void
}

/** What each frame of the server does to the threads. */
export function createHearing(options: HearingOptions) {
  const { userId, state, questions, receipts, acknowledge, catchUp, readListAnew } = options

  function created({ conversation_id, message }: Frame<'message.created'>) {
    const thread = state.thread(conversation_id)
    if (thread?.status === 'ready') {
      const grown = withNewer(thread, [message])
      if (grown) state.changeThread(conversation_id, grown)
      else catchUp(conversation_id)
    }
    acknowledge(message)
    readListAnew()
  }

  function read({ conversation_id, reader_id, read_sequence }: Frame<'messages.read'>) {
    const thread = state.thread(conversation_id)
    if (thread && reader_id !== userId) {
      state.changeThread(conversation_id, withOtherRead(thread, read_sequence))
    }
    readListAnew()
  }

  function begun({ conversation_id, caretaker_id, caregiver_id }: Frame<'conversation.created'>) {
    const otherId = caretaker_id === userId ? caregiver_id : caretaker_id
    state.change({ begun: new Map(state.now().begun).set(otherId, conversation_id) })
    // It has no messages yet: the first one comes next.
    if (!state.thread(conversation_id)) state.changeThread(conversation_id, { status: 'ready' })
    readListAnew()
  }

  function joined(frame: Frame<'joined'>) {
    const { conversation_id, messages, client_id } = frame
    if (client_id) questions.answered(client_id)
    const thread = state.thread(conversation_id)
    if (!thread) return
    const grown = withOtherRead(withNewer(thread, messages) ?? thread, frame.other_read_sequence)
    state.changeThread(conversation_id, grown)
    for (const message of messages) acknowledge(message)
    const last = lastSequence(grown)
    if (frame.has_more && last > lastSequence(thread)) catchUp(conversation_id)
  }

  function refused({ client_id, code, detail }: Frame<'error'>) {
    if (client_id === null) return
    receipts.settle(client_id, { code, detail })
    questions.refused(client_id, code)
  }

  return function heard(frame: ServerFrame) {
    if (frame.event === 'message.created') created(frame)
    if (frame.event === 'messages.read') read(frame)
    if (frame.event === 'conversation.created') begun(frame)
    if (frame.event === 'joined') joined(frame)
    if (frame.event === 'error') refused(frame)
  }
}
