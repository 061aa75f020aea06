import type { ChatPerson } from '@tendwell/contract/chat/chat'
import { SIDE_NAMES, type Side } from '@tendwell/contract/sign-in/accounts'
import { ArrowLeft, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'

interface ConversationHeaderProps {
  other: ChatPerson
  side: Side
  /** The other person's page, or null if it can't be opened. */
  profilePath: string | null
  /** Shown at the end, such as a menu. */
  actions?: ReactNode
  /** What the two have ahead, in a line of its own. */
  booking?: ReactNode
}

export function ConversationHeader({ other, side, profilePath, actions, booking }: ConversationHeaderProps) {
  return (
    <header className="border-b border-line">
      <div className="flex min-h-18 items-center gap-3 px-3 py-2 sm:px-5">
        <Link
          to={paths.chat}
          aria-label="Back to all messages"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft hover:bg-sand hover:text-ink md:hidden"
        >
          <ArrowLeft className="size-5" />
        </Link>
        <Avatar name={other.full_name} src={other.avatar} />
        <div className="flex min-w-0 flex-1 flex-col gap-x-2 sm:flex-row sm:items-baseline">
          <h2 className="min-w-0 text-17 sm:text-21">
            {profilePath ? (
              <Link
                to={profilePath}
                className="inline-flex max-w-full items-center max-sm:min-h-8 sm:min-h-11 hover:underline"
              >
                <span className="line-clamp-2 wrap-anywhere">{other.full_name}</span>
              </Link>
            ) : (
              <span className="line-clamp-2 wrap-anywhere">{other.full_name}</span>
            )}
          </h2>
          <span className="shrink-0 text-13 text-ink-soft">{SIDE_NAMES[side]}</span>
        </div>
        {actions}
      </div>
      {booking}
    </header>
  )
}

export function OfflineNotice() {
  return (
    <p
      role="status"
      className="flex animate-appear items-center justify-center gap-2 bg-gold-soft px-4 py-2 text-13 text-gold-ink"
    >
      <WifiOff className="size-4 shrink-0" />
      No connection. Your messages will be sent once you’re back online.
    </p>
  )
}
