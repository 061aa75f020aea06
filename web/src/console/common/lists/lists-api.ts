import { type ViewScreen, type viewBody, viewResponse, viewsResponse } from '@tendwell/contract/console/views'
import { MINUTE_MS } from '@tendwell/contract/time'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { saveResponse } from '../../../lib/transport/save-file.ts'

/** The lists that can be exported, by their paths. */
export type ExportedList =
  | 'users'
  | 'caregivers/verification'
  | 'caregivers/changes'
  | 'caregivers/background-checks'
  | 'requests'
  | 'disputes'
  | 'reports'
  | 'payments'
  | 'refunds'
  | 'payouts'
  | 'audit'
  | 'staff'
  | 'staff/invitations'
  | 'staff/changes'
  | 'two-step-recoveries'
  | 'reconciliation'
  | 'reconciliation/differences'
  | 'chargebacks'
  | 'bank-reviews'
  | 'waiting-refunds'
  | 'erasures'
  | 'jobs'

/** A million rows take minutes. */
const EXPORT_LIMIT_MS = 30 * MINUTE_MS

const viewsTag = { type: 'Admin', id: 'views' } as const

const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    exportList: build.mutation<null, { list: ExportedList; query: object }>({
      query: ({ list, query: params }) => ({
        url: `/admin-panel/${list}/export/`,
        params,
        timeout: EXPORT_LIMIT_MS,
        responseHandler: (response) => (response.ok ? saveResponse(response) : response.json()),
      }),
    }),
    views: build.query<z.output<typeof viewsResponse>, ViewScreen>({
      query: (screen) => ({ url: '/admin-panel/views/', params: { screen } }),
      responseSchema: viewsResponse,
      providesTags: [viewsTag],
    }),
    saveView: build.mutation<z.output<typeof viewResponse>, { body: z.input<typeof viewBody>; key: string }>({
      query: ({ body, key }) => ({
        url: '/admin-panel/views/',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      responseSchema: viewResponse,
      invalidatesTags: [viewsTag],
    }),
    deleteView: build.mutation<null, number>({
      query: (id) => ({ url: `/admin-panel/views/${id}/`, method: 'DELETE' }),
      // Also after a failure: it may have been deleted in another tab.
      invalidatesTags: [viewsTag],
    }),
  }),
})

export const { useExportListMutation, useViewsQuery, useSaveViewMutation, useDeleteViewMutation } = listsApi
