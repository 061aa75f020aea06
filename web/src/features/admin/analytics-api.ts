import type { AnalyticsSummary, EngagementItem, RevenueItem } from '@tendwell/contract/admin'
import { api } from '../../lib/api-base.ts'
import { listOf } from '../../lib/list.ts'

interface Days {
  date_from?: string
  date_to?: string
}

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analyticsSummary: build.query<AnalyticsSummary, Days>({
      query: (params) => ({ url: '/admin-panel/analytics/summary/', params: { ...params } }),
      providesTags: [{ type: 'Admin', id: 'analytics' }],
    }),
    monthlyEngagement: build.query<EngagementItem[], Days>({
      query: (params) => ({ url: '/admin-panel/analytics/monthly-engagement/', params: { ...params } }),
      transformResponse: (answer) =>
        listOf<Partial<EngagementItem>>(answer).results.map(
          ({ label = '', caretakers = 0, caregivers = 0 }) => ({
            label,
            caretakers,
            caregivers,
          }),
        ),
      providesTags: [{ type: 'Admin', id: 'analytics' }],
    }),
    monthlyRevenue: build.query<RevenueItem[], Days>({
      query: (params) => ({ url: '/admin-panel/analytics/monthly-revenue/', params: { ...params } }),
      transformResponse: (answer) =>
        listOf<Partial<RevenueItem>>(answer).results.map(({ label = '', revenue = 0 }) => ({
          label,
          revenue,
        })),
      providesTags: [{ type: 'Admin', id: 'analytics' }],
    }),
  }),
})

export const { useAnalyticsSummaryQuery, useMonthlyEngagementQuery, useMonthlyRevenueQuery } = analyticsApi
