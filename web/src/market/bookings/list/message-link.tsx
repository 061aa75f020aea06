import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../shared/routes/paths.ts'
import { iconButtonClass } from '../../../ui/icon-button.tsx'

interface MessageLinkProps {
  viewer: 'caregiver' | 'caretaker'
  other: { id: number; name: string }
}

/** Opens the conversation with the other party. */
export function MessageLink({ viewer, other }: MessageLinkProps) {
  const to = viewer === 'caretaker' ? paths.chatWithCaregiver(other.id) : paths.chatWithFamily(other.id)
  return (
    <Link to={to} aria-label={`Message ${other.name}`} title="Message" className={iconButtonClass}>
      <MessageCircle className="size-5" aria-hidden="true" />
    </Link>
  )
}
