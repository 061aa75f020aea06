import type { ChatPerson } from '@tendwell/contract/chat'
import { ArrowLeft, WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import type { Role } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'

interface ConversationHeaderProps {
  other: ChatPerson
  role: Role
  /** Whether the other person's page can be opened. */
  hasProfile: boolean
}

export function ConversationHeader({ other, role, hasProfile }: ConversationHeaderProps) {
  return (
    <header className="flex min-h-18 items-center gap-3 border-b border-line px-3 py-2 sm:px-5">
      <Link
        to={paths.chat}
        aria-label="Back to all messages"
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-soft hover:bg-sand hover:text-ink md:hidden"
      >
        <ArrowLeft className="size-5" aria-hidden="true" />
      </Link>
      <Avatar name={other.full_name} src={other.avatar} />
      <h2 className="min-w-0 flex-1 truncate text-21">{other.full_name}</h2>
      {hasProfile && (
        <Link
          to={role === 'caretaker' ? paths.caregiver(other.id) : paths.caretaker(other.id)}
          className="inline-flex min-h-11 shrink-0 items-center rounded-control px-3 font-semibold text-forest hover:bg-sand"
        >
          Profile
        </Link>
      )}
    </header>
  )
}

export function OfflineNotice() {
  return (
    <p
      role="status"
      className="flex animate-appear items-center justify-center gap-2 bg-gold-soft px-4 py-2 text-13 text-gold-ink"
    >
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      No connection. Your messages will be sent once you’re back online.
    </p>
  )
}
