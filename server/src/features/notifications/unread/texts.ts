import { shortenName } from '@tendwell/contract/people/names'
import { SIDE_NAMES, type Side } from '@tendwell/contract/sign-in/accounts'
import type { NoticeContent } from '../../notices/index.ts'

/** Who sent a message. Its text is left out, because it is never part of a notification or an email. */
type MessageSender = {
  conversationId: number
  senderSide: Side
  familyName: string
  caregiverName: string
}

const getSenderName = (message: MessageSender) =>
  message.senderSide === 'caretaker' ? message.familyName : message.caregiverName

/** The sender's name and side. The side is added because a name may sound like a name of ours. */
const describeSender = (message: MessageSender) =>
  `${shortenName(getSenderName(message))} (${SIDE_NAMES[message.senderSide]})`

const getChatPath = ({ conversationId }: MessageSender) => `/chat?conversationId=${conversationId}`

/**
 * To the recipient: someone sent a message. It isn't emailed, because `renderUnreadMessagesEmail` is for
 * recipients who are away.
 */
export function renderMessageReceived(message: MessageSender, isFirst: boolean): NoticeContent {
  const name = `${getSenderName(message)} (${SIDE_NAMES[message.senderSide]})`
  return {
    type: isFirst ? 'chat_first_message' : 'chat_message',
    subject: null,
    payload: {
      caretaker_name: message.familyName,
      caregiver_name: message.caregiverName,
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
    text: `You have ${messages} from ${describeSender(message)}.`,
    action: { label: 'Read and reply', path: getChatPath(message) },
  }
}
