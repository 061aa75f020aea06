import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PersonName } from '../../../shared/people/person-name.tsx'
import { paths } from '../../../shared/routes/paths.ts'
import type { Status } from '../../../shared/statuses/status-map.ts'
import { StatusPill } from '../../../shared/statuses/status-pill.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'

interface PartyHeaderProps {
  viewer: 'caregiver' | 'caretaker'
  /** The other party. */
  other: { id: number; name: string; avatar: string | null }
  /** Below the name: 'Booking #12'. */
  line: string
  status: Status
  /** Where the name leads. By default a family's name leads to their profile. */
  to?: string
  /** Whether the two may write to each other. */
  canMessage: boolean
  /** Shown at the end: what else can be done about the other party. */
  menu?: ReactNode
}

/**
 * The header of a request's or booking's card, with the other party, the status and a link to write to them.
 */
export function PartyHeader({ viewer, other, line, status, to, canMessage, menu }: PartyHeaderProps) {
  return (
    <header className="relative mb-4 flex items-start gap-4 sm:items-center">
      <Avatar name={other.name} src={other.avatar} />
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-2 sm:flex-row sm:items-center sm:justify-between">
        <div className={`min-w-0 ${menu ? 'max-sm:pr-9' : ''}`}>
          <h2 className="text-21">
            {to ? (
              <Link to={to} className="inline-flex min-h-11 items-center rounded-control hover:underline">
                <PersonName name={other.name} />
              </Link>
            ) : viewer === 'caregiver' ? (
              <FamilyLink id={other.id} name={other.name} />
            ) : (
              <PersonName name={other.name} />
            )}
          </h2>
          <p className="text-13 text-ink-soft">{line}</p>
        </div>
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusPill status={status} />
          <span className="-mr-2 flex">
            {canMessage && <MessageLink viewer={viewer} other={other} />}
            {menu && <span className="max-sm:absolute max-sm:top-0 max-sm:-right-2">{menu}</span>}
          </span>
        </span>
      </div>
    </header>
  )
}

/** A family's name, linked to their profile. */
function FamilyLink({ id, name }: { id: number; name: string }) {
  return (
    <Link
      to={paths.caretaker(id)}
      className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 transition-colors hover:decoration-current"
    >
      <PersonName name={name} />
    </Link>
  )
}

interface MessageLinkProps {
  viewer: 'caregiver' | 'caretaker'
  other: { id: number; name: string }
}

/** Opens the conversation with the other party. */
function MessageLink({ viewer, other }: MessageLinkProps) {
  const to = viewer === 'caretaker' ? paths.chatWithCaregiver(other.id) : paths.chatWithFamily(other.id)
  return (
    <Link to={to} aria-label={`Message ${other.name}`} title="Message" className={iconButtonClass}>
      <MessageCircle className="size-5" />
    </Link>
  )
}
