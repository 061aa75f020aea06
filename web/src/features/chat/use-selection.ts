import type { Conversation } from '@tendwell/contract/chat'
import { useSearchParams } from 'react-router'
import { statusOf } from '../../lib/errors.ts'
import type { Role } from '../../lib/session.ts'
import {
  otherSideOf,
  type Partner,
  useConversationQuery,
  useConversationWithQuery,
  usePartnerQuery,
} from './api.ts'
import type { ChatState } from './chat-state.ts'

/** What the address asks for: a conversation, a person to write to, or nothing. */
export type Selection =
  | { kind: 'none' | 'loading' | 'missing' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'open'; other: Partner; conversationId: number | null; conversation: Conversation | null }

interface Viewer {
  role: Role
  /** What the list has already brought. */
  listed: readonly Conversation[]
  begun: ChatState['begun']
}

/** Reads `conversationId`, or `caregiverId` (a family's) or `caretakerId` (a caregiver's), from the address. */
export function useSelection({ role, listed, begun }: Viewer): Selection {
  const [query] = useSearchParams()
  const otherSide = otherSideOf(role)
  const wantedId = idOf(query.get('conversationId'))
  const otherId = wantedId === null ? idOf(query.get(`${otherSide}Id`)) : null
  const known = listed.find(
    (conversation) => conversation.id === wantedId || conversation[otherSide].id === otherId,
  )
  // `currentData` is of this address alone; `data` would be the last one's while another loads or fails.
  const byId = useConversationQuery(wantedId ?? 0, { skip: wantedId === null || known !== undefined })
  const withPerson = useConversationWithQuery(
    { role, otherId: otherId ?? 0 },
    { skip: otherId === null || known !== undefined },
  )
  const isNew = otherId !== null && known === undefined && withPerson.currentData === null
  const partner = usePartnerQuery({ role, otherId: otherId ?? 0 }, { skip: !isNew })

  if (wantedId === null && otherId === null) return { kind: 'none' }
  const conversation = known ?? (wantedId === null ? withPerson.currentData : byId.currentData)
  if (conversation) {
    return { kind: 'open', other: conversation[otherSide], conversationId: conversation.id, conversation }
  }
  if (otherId !== null && isNew && partner.currentData) {
    const { full_name, avatar } = partner.currentData
    const conversationId = begun.get(otherId) ?? null
    return { kind: 'open', other: { id: otherId, full_name, avatar }, conversationId, conversation: null }
  }
  const asked = [byId, withPerson, partner].find(({ error }) => error !== undefined)
  if (!asked) return { kind: 'loading' }
  return statusOf(asked.error) === 404 ? { kind: 'missing' } : { kind: 'failed', retry: asked.refetch }
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
