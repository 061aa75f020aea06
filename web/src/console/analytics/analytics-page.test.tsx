import type { AnalyticsSummary } from '@tendwell/contract/console/users'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { Bar, Line } from '../../../test/charts.ts'
import { monday } from '../../../test/data.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, server } from '../../../test/server.ts'
import { AnalyticsPage } from './analytics-page.tsx'
import type { chartOptions } from './chart-theme.ts'

const summary: AnalyticsSummary = {
  date_from: '2026-05-03',
  date_to: '2026-06-01',
  active_users: 1_240,
  active_users_change_pct: 12.34,
  weekly_bookings: 31,
  weekly_bookings_change_pct: -4,
  revenue_total: 5_210.5,
  revenue_change_pct: null,
  yearly_revenue_total: 30_000,
  average_revenue: 173.68,
  fees_total: 521.05,
  fees_change_pct: 3,
  yearly_fees_total: 3_000,
}
const april = { label: 'Apr 2026', date_from: '2026-04-01', date_to: '2026-04-30' }
const may = { label: 'May 2026', date_from: '2026-05-01', date_to: '2026-05-31' }
const engagement = [{ ...may, caretakers: 1_008, caregivers: 3 }]
const revenue = [
  { ...april, revenue: -0.4, volume_usd: -402.5, fees_usd: -40.25 },
  { ...may, revenue: 12.5, volume_usd: 12_499.99, fees_usd: 1_250 },
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
  return renderPage(<AnalyticsPage />, { route: `/admin/analytics${query}`, session: sessionOf(admin) })
}

it.each([
  ['Active Users', '1,240+12.3% compared with the 30 days before'],
  ['Weekly Bookings', '31-4.0% compared with the 7 days before'],
  ['Revenue', '$5,210.50New compared with the 30 days before'],
])('shows %s with its change and what it is compared with', async (label, text) => {
  openAnalytics()
  const tile = (await screen.findByRole('heading', { name: label })).closest('li')
  expect(tile).toHaveTextContent(text)
})

it('shows the revenue of the year, Tendwell’s fees apart, and the average of a day', async () => {
  openAnalytics()
  expect(await screen.findByText('$30,000.00 year to date')).toBeInTheDocument()
  const tile = screen.getByRole('heading', { name: 'Revenue' }).closest('li')
  expect(tile).toHaveTextContent('Tendwell’s fees$521.05+3.0%$3,000.00 year to date')
  expect(await screen.findByText(/^Average last 30 days/)).toHaveTextContent(
    'Average last 30 days $173.68 per day',
  )
})

it('shows support no money, and no gap where it was', async () => {
  const none = Object.entries(summary).map(([field, value]) => [
    field,
    /revenue|fees/.test(field) ? null : value,
  ])
  answer(calls.summary, Object.fromEntries(none))
  answer(calls.revenue, {}, 403)
  const session = sessionOf({ ...admin, staff_role: 'support' })
  renderPage(<AnalyticsPage />, { route: '/admin/analytics', session })
  await screen.findByRole('heading', { name: 'Weekly Bookings' })
  await screen.findByRole('table', { name: 'Parents and caregivers by month' })
  expect(screen.queryByRole('heading', { name: 'Revenue' })).not.toBeInTheDocument()
  expect(screen.queryByText('Premium Family Care Revenue')).not.toBeInTheDocument()
  expect(screen.queryByText(/\$|fees/)).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('shows exact figures in a table below each chart, newest first', async () => {
  openAnalytics()
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
    'May 2026Parents1,008Caregivers3',
  ])
  expect(await rows('Revenue by month')).toEqual([
    'MonthBooking volumeTendwell’s fees',
    'May 2026Booking volume$12,499.99Tendwell’s fees$1,250.00',
    'Apr 2026Booking volume-$402.50Tendwell’s fees-$40.25',
  ])
})

/** The options that a chart was drawn with. */
const optionsOf = ({ options }: { options?: object | undefined }) =>
  options as ReturnType<typeof chartOptions>

it('draws the revenue by month in bars of 40 px and thousands, on a chart that is wide enough for them', async () => {
  const months = Array.from({ length: 12 }, (_, at) => ({ ...revenue[1], label: `${at}` }))
  answer(calls.revenue, listOf(months))
  openAnalytics()
  await screen.findByRole('table', { name: 'Revenue by month' })
  await waitFor(() =>
    expect(Bar.mock.lastCall?.[0].data.datasets).toMatchObject([
      { barThickness: 40, data: Array(12).fill(12.49999) },
      { barThickness: 40, data: Array(12).fill(1.25) },
    ]),
  )
  const [drawn] = Bar.mock.lastCall as Parameters<typeof Bar>
  const { scales, plugins } = optionsOf(drawn)
  expect(scales.y).toMatchObject({ suggestedMin: 0, suggestedMax: 60 })
  expect(scales.y.ticks.callback(12)).toBe('12k')
  const { label } = plugins.tooltip.callbacks
  expect(label({ parsed: { y: 12.5 }, dataset: { label: 'Revenue' } })).toBe('Revenue: $12.5k')
  const widths = [...document.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.minWidth)
  expect(widths.filter(Boolean).map(Number.parseFloat)).toEqual([12 * 52])
})

it('draws parents and caregivers as smooth lines on an axis from 0 to 10', async () => {
  openAnalytics()
  await screen.findByRole('table', { name: 'Parents and caregivers by month' })
  await waitFor(() => expect(Line).toHaveBeenCalled())
  const [drawn] = Line.mock.lastCall as Parameters<typeof Line>
  expect(optionsOf(drawn).scales.y).toMatchObject({ suggestedMin: 0, suggestedMax: 10 })
  expect(drawn.data.datasets).toMatchObject([
    { label: 'Parents', data: [1_008], tension: 0.4 },
    { label: 'Caregivers', data: [3], tension: 0.4 },
  ])
})

/** Answers all figures. @returns the paths and queries that were asked for */
function recordQueries(): string[] {
  const queries: string[] = []
  server.use(
    http.get('/api/admin-panel/analytics/:part/', ({ request, params }) => {
      queries.push(`${params.part}${new URL(request.url).search}`)
      return HttpResponse.json(params.part === 'summary' ? summary : listOf([]))
    }),
  )
  return queries
}

it('opens with the last 12 months by month, and figures of the last 30 days', async () => {
  const queries = recordQueries()
  const { address } = openAnalytics()
  await screen.findByRole('heading', { name: 'Revenue' })
  const months = '?date_from=2025-07-01&date_to=2026-06-01&bucket=month'
  await waitFor(() =>
    expect(queries.toSorted()).toEqual([
      `monthly-engagement${months}`,
      `monthly-revenue${months}`,
      'summary?date_from=2026-05-03&date_to=2026-06-01',
    ]),
  )
  expect(screen.getAllByText('Jul 1, 2025 – Jun 1, 2026, UTC')).toHaveLength(2)
  expect(address()).toBe('/admin/analytics')
})

it('shows the last 30 days by day at one press: today and the 29 before', async () => {
  const queries = recordQueries()
  const { press } = openAnalytics()
  await screen.findByRole('table', { name: 'Revenue by month' })
  queries.length = 0
  await press('Last 30 days')
  const days = '?date_from=2026-05-03&date_to=2026-06-01&bucket=day'
  await waitFor(() =>
    expect(queries.toSorted()).toEqual([`monthly-engagement${days}`, `monthly-revenue${days}`]),
  )
  expect(screen.getAllByText('May 3, 2026 – Jun 1, 2026, UTC')).toHaveLength(2)
})

it('divides the dates otherwise on request', async () => {
  const queries = recordQueries()
  const page = openAnalytics()
  await screen.findByRole('table', { name: 'Revenue by month' })
  queries.length = 0
  await page.choose('Divided', 'By week')
  await waitFor(() => expect(queries).toHaveLength(2))
  expect(queries.every((query) => query.endsWith('&bucket=week'))).toBe(true)
  expect(page.address()).toBe('/admin/analytics?by=week')
  expect(await screen.findByRole('table', { name: 'Revenue by week' })).toBeInTheDocument()
})

it('reads all figures for the chosen dates', async () => {
  const queries = recordQueries()
  const { press, fill, address } = openAnalytics()
  await screen.findByRole('heading', { name: 'Revenue' })
  queries.length = 0
  await press('Period: Last 12 months')
  await fill('From', '2026-05-01')
  await fill('To', '2026-05-31')
  await press('Apply')
  await waitFor(() => expect(address()).toBe('/admin/analytics?from=2026-05-01&to=2026-05-31'))
  const dates = '?date_from=2026-05-01&date_to=2026-05-31'
  await waitFor(() =>
    expect(queries.toSorted()).toEqual([
      `monthly-engagement${dates}&bucket=day`,
      `monthly-revenue${dates}&bucket=day`,
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
  await press('Period: Last 12 months')
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
