import { MINUTE_MS } from '@tendwell/contract/time'
import { markMessagesRead, startConversation } from '../../features/chat/index.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { goBack } from '../backdate.ts'
import { CONVERSATIONS, type Conversation } from '../content/chats.ts'
import { type Demo, findPair, toActor } from '../people/accounts.ts'

/** Adds conversations, some with unread messages. */
export async function addChats(demo: Demo): Promise<void> {
  for (const conversation of CONVERSATIONS) await addConversation(demo, conversation)
}

/**
 * Sends the messages of a conversation, each at its time, and marks all but the last `unread` ones as read.
 */
async function addConversation(demo: Demo, conversation: Conversation): Promise<void> {
  const { lines, unread } = conversation
  const pair = findPair(demo, conversation)
  const caregiver = toActor(pair.caregiver.id, 'caregiver')
  const family = toActor(pair.family.id, 'caretaker')
  for (const [index, [sender, minutesAgo, text]] of lines.entries()) {
    const pastDeps = goBack(demo.deps, minutesAgo * MINUTE_MS)
    const isLast = index === lines.length - 1
    // The last unread message is published, so that the recipient has a notification.
    const sendDeps = isLast && unread > 0 ? { ...pastDeps, jobs: demo.deps.jobs } : pastDeps
    const [writer, reader] = sender === 'family' ? [family, caregiver] : [caregiver, family]
    await withTransaction(pastDeps.database, async (transaction) => {
      const { conversationId, message } = await startConversation(transaction, sendDeps, writer, {
        to: { caregiver: caregiver.id, caretaker: family.id },
        input: { text, clientId: undefined, hasContactDetails: false },
      })
      if (index >= lines.length - unread) return
      await markMessagesRead(transaction, pastDeps, reader, { conversationId, messageIds: [message.id] })
    })
  }
}
