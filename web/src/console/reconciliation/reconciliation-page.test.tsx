import type { Difference, Reconciliation } from '@tendwell/contract/payments/reconciliation'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { expectExport, expectPersonLinks } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, server } from '../../../test/server.ts'
import { toast } from '../../lib/toast.ts'
import { ReconciliationPage } from './reconciliation-page.tsx'

const report: Reconciliation = {
  id: 3,
  created_at: '2026-06-01T11:00:00Z',
  provider: 'sandbox',
  from: '2026-05-31T00:00:00Z',
  until: '2026-06-01T00:00:00Z',
  compared: 14,
  difference_count: 0,
  differences: [],
}
const call = 'get /api/admin-panel/reconciliation/'

const differencesCall = 'get /api/admin-panel/reconciliation/differences/'
const open: Difference = {
  id: 9,
  report_id: 3,
  kind: 'amount_differs',
  reference: 'ch_1',
  ours_usd: 126,
  provider_usd: 120,
  detail: 'Our amount differs from the provider’s',
  found_at: '2026-06-01T11:00:00Z',
  record: { kind: 'payment', id: 12 },
  resolved: null,
}
const resolved: Difference = {
  ...open,
  id: 8,
  record: null,
  resolved: { at: '2026-06-02T09:00:00Z', by: { id: 4, name: 'Finn Finance' }, note: 'A chargeback' },
}

function openReports(reports?: Reconciliation[], differences: Difference[] = [], query = '') {
  if (reports) answer(call, listOf(reports))
  answer(differencesCall, listOf(differences))
  const route = `/admin/reconciliation${query}`
  return renderPage(<ReconciliationPage />, { route, session: sessionOf(admin) })
}

it('says that there are no reports yet, and checks again', async () => {
  const { press } = openReports([])
  expect(await screen.findByText('No reports yet')).toBeInTheDocument()
  expect(await screen.findByText('Not compared yet')).toBeInTheDocument()
  expect(screen.queryByText('No differences')).not.toBeInTheDocument()
  answer(call, listOf([report]))
  await press('Check again')
  expect(await screen.findByRole('table', { name: 'Daily reports' })).toBeInTheDocument()
})

it('shows what was compared, and that nothing differs', async () => {
  openReports([report])
  const table = within(await screen.findByRole('table', { name: 'Daily reports' }))
  expect(table.getByText('14 transactions')).toBeInTheDocument()
  expect(table.getByText('No differences')).toBeInTheDocument()
  await expectExport('reconciliation', within(screen.getByRole('region', { name: 'Daily reports' })))
})

it('shows each difference with both amounts, and how many more there are', async () => {
  const difference = {
    kind: 'amount_differs',
    reference: 'ch_1',
    ours_usd: 126,
    provider_usd: null,
    detail: 'The charge is larger here',
  } as const
  openReports([{ ...report, difference_count: 101, differences: [difference] }])
  const table = within(await screen.findByRole('table', { name: 'Daily reports' }))
  expect(table.getByText('101 differences')).toBeInTheDocument()
  expect(table.getByText('Amounts differ')).toBeInTheDocument()
  expect(table.getByText('The charge is larger here')).toBeInTheDocument()
  expect(table.getByText('Ours: $126.00 · Provider: none')).toBeInTheDocument()
  expect(table.getByText('Showing the first 1.')).toBeInTheDocument()
})

it('offers to retry when the reports fail to load', async () => {
  answer(call, {}, 500)
  const { press } = openReports()
  expect(await screen.findByText('Failed to load reports')).toBeInTheDocument()
  answer(call, listOf([report]))
  await press('Retry')
  expect(await screen.findByRole('table', { name: 'Daily reports' })).toBeInTheDocument()
})

it('lists differences with what they are about, and who resolved them', async () => {
  openReports([report], [open, resolved])
  const table = within(await screen.findByRole('table', { name: 'Differences' }))
  expect(table.getByRole('link', { name: 'Payment #12' })).toHaveAttribute('href', '/admin/payments?q=%2312')
  expect(table.getByText('Open')).toBeInTheDocument()
  expectPersonLinks({ 'Finn Finance': 4 }, table)
  expect(table.getByText('A chargeback')).toBeInTheDocument()
  expect(table.getAllByRole('button')).toHaveLength(1)
})

it('resolves a difference with a note, which is required', async () => {
  const { press, fill } = openReports([report], [open])
  await screen.findByRole('table', { name: 'Differences' })
  const success = vi.spyOn(toast, 'success')
  await press('Resolve difference 9')
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveFocus())
  await press('Resolve')
  expect(await screen.findByText('Note is required')).toBeInTheDocument()
  await fill('Note', 'Changed by hand')
  answer('post /api/admin-panel/reconciliation/9/resolve/', { message: 'Difference resolved' })
  answer(differencesCall, listOf([resolved]))
  await press('Resolve')
  expect(await screen.findByText('Difference resolved')).toBeInTheDocument()
  expect(success).toHaveBeenLastCalledWith('Difference resolved', { duration: 3_000 })
  expect(lastBody()).toEqual({ note: 'Changed by hand' })
  expect(await screen.findByText('A chargeback')).toBeInTheDocument()
})

it('shows and exports the difference that an alert leads to, and then all', async () => {
  const asked: string[] = []
  const exported: string[] = []
  const { press, user } = openReports([report], [open, resolved], '?difference=9')
  server.use(
    http.get('/api/admin-panel/reconciliation/differences/', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(listOf([open]))
    }),
    http.get('/api/admin-panel/reconciliation/differences/export/', ({ request }) => {
      exported.push(new URL(request.url).search)
      return HttpResponse.json({ detail: 'Unknown list' }, { status: 400 })
    }),
  )
  await screen.findByRole('table', { name: 'Differences' })
  const panel = within(screen.getByRole('region', { name: 'Differences' }))
  await user.click(panel.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(exported).toEqual(['?id=9']))
  await press('Show all differences')
  expect(screen.queryByRole('button', { name: 'Show all differences' })).not.toBeInTheDocument()
  await waitFor(() => expect(asked).toEqual(['?id=9&page_size=20&page=1', '?page_size=20&page=1']))
})
