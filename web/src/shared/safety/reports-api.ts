import { type ReportBody, type ReportReceipt, reportReceipt } from '@tendwell/contract/safety/reports'
import { api } from '../../lib/transport/api-base.ts'
import { idempotencyHeader } from '../../lib/transport/idempotency.ts'

const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<ReportReceipt, { body: ReportBody; key: string }>({
      query: ({ body, key }) => ({
        url: '/reports/',
        method: 'POST',
        body,
        headers: idempotencyHeader(key),
      }),
      responseSchema: reportReceipt,
    }),
  }),
})

export const { useReportMutation } = moderationApi
