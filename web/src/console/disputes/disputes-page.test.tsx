import type { AdminDispute } from '@tendwell/contract/console/disputes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { expectPersonLinks } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, server } from '../../../test/server.ts'
import { DisputesPage } from './disputes-page.tsx'

const dispute: AdminDispute = {
  id: 5,
  booking_id: 12,
  caretaker_id: 3,
  caregiver_id: 2,
  caretaker_name: 'Fay Hart',
  caregiver_name: 'Nora Lind',
  opened_at: '2026-06-01T11:00:00Z',
  status: 'escalated',
  type: 'schedule',
  assignee: { id: 1, name: 'Ada Staff' },
}

function openDisputes(query = '', results: AdminDispute[] = [dispute], count = results.length) {
  const queries: Record<string, string>[] = []
  server.use(
    http.get('/api/admin-panel/disputes/', ({ request: { url } }) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf(results, count))
    }),
  )
  const route = `/admin/disputes${query}`
  return { queries, ...renderPage(<DisputesPage />, { route, session: sessionOf(admin) }) }
}

it('lists the open disputes with their total', async () => {
  const { queries } = openDisputes()
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  expect(await screen.findByText('1 dispute in total')).toBeInTheDocument()
  const [headers, row] = within(screen.getByRole('table', { name: 'Disputes' })).getAllByRole('row')
  expect(headers).toHaveTextContent('Dispute IDParentCare GiverDateAssigned toStatus')
  expect(row).toHaveTextContent(
    'DPT-5ParentFay HartCare GiverNora LindDateJun 1, 2026Assigned toAda StaffStatusEscalated',
  )
  expect(queries).toEqual([{ state: 'open', page: '1', page_size: '20' }])
  expectPersonLinks({ 'Fay Hart': 3, 'Nora Lind': 2, 'Ada Staff': 1 })
})

it('opens a dispute by a click on its row, and keeps the filters', async () => {
  const { user, address } = openDisputes('?status=closed&q=Fay')
  const cell = await screen.findByRole('cell', { name: 'Nora Lind' })
  expect(screen.getByRole('link', { name: 'DPT-5' })).toHaveAttribute(
    'href',
    '/admin/disputes/5?status=closed&q=Fay',
  )
  await user.click(cell)
  expect(address()).toBe('/admin/disputes/5?status=closed&q=Fay')
})

it('filters by assignee in the URL', async () => {
  const { queries, press, user, address } = openDisputes('?assignee=nobody&page=2', [])
  await waitFor(() => expect(queries[0]).toMatchObject({ assignee: 'nobody' }))
  await press(/Assigned to nobody/)
  await user.click(screen.getByRole('option', { name: 'Assigned to me' }))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ assignee: 'me', page: '1' }))
  expect(address()).toBe('/admin/disputes?assignee=me')
  await press('Clear filters')
  await waitFor(() => expect(address()).toBe('/admin/disputes'))
})

it('says that there are no disputes and offers the other status', async () => {
  const { press, address } = openDisputes('', [])
  expect(await screen.findByText('No disputes')).toBeInTheDocument()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  await press('Show closed disputes')
  await waitFor(() => expect(address()).toBe('/admin/disputes?status=closed'))
})

it('offers to retry when the disputes fail to load', async () => {
  answer('get /api/admin-panel/disputes/', {}, 500)
  const { press } = renderPage(<DisputesPage />, { route: '/admin/disputes', session: sessionOf(admin) })
  expect(await screen.findByText('Failed to load disputes')).toBeInTheDocument()
  expect(screen.queryByText('No disputes')).not.toBeInTheDocument()
  answer('get /api/admin-panel/disputes/', listOf([dispute]))
  await press('Retry')
  expect(await screen.findByRole('table', { name: 'Disputes' })).toBeInTheDocument()
})
