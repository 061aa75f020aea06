import type { Conversation, Conversations, Messages } from '@tendwell/contract/chat'
import { api } from '../../lib/api-base.ts'
import type { Role } from '../../lib/session.ts'

/** The person at the other end, where there is no conversation yet that would say it. */
export interface Partner {
  id: number
  full_name: string
  avatar: string | null
}

export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    conversations: build.infiniteQuery<Conversations, void, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _pages, page) => (last.next ? page + 1 : undefined),
      },
      query: ({ pageParam }) => `/chat/conversations/?page=${pageParam}`,
      providesTags: ['Conversation'],
    }),
    conversation: build.query<Conversation, number>({
      query: (id) => `/chat/conversations/${id}/`,
      providesTags: ['Conversation'],
    }),
    /** The conversation with a person; null where there is none. */
    conversationWith: build.query<Conversation | null, { role: Role; otherId: number }>({
      query: ({ role, otherId }) => `/chat/conversations/?${otherSideOf(role)}_id=${otherId}`,
      transformResponse: (answer: Conversations) => answer.results[0] ?? null,
      providesTags: ['Conversation'],
    }),
    partner: build.query<Partner, { role: Role; otherId: number }>({
      query: ({ role, otherId }) => `/auth/${otherSideOf(role)}s/${otherId}/`,
    }),
    messages: build.query<Messages, { conversationId: number; before?: number }>({
      query: ({ conversationId, before }) => ({
        url: `/chat/conversations/${conversationId}/messages/`,
        params: before === undefined ? {} : { before },
      }),
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

/** The role at the other end of each conversation. */
export function otherSideOf(role: Role): 'caregiver' | 'caretaker' {
  return role === 'caretaker' ? 'caregiver' : 'caretaker'
}
