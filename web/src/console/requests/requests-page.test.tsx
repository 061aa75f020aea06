import type { AdminRequest } from '@tendwell/contract/console/users'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { expectExport, expectPersonLinks } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, server } from '../../../test/server.ts'
import { ConsoleHeaderFilters } from '../../app/layouts/console-header-filters.tsx'
import { RequestsPage } from './requests-page.tsx'

const request: AdminRequest = {
  id: 12,
  caregiver_id: 2,
  caretaker_id: 3,
  starts_at: '2026-07-01T09:00:00Z',
  ends_at: '2026-07-08T12:00:00Z',
  caregiver_name: 'Nora Lind',
  caretaker_name: 'Fay Hart',
  caregiver_email: 'nora.lind@example.test',
  caretaker_email: 'fay.hart@example.test',
  total_hours: 3,
  total_price_usd: 126,
  submitted_at: '2026-06-01T11:00:00Z',
  status: 'submitted',
  is_paid: false,
  is_canceled: false,
}

/** Opens the requests below the header's filters. `queries` are the requested lists, the latest last. */
function openRequests(query = '', results: unknown[] = [request], count = results.length) {
  const queries: Record<string, string>[] = []
  server.use(
    http.get('/api/admin-panel/requests/', ({ request: { url } }) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf(results, count))
    }),
  )
  const page = (
    <>
      <ConsoleHeaderFilters />
      <RequestsPage />
    </>
  )
  return { queries, ...renderPage(page, { route: `/admin/requests${query}`, session: sessionOf(admin) }) }
}

it('calls a paid request Paid and one whose bookings were canceled Canceled, not Accepted', async () => {
  const paid = { ...request, status: 'accepted', is_paid: true }
  openRequests('', [paid, { ...paid, id: 13, is_canceled: true }, { ...paid, id: 14, is_paid: false }])
  const table = await screen.findByRole('table', { name: 'Requests' })
  const words = within(table)
    .getAllByText(/^(Paid|Canceled|Accepted)$/)
    .map(({ textContent }) => textContent)
  expect(words).toEqual(['Paid', 'Canceled', 'Accepted'])
})

it('lists the open requests with their total', async () => {
  const { queries } = openRequests()
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(await screen.findByText('1 request in total')).toBeInTheDocument()
  expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
  const table = within(screen.getByRole('table', { name: 'Requests' }))
  const headers = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual([
    'Request',
    'Caregiver',
    'Caretaker',
    'Emails',
    'Care',
    'Total Hours',
    'Total Price (USD)',
    'Date',
    'Status',
  ])
  expect(table.getByRole('link', { name: '#12' })).toHaveAttribute('href', '/admin/bookings/12')
  expectPersonLinks({ 'Nora Lind': 2, 'Fay Hart': 3 }, table)
  expect(table.getByText('Jul 1, 2026 – Jul 8, 2026')).toBeInTheDocument()
  expect(table.getByRole('link', { name: 'nora.lind@example.test' })).toHaveAttribute(
    'href',
    'mailto:nora.lind@example.test',
  )
  expect(table.getByText('$126.00')).toBeInTheDocument()
  expect(queries).toEqual([{ state: 'open', page: '1', page_size: '50' }])
  await expectExport('requests')
})

it('reads search, Status, dates and page from the URL', async () => {
  const { queries } = openRequests(
    '?q=+Mei+Lin+&status=closed&from=2026-05-01&to=2026-05-31&page=2',
    [request],
    60,
  )
  expect(await screen.findByRole('heading', { name: 'Closed requests' })).toBeInTheDocument()
  expect(screen.getByText('Results for')).toHaveTextContent('Results for “Mei Lin”')
  expect(screen.getByLabelText('Search parents, caregivers')).toHaveValue('Mei Lin')
  expect(screen.getByRole('button', { name: 'Submitted: May 1, 2026 – May 31, 2026' })).toBeInTheDocument()
  expect(await screen.findByRole('navigation', { name: 'Closed requests: pages' })).toHaveTextContent(
    'Page 2 of 2',
  )
  expect(queries).toEqual([
    {
      state: 'closed',
      q: 'Mei Lin',
      date_from: '2026-05-01',
      date_to: '2026-05-31',
      page: '2',
      page_size: '50',
    },
  ])
})

it('searches from the first page and keeps the other filters', async () => {
  const { queries, fill, press, address } = openRequests('?status=closed&page=2', [request], 60)
  await screen.findByRole('navigation', { name: 'Closed requests: pages' })
  await fill('Search parents, caregivers', '  Fay ')
  expect(address()).toBe('/admin/requests?status=closed&page=2')
  await press('Search')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ q: 'Fay', state: 'closed', page: '1' }))
  expect(address()).toBe('/admin/requests?status=closed&q=Fay')
  await press('Clear search')
  await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('q'))
  expect(screen.getByLabelText('Search parents, caregivers')).toHaveValue('')
  expect(address()).toBe('/admin/requests?status=closed')
})

it('clears the search with an empty one', async () => {
  const { fill, press, address } = openRequests('?q=Fay')
  expect(await screen.findByText('“Fay”')).toBeInTheDocument()
  await fill('Search parents, caregivers', '   ')
  await press('Search')
  await waitFor(() => expect(address()).toBe('/admin/requests'))
})

it('offers the other status when there is nothing to show', async () => {
  const { press, address } = openRequests('', [])
  expect(await screen.findByText('No requests')).toBeInTheDocument()
  expect(screen.getByText('0 requests in total')).toBeInTheDocument()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  await press('Show closed requests')
  await screen.findByRole('heading', { name: 'Closed requests' })
  expect(address()).toBe('/admin/requests?status=closed')
})

it('offers to clear the search and the dates when nothing matches', async () => {
  const { press, address } = openRequests('?q=nobody&from=2026-05-01&status=closed', [])
  expect(await screen.findByText('No requests')).toBeInTheDocument()
  expect(screen.getByText('No closed requests match your search and dates.')).toBeInTheDocument()
  await press('Clear search and dates')
  await waitFor(() => expect(address()).toBe('/admin/requests?status=closed'))
})

it('says that a search finds something with the other status, and leads there', async () => {
  const { queries, press, address } = openRequests('?q=224', [])
  server.use(
    http.get('/api/admin-panel/requests/', ({ request: { url } }) => {
      const query = Object.fromEntries(new URL(url).searchParams)
      queries.push(query)
      return HttpResponse.json(listOf(query.state === 'closed' ? [request] : []))
    }),
  )
  expect(
    await screen.findByText('No open requests match your search and dates, but 1 closed request does.'),
  ).toBeVisible()
  expect(queries.at(-1)).toEqual({ state: 'closed', q: '224', page: '1', page_size: '1' })
  await press('Show closed requests')
  await waitFor(() => expect(address()).toMatch(/status=closed/))
  expect(await screen.findByRole('table', { name: 'Requests' })).toBeVisible()
})

it('says that the requests could not be loaded, and tries again', async () => {
  const { press } = openRequests()
  answer('get /api/admin-panel/requests/', { detail: 'The database is busy', code: 'unavailable' }, 503)
  expect(await screen.findByText('Failed to load requests')).toBeInTheDocument()
  expect(screen.getByText('The database is busy')).toBeInTheDocument()
  expect(screen.queryByText('No requests')).not.toBeInTheDocument()
  answer('get /api/admin-panel/requests/', listOf([request]))
  await press('Retry')
  expect(await screen.findByRole('table', { name: 'Requests' })).toBeInTheDocument()
  expect(screen.queryByText('Failed to load requests')).not.toBeInTheDocument()
})

it('counts 10,000 requests at most and pages through as many', async () => {
  openRequests('', [request], 10_001)
  expect(await screen.findByText('10,000+ requests in total')).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Open requests: pages' })).toHaveTextContent('Page 1 of 200')
})

it('opens the last page when the URL names one beyond it', async () => {
  const { queries, address } = openRequests('?page=9', [request], 60)
  await waitFor(() => expect(address()).toBe('/admin/requests?page=2'))
  expect(await screen.findByRole('table', { name: 'Requests' })).toBeInTheDocument()
  expect(queries.map(({ page }) => page)).toEqual(['9', '2'])
})

it('checks the dates before it filters by them', async () => {
  const { queries, press, fill, address } = openRequests()
  await screen.findByRole('table', { name: 'Requests' })
  await press('Submitted: Any date')
  await fill('From', '2026-05-31')
  await fill('To', '2026-05-01')
  await press('Apply')
  await waitFor(() =>
    expect(screen.getByLabelText('To')).toHaveAccessibleDescription(
      'Choose an end date on or after the start date',
    ),
  )
  expect(queries).toHaveLength(1)
  await fill('To', '2026-06-01')
  await press('Apply')
  await waitFor(() => expect(address()).toBe('/admin/requests?from=2026-05-31&to=2026-06-01'))
  await waitFor(() =>
    expect(queries.at(-1)).toMatchObject({ date_from: '2026-05-31', date_to: '2026-06-01' }),
  )
})
