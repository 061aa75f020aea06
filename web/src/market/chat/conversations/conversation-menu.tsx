import type { ChatPerson } from '@tendwell/contract/chat/chat'
import { UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx'

interface ConversationMenuProps {
  other: ChatPerson
  /** The other person's page, or null if it can't be opened. */
  profilePath: string | null
  /** To block, unblock or report them. */
  safetyActions: readonly MenuAction[]
}

/** What can be done about the other person of a conversation. */
export function ConversationMenu({ other, profilePath, safetyActions }: ConversationMenuProps) {
  const navigate = useNavigate()
  const actions: MenuAction[] = []
  if (profilePath) {
    actions.push({
      id: 'profile',
      label: 'View profile',
      icon: <UserRound aria-hidden="true" />,
      onSelect: () => void navigate(profilePath),
    })
  }
  return <ActionMenu label={`More about ${other.full_name}`} actions={[...actions, ...safetyActions]} />
}
