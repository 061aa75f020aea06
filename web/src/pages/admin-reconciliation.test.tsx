import type { Reconciliation } from '@tendwell/contract/reconciliation'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { admin, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, listOf } from '../../test/server.ts'
import { Component as AdminReconciliation } from './admin-reconciliation.tsx'

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

function openReports(reports?: Reconciliation[]) {
  if (reports) answer(call, listOf(reports))
  return renderPage(<AdminReconciliation />, { route: '/admin/reconciliation', session: sessionOf(admin) })
}

it('says that there are no reports yet, and checks again', async () => {
  const { press } = openReports([])
  expect(await screen.findByText('No reports yet')).toBeInTheDocument()
  answer(call, listOf([report]))
  await press('Check again')
  expect(await screen.findByRole('table', { name: 'Daily reports' })).toBeInTheDocument()
})

it('shows what was compared, and that nothing differs', async () => {
  openReports([report])
  const table = within(await screen.findByRole('table', { name: 'Daily reports' }))
  expect(table.getByText('14 transactions')).toBeInTheDocument()
  expect(table.getByText('No differences')).toBeInTheDocument()
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
