import type { AnalyticsSummary } from '@tendwell/contract/admin'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { Bar } from '../../test/charts.ts'
import { monday } from '../../test/data.ts'
import { admin, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, listOf, server } from '../../test/server.ts'
import { Component as Analytics } from './admin-analytics.tsx'

const summary: AnalyticsSummary = {
  active_users: 1_240,
  active_users_change_pct: 12.34,
  weekly_bookings: 31,
  weekly_bookings_change_pct: -4,
  revenue_total: 5_210.5,
  revenue_change_pct: null,
  yearly_revenue_total: 30_000,
  average_revenue: 173.68,
}
const engagement = [{ label: 'May 2026', caretakers: 8, caregivers: 3 }]
const revenue = [
  { label: 'Apr 2026', revenue: -0.4 },
  { label: 'May 2026', revenue: 12.5 },
]
const calls = {
  summary: 'get /api/admin-panel/analytics/summary/',
  engagement: 'get /api/admin-panel/analytics/monthly-engagement/',
  revenue: 'get /api/admin-panel/analytics/monthly-revenue/',
} as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  answer(calls.summary, summary)
  answer(calls.engagement, listOf(engagement))
  answer(calls.revenue, listOf(revenue))
})

function openAnalytics(query = '') {
  return renderPage(<Analytics />, { route: `/admin/analytics${query}`, session: sessionOf(admin) })
}

it.each([
  ['Active Users', '1,240+12.3%'],
  ['Weekly Bookings', '31-4.0%'],
  ['Revenue', '$5,210.50New'],
])('shows %s with its change', async (label, text) => {
  openAnalytics()
  const tile = (await screen.findByRole('heading', { name: label })).closest('li')
  expect(tile).toHaveTextContent(text)
})

it('shows the revenue of the year and the average of a day', async () => {
  openAnalytics()
  expect(await screen.findByText('$30,000.00 year to date')).toBeInTheDocument()
  expect(await screen.findByText(/^Average last 30 days/)).toHaveTextContent(
    'Average last 30 days $173.68 per day',
  )
})

it('shows both charts as tables', async () => {
  const { press } = openAnalytics()
  expect(await screen.findByText('Trusted Families Served')).toBeInTheDocument()
  expect(screen.getByText('Premium Family Care Revenue')).toBeInTheDocument()
  expect(screen.getByText('USD')).toBeInTheDocument()
  const rows = async (name: string) => {
    const table = await screen.findByRole('table', { name })
    return within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  }
  expect(await rows('Parents and caregivers by month')).toEqual([
    'MonthParentsCaregivers',
    'May 2026Parents8Caregivers3',
  ])
  expect(await rows('Revenue by month')).toEqual([
    'MonthRevenue (USD)',
    'Apr 2026Revenue (USD)-$0.40k',
    'May 2026Revenue (USD)$12.50k',
  ])
  await press('View as table: Revenue by month')
  expect(screen.getByRole('button', { name: 'View as chart: Revenue by month' })).toBeInTheDocument()
})

it('draws the revenue in bars of 40 px, on a chart that is wide enough for them', async () => {
  answer(calls.revenue, listOf(Array.from({ length: 12 }, (_, at) => ({ label: `${at}`, revenue: at }))))
  openAnalytics()
  await screen.findByRole('table', { name: 'Revenue by month' })
  await waitFor(() => expect(Bar.mock.lastCall?.[0].data.datasets).toMatchObject([{ barThickness: 40 }]))
  const widths = [...document.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.minWidth)
  expect(widths.filter(Boolean).map(Number.parseFloat)).toEqual([12 * 52])
})

it('reads all figures for the chosen dates', async () => {
  const queries: string[] = []
  server.use(
    http.get('/api/admin-panel/analytics/:part/', ({ request, params }) => {
      queries.push(`${params.part}${new URL(request.url).search}`)
      return HttpResponse.json(params.part === 'summary' ? summary : listOf([]))
    }),
  )
  const { press, fill, address } = openAnalytics()
  await screen.findByRole('heading', { name: 'Revenue' })
  queries.length = 0
  await press('Period: Last 30 days')
  await fill('From', '2026-05-01')
  await fill('To', '2026-05-31')
  await press('Apply')
  await waitFor(() => expect(address()).toBe('/admin/analytics?from=2026-05-01&to=2026-05-31'))
  const dates = '?date_from=2026-05-01&date_to=2026-05-31'
  await waitFor(() =>
    expect(queries.toSorted()).toEqual([
      `monthly-engagement${dates}`,
      `monthly-revenue${dates}`,
      `summary${dates}`,
    ]),
  )
  expect(await screen.findByText(/^Average May 1, 2026 – May 31, 2026/)).toBeInTheDocument()
})

it.each([
  ['From', '2026-06-02', '', 'Choose today or an earlier date'],
  ['From', '2021-01-01', '2026-06-01', 'The range can cover at most five years'],
  ['To', '2026-05-31', '2026-05-01', 'Choose an end date on or after the start date'],
])('checks the dates (%s)', async (label, from, to, message) => {
  const { press, fill, address } = openAnalytics()
  await screen.findByRole('heading', { name: 'Revenue' })
  await press('Period: Last 30 days')
  await fill('From', from)
  await fill('To', to)
  await press('Apply')
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message))
  expect(address()).toBe('/admin/analytics')
})

it.each([
  ['summary', 'Failed to load summary', summary],
  ['engagement', 'Failed to load engagement', listOf(engagement)],
  ['revenue', 'Failed to load revenue', listOf(revenue)],
] as const)('offers to retry when the %s fails to load, and shows the rest', async (part, title, body) => {
  answer(calls[part], {}, 500)
  const { press } = openAnalytics()
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  answer(calls[part], body)
  await press('Retry')
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})
