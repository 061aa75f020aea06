import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { useConversationsInfiniteQuery } from './api.ts'
import { useChat } from './use-chat.ts'

/** The way to the messages in the header, and how many wait. It holds the chat open on every screen. */
export function MessagesIcon() {
  useChat()
  const { data } = useConversationsInfiniteQuery()
  const count = data?.pages[0]?.unread_total ?? 0
  return (
    <Link
      to={paths.chat}
      aria-label={count > 0 ? `Messages, ${count} unread` : 'Messages'}
      className="relative inline-flex size-11 items-center justify-center rounded-full transition-colors hover:bg-deep-line"
    >
      <MessageCircle className="size-5" aria-hidden="true" />
      <CountBadge count={count} className="absolute top-1 right-0.5" />
    </Link>
  )
}
