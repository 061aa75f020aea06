import {
  type ChatPerson,
  type Conversation,
  type Conversations,
  chatPerson,
  conversationResponse,
  conversationsResponse,
  type Messages,
  messagesResponse,
} from '@tendwell/contract/chat/chat'
import type { Role } from '../../lib/session/session.ts'
import { api } from '../../lib/transport/api-base.ts'

type ConversationWith = { conversation: Conversation | null; booking: Conversations['booking'] }

export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    conversations: build.infiniteQuery<Conversations, void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _pages, page) => (last.next ? page + 1 : undefined),
      },
      query: ({ pageParam }) => `/chat/conversations/?page=${pageParam}`,
      responseSchema: conversationsResponse,
      providesTags: ['Conversation'],
    }),
    conversation: build.query<Conversation, number>({
      query: (id) => `/chat/conversations/${id}/`,
      responseSchema: conversationResponse,
      providesTags: ['Conversation'],
    }),
    /** The conversation with a person, if there is one, and the booking of the two. */
    conversationWith: build.query<ConversationWith, { role: Role; otherId: number }>({
      query: ({ role, otherId }) => `/chat/conversations/?${otherRole(role)}_id=${otherId}`,
      rawResponseSchema: conversationsResponse,
      transformResponse: ({ results, booking }: Conversations) => ({
        conversation: results[0] ?? null,
        booking,
      }),
      providesTags: ['Conversation'],
    }),
    /** A person without a conversation yet. */
    partner: build.query<ChatPerson, { role: Role; otherId: number }>({
      query: ({ role, otherId }) => `/auth/${otherRole(role)}s/${otherId}/`,
      responseSchema: chatPerson,
    }),
    messages: build.query<Messages, { conversationId: number; before?: number }>({
      query: ({ conversationId, before }) => ({
        url: `/chat/conversations/${conversationId}/messages/`,
        params: before === undefined ? {} : { before },
      }),
      responseSchema: messagesResponse,
      providesTags: ['Message'],
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useConversationsInfiniteQuery,
  useConversationQuery,
  useConversationWithQuery,
  usePartnerQuery,
} = chatApi

/** The role of the other person in every conversation. */
export function otherRole(role: Role): 'caregiver' | 'caretaker' {
  return role === 'caretaker' ? 'caregiver' : 'caretaker'
}
