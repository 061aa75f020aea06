import { QUEUE_KINDS, type QueueItem } from '@tendwell/contract/console/queue'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf } from '../../../test/server.ts'
import { countOf } from './queue.ts'
import { QueuePanel } from './queue-panel.tsx'

const items: QueueItem[] = [
  {
    kind: 'safety_reports',
    count: 1,
    oldest_at: '2026-06-01T09:00:00Z',
    due_at: '2026-06-01T10:00:00Z',
  },
  { kind: 'verifications', count: 2, oldest_at: '2026-06-01T09:00:00Z' },
  { kind: 'changes', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'renewals', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'documents', count: 1, oldest_at: '2026-05-20T09:00:00Z' },
  { kind: 'background_checks', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'reports', count: 2, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'family_patterns', count: 1, oldest_at: '2026-05-20T09:00:00Z' },
  { kind: 'ban_matches', count: 1, oldest_at: '2026-05-20T09:00:00Z' },
  { kind: 'overdue_disputes', count: 1, oldest_at: '2026-05-01T09:00:00Z' },
  { kind: 'disputes', count: 3, oldest_at: '2026-05-01T09:00:00Z' },
  { kind: 'two_step_recoveries', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'staff_changes', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'waiting_refunds', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'stuck_payments', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'stuck_refunds', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'stuck_payouts', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'bank_reviews', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  {
    kind: 'chargebacks',
    count: 1,
    oldest_at: '2026-05-30T09:00:00Z',
    due_at: '2026-06-10T09:00:00Z',
  },
  { kind: 'open_differences', count: 2, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'failed_jobs', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'retried_jobs', count: 1, oldest_at: '2026-05-30T09:00:00Z' },
  { kind: 'unsealed_audit', count: 5, oldest_at: '2026-05-30T09:00:00Z' },
]

it('leads to what waits', async () => {
  expect(items.map(({ kind }) => kind)).toEqual(QUEUE_KINDS)
  answer('get /api/admin-panel/queue/', listOf(items))
  renderPage(<QueuePanel />, { route: '/admin', session: sessionOf(admin) })
  const links = await within(screen.getByRole('region', { name: 'To do' })).findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [
      expect.stringMatching(/^1 urgent safety reportOldest .+, due Jun 1, 2026/),
      '/admin/reports?kind=booking',
    ],
    [expect.stringMatching(/^2 caregivers to verifyOldest/), '/admin'],
    [
      expect.stringMatching(/^1 change of a name, photo or description to check/),
      '/admin?verification=changes',
    ],
    [expect.stringMatching(/^1 renewal to check/), '/admin?verification=renewals'],
    [expect.stringMatching(/^1 document expired or expiring soon/), '/admin?verification=expiring'],
    [expect.stringMatching(/^1 background check to decide on/), '/admin?verification=background'],
    [expect.stringMatching(/^2 reports to review/), '/admin/reports'],
    [expect.stringMatching(/^1 family that several caregivers had problems with/), '/admin/reports'],
    [expect.stringMatching(/^1 person who shares something with banned ones/), '/admin/reports'],
    [expect.stringMatching(/^1 dispute open for more than 3 days/), '/admin/disputes'],
    [expect.stringMatching(/^3 open disputes/), '/admin/disputes'],
    [expect.stringMatching(/^1 request to turn off two-step sign-in/), '/admin/two-step-recoveries'],
    [expect.stringMatching(/^1 change of the admins to approve/), '/admin/staff'],
    [expect.stringMatching(/^1 refund to approve/), '/admin/payments?tab=refunds'],
    [expect.stringMatching(/^1 stuck payment/), '/admin/payments?state=stuck'],
    [expect.stringMatching(/^1 stuck refund/), '/admin/payments?tab=refunds&state=stuck'],
    [expect.stringMatching(/^1 stuck payout/), '/admin/payouts?state=stuck'],
    [expect.stringMatching(/^1 bank account to reviewOldest [^,]+$/), '/admin/payouts'],
    [expect.stringMatching(/^1 open chargebackOldest .+, due Jun 10, 2026/), '/admin/payments'],
    [expect.stringMatching(/^2 open differences with the payment provider/), '/admin/reconciliation'],
    [expect.stringMatching(/^1 failed job/), '/admin/jobs'],
    [expect.stringMatching(/^1 job waiting for the next try/), '/admin/jobs?state=waiting'],
    [expect.stringMatching(/^5 audit entries not sealed for more than an hour/), '/admin/audit'],
  ])
})

it('says when nothing waits', async () => {
  answer('get /api/admin-panel/queue/', listOf([]))
  renderPage(<QueuePanel />, { route: '/admin', session: sessionOf(admin) })
  expect(await screen.findByText('You’re all caught up.')).toBeVisible()
})

it('can be loaded again after a failure', async () => {
  answer('get /api/admin-panel/queue/', {}, 500)
  const page = renderPage(<QueuePanel />, { route: '/admin', session: sessionOf(admin) })
  expect(await screen.findByText('We couldn’t load your to-do list')).toBeVisible()
  answer('get /api/admin-panel/queue/', listOf(items))
  await page.press('Retry')
  expect(await screen.findByText('2 caregivers to verify')).toBeVisible()
})

it('counts a dispute once in the sidebar', () => {
  expect(countOf(items, '/admin/disputes')).toBe(3)
  expect(countOf(items, '/admin/payments')).toBe(4)
  expect(countOf(items, '/admin/jobs')).toBe(2)
  expect(countOf(items, '/admin/two-step-recoveries')).toBe(1)
  expect(countOf(items, '/admin/reconciliation')).toBe(2)
  expect(countOf(items, '/admin/reports')).toBe(5)
  expect(countOf(items, '/admin/audit')).toBe(5)
})
