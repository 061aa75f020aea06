import type { AdminCaregiver, AdminUser } from '@tendwell/contract/console/users'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { expectExport, expectPersonLinks } from '../../../test/expect.ts'
import { adminCaregivers } from '../../../test/lists.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, server } from '../../../test/server.ts'
import { DashboardPage } from './dashboard-page.tsx'

beforeEach(() => answer('get /api/admin-panel/queue/', listOf([])))

const fay: AdminUser = {
  id: 1,
  full_name: 'Fay Hart',
  email: 'fay.hart@example.test',
  avatar: null,
  joined: '2026-05-01T12:00:00Z',
  is_active: true,
  is_closed: false,
  is_deactivated: false,
  suspended_until: null,
  verification_status: null,
}

interface Lists {
  pending?: AdminCaregiver[]
  flagged?: AdminCaregiver[]
  users?: AdminUser[]
}

async function openDashboard({ pending = [], flagged = [], users = [fay] }: Lists, query = '') {
  const userQueries: Record<string, string>[] = []
  answer('get /api/admin-panel/caregivers/changes/', listOf([]))
  server.use(
    http.get('/api/admin-panel/caregivers/verification/', ({ request: { url } }) => {
      const isFlagged = new URL(url).searchParams.get('status') === 'flagged'
      return HttpResponse.json(listOf(isFlagged ? flagged : pending))
    }),
    http.get('/api/admin-panel/users/', ({ request: { url } }) => {
      userQueries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf(users))
    }),
  )
  const view = renderPage(<DashboardPage />, { route: `/admin${query}`, session: sessionOf(admin) })
  await screen.findByRole('tab', { name: /^Awaiting Verification/ })
  await waitFor(() => expect(userQueries).toHaveLength(1))
  return { ...view, userQueries }
}

it('keeps tabs and filters in the URL', async () => {
  const flagged = adminCaregivers
    .slice(0, 1)
    .map((row) => ({ ...row, verification_status: 'flagged' as const }))
  const query = '?q=Mei&category=Night+nanny&verification=flagged&users=caregiver'
  const { userQueries, press, address, user } = await openDashboard({ flagged }, query)
  const table = within(await screen.findByRole('table', { name: 'Flagged' }))
  expect(table.getByRole('button', { name: /^Verify / })).toBeInTheDocument()
  expect(table.queryByRole('button', { name: /^Flag / })).not.toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Caregivers' })).toHaveAttribute('aria-selected', 'true')
  expect(userQueries).toEqual([
    { q: 'Mei', category: 'Night nanny', role: 'caregiver', page: '1', page_size: '10' },
  ])
  await user.click(screen.getByRole('tab', { name: 'Parents' }))
  await waitFor(() =>
    expect(userQueries.at(-1)).toEqual({ q: 'Mei', role: 'caretaker', page: '1', page_size: '10' }),
  )
  expect(await screen.findByText('1 parent. The category applies to caregivers only.')).toBeInTheDocument()
  await press('Clear search')
  expect(address()).toBe('/admin?category=Night+nanny&verification=flagged&users=caretaker')
})

it('shows an empty list and offers to clear the filters', async () => {
  const { user, address } = await openDashboard({ pending: [], users: [] }, '?q=Mei&from=2026-05-01')
  expect(await screen.findByText('No caregivers awaiting verification')).toBeInTheDocument()
  expect(screen.getByText('No caregivers match your search and filters.')).toBeInTheDocument()
  expect(screen.getByText('No parents')).toBeInTheDocument()
  const panel = screen.getByRole('region', { name: 'User Management' })
  await user.click(within(panel).getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toBe('/admin'))
})

it('marks accounts that were suspended and those that their owner closed', async () => {
  const closed = { ...fay, is_active: false, is_closed: true }
  const suspended = { ...fay, is_active: false, is_deactivated: true, suspended_until: '2026-12-15' }
  await openDashboard({
    users: [{ ...closed, id: 2, full_name: 'Ben Ode' }, { ...suspended, id: 3, full_name: 'Liv Holm' }, fay],
  })
  const rowOf = (name: RegExp) => screen.getByRole('row', { name })
  expect(await screen.findByText('Suspended until Dec 15, 2026')).toBeVisible()
  expect(rowOf(/Liv Holm/)).toHaveTextContent('Suspended until')
  expect(rowOf(/Ben Ode/)).toHaveTextContent('Closed')
  expect(within(rowOf(/Ben Ode/)).queryByRole('switch')).not.toBeInTheDocument()
  expect(rowOf(/Fay Hart/)).not.toHaveTextContent(/Closed|Suspended/)
  expect(within(rowOf(/Fay Hart/)).getByRole('switch')).toBeChecked()
  expectPersonLinks({ 'Ben Ode': 2, 'Liv Holm': 3, 'Fay Hart': 1 })
  await expectExport('users', within(screen.getByRole('region', { name: 'User Management' })))
})

it('says which list could not be loaded', async () => {
  answer('get /api/admin-panel/caregivers/verification/', {}, 500)
  answer('get /api/admin-panel/caregivers/changes/', listOf([]))
  answer('get /api/admin-panel/users/', {}, 500)
  renderPage(<DashboardPage />, { route: '/admin', session: sessionOf(admin) })
  expect(await screen.findByText('Failed to load caregivers')).toBeInTheDocument()
  expect(await screen.findByText('Failed to load users')).toBeInTheDocument()
  expect(screen.queryByText('No caregivers awaiting verification')).not.toBeInTheDocument()
})
