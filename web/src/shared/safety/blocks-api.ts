import {
  type BlockBody,
  type BlockedPerson,
  type BlockPreview,
  blockPreview,
  blocksPage,
} from '@tendwell/contract/safety/blocks'
import type { Page } from '@tendwell/contract/wire'
import { api } from '../../lib/transport/api-base.ts'

/** What shows or hides the other person. */
const affected = ['Blocks', 'Conversation', 'Caregivers', 'Favorites', 'Requests'] as const

const blocksApi = api.injectEndpoints({
  endpoints: (build) => ({
    blocks: build.query<Page<BlockedPerson>, { page: number; page_size: number }>({
      query: (params) => ({ url: '/blocks/', params }),
      responseSchema: blocksPage,
      providesTags: ['Blocks'],
    }),
    /** Takes the id of the person to block. */
    blockPreview: build.query<BlockPreview, number>({
      query: (userId) => `/blocks/${userId}/preview/`,
      responseSchema: blockPreview,
    }),
    block: build.mutation<void, BlockBody>({
      query: (body) => ({ url: '/blocks/', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : affected),
    }),
    /** Takes the blocked person's id. */
    unblock: build.mutation<void, number>({
      query: (userId) => ({ url: `/blocks/${userId}/`, method: 'DELETE' }),
      invalidatesTags: affected,
    }),
  }),
})

export const { useBlocksQuery, useBlockMutation, useBlockPreviewQuery, useUnblockMutation } = blocksApi
