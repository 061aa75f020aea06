import type { ChatPerson, Conversation, ConversationBooking } from '@tendwell/contract/chat/chat'
import { useSelector } from 'react-redux'
import { useSearchParams } from 'react-router'
import { getErrorStatus } from '../../../lib/errors.ts'
import type { Role } from '../../../lib/session/session.ts'
import { otherRole, useConversationQuery, useConversationWithQuery, usePartnerQuery } from '../chat-api.ts'
import { selectNewConversation, type WithChat } from '../client/chat-slice.ts'

/** What the URL selects: a conversation, a person to write to, or nothing. */
export type SelectedConversation =
  | { kind: 'none' | 'loading' | 'missing' }
  | { kind: 'failed'; error: unknown; isRetrying: boolean; retry: () => void }
  | {
      kind: 'open'
      other: ChatPerson
      conversationId: number | null
      conversation: Conversation | null
      /** The booking of the two, which they may have before they write. */
      booking: ConversationBooking | null
    }

/**
 * Reads `conversationId`, or a family's `caregiverId` or a caregiver's `caretakerId`, from the URL.
 * @param loaded the conversations that the list has loaded
 */
export function useSelectedConversation(role: Role, loaded: readonly Conversation[]): SelectedConversation {
  const [query] = useSearchParams()
  const partnerRole = otherRole(role)
  const selectedId = parseId(query.get('conversationId'))
  const otherId = selectedId === null ? parseId(query.get(`${partnerRole}Id`)) : null
  const listed = loaded.find(
    (conversation) => conversation.id === selectedId || conversation[partnerRole].id === otherId,
  )
  // `currentData` belongs to this URL; `data` may still be the previous one's.
  const byId = useConversationQuery(selectedId ?? 0, { skip: selectedId === null || listed !== undefined })
  const byPerson = useConversationWithQuery(
    { role, otherId: otherId ?? 0 },
    { skip: otherId === null || listed !== undefined },
  )
  const isNew = otherId !== null && listed === undefined && byPerson.currentData?.conversation === null
  const partner = usePartnerQuery({ role, otherId: otherId ?? 0 }, { skip: !isNew })
  const newConversationId = useSelector((state: WithChat) => selectNewConversation(state, otherId ?? 0))

  if (selectedId === null && otherId === null) return { kind: 'none' }
  const conversation = listed ?? (selectedId === null ? byPerson.currentData?.conversation : byId.currentData)
  if (conversation) {
    const { id: conversationId, booking } = conversation
    return { kind: 'open', other: conversation[partnerRole], conversationId, conversation, booking }
  }
  if (isNew && partner.currentData) {
    return {
      kind: 'open',
      other: partner.currentData,
      conversationId: newConversationId ?? null,
      conversation: null,
      booking: byPerson.currentData?.booking ?? null,
    }
  }
  const failed = [byId, byPerson, partner].find(({ error }) => error !== undefined)
  if (!failed) return { kind: 'loading' }
  if (getErrorStatus(failed.error) === 404) return { kind: 'missing' }
  return { kind: 'failed', error: failed.error, isRetrying: failed.isFetching, retry: failed.refetch }
}

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
