import { shortenName } from '@tendwell/contract/people/names'
import { paths } from '@tendwell/contract/routes'
import { SIDE_NAMES, type Side } from '@tendwell/contract/sign-in/accounts'
import { type NoticeContent, namePlaceholder } from '../../notices/index.ts'

/** Who sent a message. Its text is left out, because it is never part of a notification or an email. */
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

/** The email about all unread messages of a conversation. */
export function renderUnreadMessagesEmail(
  message: MessageSender,
  unreadCount: number,
): { subject: string; text: string; action: { label: string; path: string } } {
  const messages = unreadCount === 1 ? 'a new message' : `${unreadCount} new messages`
  return {
    subject: unreadCount === 1 ? 'You have a new message' : 'You have new messages',
    text: `You have ${messages} from ${describeSender(shortenName(message.senderName), message)}.`,
    action: { label: 'Read and reply', path: getChatPath(message) },
  }
}
