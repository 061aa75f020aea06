import type { Role } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { BlockedNote } from '../../../shared/safety/blocked-note.tsx'
import { toSafetyActions } from '../../../shared/safety/safety-actions.tsx'
import { useSafetyDialogs } from '../../../shared/safety/use-safety-dialogs.tsx'
import { otherRole } from '../chat-api.ts'
import type { ChatClient } from '../client/chat-client.ts'
import { MessageMenu } from '../log/message-menu.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
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
