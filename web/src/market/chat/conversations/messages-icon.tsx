import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { CountBadge } from '../../../ui/count-badge.tsx'
import { useConversationsInfiniteQuery } from '../chat-api.ts'
import { useChatClient } from '../client/use-chat-client.ts'

/** The header's link to the messages, with the unread count. It keeps the chat connected on every page. */
export function MessagesIcon() {
  useChatClient()
  const { data } = useConversationsInfiniteQuery()
  const count = data?.pages[0]?.unread_total ?? 0
  return (
    <Link
      to={paths.chat}
      aria-label={count > 0 ? `Messages, ${count} unread` : 'Messages'}
      className="relative inline-flex size-11 items-center justify-center rounded-full transition-colors hover:bg-deep-line"
    >
      <MessageCircle className="size-5" />
      <CountBadge count={count} className="absolute top-0 left-5.5" />
    </Link>
  )
}
