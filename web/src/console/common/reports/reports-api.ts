import {
  adminReport,
  type adminReportsQuery,
  type ReportMessages,
  type ReportRecord,
  type reportDecisionBody,
  reportMessages,
  reportRecord,
} from '@tendwell/contract/console/reports'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'
import { removalsTag } from '../decisions/decisions-api.ts'

const reportsTag = { type: 'Admin', id: 'reports' } as const
// Also after a failure: another moderator may have decided first. A decision may suspend someone.
const changed = [
  reportsTag,
  { type: 'Admin', id: 'records' },
  { type: 'Admin', id: 'users' },
  { type: 'Admin', id: 'requests' },
] as const

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminReports: build.query({
      query: (params: z.input<typeof adminReportsQuery> | object) => ({
        url: '/admin-panel/reports/',
        params,
      }),
      transformResponse: readList(adminReport),
      providesTags: [reportsTag],
    }),
    reportRecord: build.query<ReportRecord, string>({
      query: (id) => `/admin-panel/reports/${encodeURIComponent(id)}/`,
      responseSchema: reportRecord,
      providesTags: [reportsTag],
    }),
    reportMessages: build.query<ReportMessages['results'], number>({
      query: (id) => `/admin-panel/reports/${id}/messages/`,
      transformResponse: (answer) => reportMessages.parse(answer).results,
      // Each reading is recorded.
      keepUnusedDataFor: 0,
    }),
    decideReport: build.mutation<ReportRecord, { id: number; body: z.input<typeof reportDecisionBody> }>({
      query: ({ id, body }) => ({ url: `/admin-panel/reports/${id}/decision/`, method: 'POST', body }),
      responseSchema: reportRecord,
      invalidatesTags: [...changed, removalsTag],
    }),
    showReported: build.mutation<ReportRecord, number>({
      query: (id) => ({ url: `/admin-panel/reports/${id}/show/`, method: 'POST' }),
      responseSchema: reportRecord,
      invalidatesTags: changed,
    }),
  }),
})

export const {
  useAdminReportsQuery,
  useReportRecordQuery,
  useReportMessagesQuery,
  useDecideReportMutation,
  useShowReportedMutation,
} = reportsApi
