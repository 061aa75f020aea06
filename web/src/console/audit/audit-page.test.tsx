import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { expectExport } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { auditEntries } from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { listOf, server } from '../../../test/server.ts'
import { AuditPage } from './audit-page.tsx'

function openAudit(query = '', entries = auditEntries) {
  const queries: Record<string, string>[] = []
  server.use(
    http.get('/api/admin-panel/audit/', ({ request: { url } }) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf(entries))
    }),
  )
  const route = `/admin/audit${query}`
  return { queries, ...renderPage(<AuditPage />, { route, session: sessionOf(admin) }) }
}

it('lists who did what to whom, from where and when', async () => {
  openAudit()
  const [, first, second] = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole(
    'row',
  )
  expect(first).toHaveTextContent('Decided on the verification')
  expect(first).toHaveTextContent('status: pending → verified')
  expect(first).toHaveTextContent('ada@example.test')
  expect(within(first as HTMLElement).getByRole('link', { name: 'Ada Moss' })).toBeVisible()
  expect(within(first as HTMLElement).getByRole('link', { name: 'Nora Lind' })).toHaveAttribute(
    'href',
    '/admin/people/2',
  )
  expect(second).toHaveTextContent('Dropped a job')
  expect(second).toHaveTextContent('Tendwell')
  expect(second).toHaveTextContent('Job #4')
})

it('shows money in dollars, and who is not known', async () => {
  const [entry] = auditEntries
  if (!entry) throw new Error('No entry')
  openAudit('', [
    { ...entry, action: 'dispute.close', before: null, after: { refundCents: 8300 } },
    { ...entry, id: 90, action: 'login.failed', actor: null, address: '1.2.3.4', subject: 'user:unknown' },
  ])
  expect(await screen.findByText('to refund: $83.00')).toBeVisible()
  expect(screen.getByText(/A visitor/)).toBeVisible()
  expect(screen.getByText('Unknown person')).toBeVisible()
})

it('filters by search, action and day from the URL, and changes the action', async () => {
  const page = openAudit('?q=Ada&from=2026-06-01&to=2026-06-30')
  await screen.findByRole('table', { name: 'Audit log' })
  const asked = { q: 'Ada', date_from: '2026-06-01', date_to: '2026-06-30', page: '1', page_size: '50' }
  expect(page.queries).toEqual([asked])
  await page.choose('Action', 'Dropped a job')
  await waitFor(() => expect(page.queries.at(-1)).toEqual({ ...asked, action: 'job.dropped' }))
  expect(page.address()).toContain('action=job.dropped')
  await page.choose('Action', 'Any action')
  await waitFor(() => expect(page.address()).not.toContain('action='))
})

it('keeps the refunds that a mail links to, and goes back to all', async () => {
  const page = openAudit('?topic=given_away&from=2026-06-01&to=2026-06-01')
  await screen.findByRole('table', { name: 'Audit log' })
  const asked = { date_from: '2026-06-01', date_to: '2026-06-01', page: '1', page_size: '50' }
  expect(page.queries).toEqual([{ ...asked, topic: 'given_away' }])
  await page.user.click(screen.getByRole('button', { name: /^Refunds that cost Tendwell/ }))
  await waitFor(() => expect(page.queries.at(-1)).toEqual(asked))
  expect(page.address()).not.toContain('topic')
})

it('says when nothing matches', async () => {
  openAudit('?q=nobody', [])
  expect(await screen.findByText('No entries')).toBeVisible()
  await expectExport('audit')
})

it('takes all filters back when nothing matches', async () => {
  const page = openAudit('?q=Nobody&action=job.dropped&from=2026-06-01&actor=3&topic=given_away', [])
  await page.press('Clear filters')
  await waitFor(() => expect(page.queries.at(-1)).toEqual({ page: '1', page_size: '50' }))
  expect(page.address()).toBe('/admin/audit')
})

it('keeps the entries by one person or about one record, and goes back to all', async () => {
  const page = openAudit()
  await screen.findByRole('table', { name: 'Audit log' })
  const [by] = screen.getAllByRole('button', { name: 'Only entries by Ada Moss' })
  await page.user.click(by as HTMLElement)
  await waitFor(() => expect(page.queries.at(-1)).toMatchObject({ actor_id: expect.any(String), page: '1' }))
  expect(page.address()).toMatch(/actor=\d+/)
  await page.press('By Ada Moss only: show everyone')
  await waitFor(() => expect(page.address()).not.toContain('actor='))
  const [about] = screen.getAllByRole('button', { name: 'Only entries about Nora Lind' })
  await page.user.click(about as HTMLElement)
  await waitFor(() => expect(page.queries.at(-1)).toMatchObject({ subject: 'user:2' }))
  expect(screen.getByRole('button', { name: /^About .* only: show all$/ })).toBeVisible()
})

it('ignores a person or a record in the URL that the server would refuse', async () => {
  const { queries } = openAudit('?actor=ada&subject=job:4')
  await screen.findByRole('table', { name: 'Audit log' })
  expect(queries).toEqual([{ page: '1', page_size: '50' }])
})
