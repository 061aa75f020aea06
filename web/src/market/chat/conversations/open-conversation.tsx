import type { ChatPerson } from '@tendwell/contract/chat/chat'
import { Flag, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Role } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BlockedNote } from '../../../shared/safety/blocked-note.tsx'
import { toSafetyActions } from '../../../shared/safety/safety-actions.tsx'
import { useSafetyDialogs } from '../../../shared/safety/use-safety-dialogs.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/action-menu.tsx'
import { otherRole } from '../chat-api.ts'
import type { ChatClient } from '../client/chat-client.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import type { SelectedConversation } from './use-selected-conversation.ts'

interface OpenConversationProps {
  userId: number
  role: Role
  selection: Extract<SelectedConversation, { kind: 'open' }>
  client: ChatClient
}

/** A conversation, and what can be done about the other person. */
export function OpenConversation({ userId, role, selection, client }: OpenConversationProps) {
  const { other, conversation } = selection
  const safety = useSafetyDialogs(other)
  const profilePath = getProfilePath(role, selection)
  const hasBlocked = conversation?.has_blocked ?? false
  // A caregiver writes first only to a family that has sent a request.
  const canBlock = conversation !== null || role === 'caregiver'
  return (
    <>
      <ConversationPanel
        userId={userId}
        other={other}
        otherSide={otherRole(role)}
        conversationId={selection.conversationId}
        conversation={conversation}
        booking={selection.booking}
        profilePath={profilePath}
        headerActions={
          <ConversationMenu
            other={other}
            profilePath={profilePath}
            safetyActions={toSafetyActions({ person: other, hasBlocked, canBlock, safety })}
          />
        }
        closedNote={hasBlocked && <BlockedNote person={other} />}
        messageAction={({ id }) => (
          <MessageMenu author={other.full_name} onReport={() => safety.report({ kind: 'message', id })} />
        )}
        client={client}
      />
      {safety.dialogs}
    </>
  )
}

/** The other person's page, or null if it can't be opened. */
function getProfilePath(
  role: Role,
  { other, conversation }: OpenConversationProps['selection'],
): string | null {
  const isShown =
    role === 'caregiver' ? (conversation?.can_write ?? true) : (conversation?.is_caregiver_listed ?? true)
  if (!isShown) return null
  return role === 'caregiver' ? paths.caretaker(other.id) : paths.caregiver(other.id)
}

interface ConversationMenuProps {
  other: ChatPerson
  /** The other person's page, or null if it can't be opened. */
  profilePath: string | null
  /** To block, unblock or report them. */
  safetyActions: readonly MenuAction[]
}

/** What can be done about the other person of a conversation. */
function ConversationMenu({ other, profilePath, safetyActions }: ConversationMenuProps) {
  const navigate = useNavigate()
  const actions: MenuAction[] = []
  if (profilePath) {
    actions.push({
      id: 'profile',
      label: 'View profile',
      icon: <UserRound />,
      onSelect: () => void navigate(profilePath),
    })
  }
  return <ActionMenu label={`More about ${other.full_name}`} actions={[...actions, ...safetyActions]} />
}

/** What can be done about a message of the other person. Quiet until it is pointed at or focused. */
function MessageMenu({ author, onReport }: { author: string; onReport: () => void }) {
  return (
    <span className="shrink-0 opacity-0 transition-opacity group-hover/message:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:opacity-60">
      <ActionMenu
        label={`More about this message by ${author}`}
        actions={[{ id: 'report', label: 'Report message', icon: <Flag />, onSelect: onReport }]}
      />
    </span>
  )
}
