import {
  type AnalyticsSeriesQuery,
  type analyticsQuery,
  analyticsSummary,
  engagementItem,
  revenueItem,
} from '@tendwell/contract/console/users'
import type { z } from 'zod'
import { api } from '../../lib/transport/api-base.ts'
import { readList } from '../../lib/transport/list.ts'

type Dates = z.output<typeof analyticsQuery>

const analyticsTag = { type: 'Admin', id: 'analytics' } as const

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analyticsSummary: build.query<z.output<typeof analyticsSummary>, Dates>({
      query: (params) => ({ url: '/admin-panel/analytics/summary/', params }),
      responseSchema: analyticsSummary,
      providesTags: [analyticsTag],
    }),
    monthlyEngagement: build.query({
      query: (params: AnalyticsSeriesQuery) => ({
        url: '/admin-panel/analytics/monthly-engagement/',
        params,
      }),
      transformResponse: readList(engagementItem),
      providesTags: [analyticsTag],
    }),
    monthlyRevenue: build.query({
      query: (params: AnalyticsSeriesQuery) => ({ url: '/admin-panel/analytics/monthly-revenue/', params }),
      transformResponse: readList(revenueItem),
      providesTags: [analyticsTag],
    }),
  }),
})

export const { useAnalyticsSummaryQuery, useMonthlyEngagementQuery, useMonthlyRevenueQuery } = analyticsApi
