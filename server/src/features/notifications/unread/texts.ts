import { shortenName } from '@tendwell/contract/people/names'
import { paths } from '@tendwell/contract/routes'
import { SIDE_NAMES, type Side } from '@tendwell/contract/sign-in/accounts'
import {
  type NoticeContent,
  namePlaceholder,
  toNameInSentence,
  toQuote,
  toShownFirstName,
} from '../../notices/index.ts'

/** Who sent a message. Its text is left out, because a notification never has it. */
type MessageSender = {
  conversationId: number
  senderSide: Side
  senderId: number
  recipientId: number
  /** As the recipient sees it. */
  senderName: string
}

/** The sender's name and side. The side is added because a name may sound like a name of ours. */
const describeSender = (name: string, { senderSide }: MessageSender) => `${name} (${SIDE_NAMES[senderSide]})`

const getChatPath = ({ conversationId }: MessageSender) => `${paths.chat}?conversationId=${conversationId}`

/**
 * To the recipient: someone sent a message. This notice isn't emailed, because recipients who are away get
 * `renderUnreadMessagesEmail`.
 * @param options.isFirst whether the message began the conversation
 */
export function renderMessageReceived(
  message: MessageSender,
  { isFirst }: { isFirst: boolean },
): NoticeContent {
  const [sender, recipient] = [namePlaceholder(message.senderId), namePlaceholder(message.recipientId)]
  const isByFamily = message.senderSide === 'caretaker'
  const name = describeSender(sender, message)
  return {
    type: isFirst ? 'chat_first_message' : 'chat_message',
    subject: null,
    payload: {
      caretaker_name: isByFamily ? sender : recipient,
      caregiver_name: isByFamily ? recipient : sender,
      message: isFirst ? `${name} started a conversation with you.` : `${name} sent you a message.`,
      action_url: getChatPath(message),
      action_text: 'Read and reply',
    },
  }
}

/**
 * The email about all unread messages of a conversation.
 * @param quote the newest of them; null if the email may not quote it
 */
export function renderUnreadMessagesEmail(
  message: MessageSender,
  unreadCount: number,
  quote: string | null,
): {
  subject: string
  text: string
  facts: { label: string; lines: string[] }[]
  action: { label: string; path: string }
} {
  const name = shortenName(message.senderName)
  const firstName = describeSender(toShownFirstName(name), message)
  const isAllQuoted = unreadCount === 1 && quote !== null
  return {
    subject:
      unreadCount === 1 ? `New message from ${firstName}` : `${unreadCount} new messages from ${firstName}`,
    text: `You have ${unreadCount === 1 ? 'a new message' : `${unreadCount} new messages`} from ${describeSender(toNameInSentence(name), message)}.`,
    facts:
      quote === null
        ? []
        : [{ label: unreadCount === 1 ? 'Message' : 'Latest message', lines: toQuote(quote).split('\n') }],
    action: { label: isAllQuoted ? 'Reply' : 'Read and reply', path: getChatPath(message) },
  }
}
