import type { UnknownAction } from '@reduxjs/toolkit'
import type { ChatMessage } from '@tendwell/contract/chat/chat'
import type { ServerFrame } from '@tendwell/contract/realtime'
import type { Acknowledgements } from './acknowledgements.ts'
import { chatActions } from './chat-slice.ts'
import type { PendingRequests } from './pending-requests.ts'
import { lastSequence, type Thread } from './thread.ts'

type Frame<Event extends ServerFrame['event']> = Extract<ServerFrame, { event: Event }>

interface FrameHandlerOptions {
  userId: number
  getThread: (conversationId: number) => Thread | undefined
  update: (action: UnknownAction) => void
  requests: PendingRequests
  acknowledgements: Acknowledgements
  /** The server has stored this message. */
  acknowledge: (message: ChatMessage) => void
  /** Requests the messages that a thread is missing. */
  catchUp: (conversationId: number) => void
  refetchConversations: () => void
}

/** @see docs/rules/chat-and-notifications.md#chat-frames */
export function createFrameHandler(options: FrameHandlerOptions) {
  const { userId, getThread, update, requests, acknowledgements, acknowledge, catchUp } = options

  function messageCreated({ conversation_id: conversationId, message }: Frame<'message.created'>) {
    update(chatActions.messagesReceived({ conversationId, messages: [message] }))
    acknowledge(message)
    const thread = getThread(conversationId)
    if (thread?.status === 'ready' && lastSequence(thread) < message.sequence) catchUp(conversationId)
    options.refetchConversations()
  }

  function messageChanged({ message }: Frame<'message.changed'>) {
    update(chatActions.messageChanged(message))
    options.refetchConversations()
  }

  function messagesRead(frame: Frame<'messages.read'>) {
    const { conversation_id: conversationId, reader_id, read_sequence: sequence } = frame
    if (reader_id !== userId) update(chatActions.readByOther({ conversationId, sequence }))
    options.refetchConversations()
  }

  function conversationCreated(frame: Frame<'conversation.created'>) {
    const { conversation_id: conversationId, caretaker_id, caregiver_id } = frame
    const otherId = caretaker_id === userId ? caregiver_id : caretaker_id
    update(chatActions.conversationStarted({ conversationId, otherId }))
    options.refetchConversations()
  }

  function joined(frame: Frame<'joined'>) {
    const { conversation_id: conversationId, messages, client_id } = frame
    if (client_id) requests.resolve(client_id)
    const before = getThread(conversationId)
    update(chatActions.messagesReceived({ conversationId, messages }))
    for (const message of frame.changed) update(chatActions.messageChanged(message))
    update(chatActions.readByOther({ conversationId, sequence: frame.other_read_sequence }))
    for (const message of messages) acknowledge(message)
    const after = getThread(conversationId)
    if (frame.has_more && before && after && lastSequence(after) > lastSequence(before)) {
      catchUp(conversationId)
    }
  }

  function refused({ client_id, code, detail }: Frame<'error'>) {
    if (client_id === null) return
    acknowledgements.settle(client_id, { code, detail })
    requests.reject(client_id, code)
  }

  return function handleFrame(frame: ServerFrame) {
    if (frame.event === 'message.created') messageCreated(frame)
    else if (frame.event === 'message.changed') messageChanged(frame)
    else if (frame.event === 'messages.read') messagesRead(frame)
    else if (frame.event === 'conversation.created') conversationCreated(frame)
    else if (frame.event === 'conversation.changed') options.refetchConversations()
    else if (frame.event === 'joined') joined(frame)
    else if (frame.event === 'error') refused(frame)
  }
}
