import type { Dispute } from '@tendwell/contract/disputes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dispute } from '../../test/data.ts'
import { expectToast } from '../../test/expect.ts'
import { admin, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites } from '../../test/server.ts'
import { Component as AdminDispute } from './admin-dispute.tsx'

const escalated: Dispute = { ...dispute, status: 'escalated' }
const closed: Dispute = { ...dispute, status: 'closed', ended_at: '2026-06-02T11:00:00Z' }

async function openDispute(shown: Dispute, query = '') {
  answer('get /api/admin-panel/disputes/5/', shown)
  const page = renderPage(<AdminDispute />, {
    route: `/admin/disputes/5${query}`,
    path: '/admin/disputes/:disputeId',
    session: sessionOf(admin),
  })
  await screen.findByRole('heading', { level: 1, name: 'DPT-5' })
  return page
}

const confirmIn = async (user: Awaited<ReturnType<typeof openDispute>>['user'], name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))

it('shows the dispute and links back to the list as it was', async () => {
  await openDispute(dispute, '?q=Fay&page=2')
  expect(screen.getByText('Nora did not come')).toBeInTheDocument()
  expect(screen.getByText('No evidence uploaded.')).toBeInTheDocument()
  expect(screen.getByText('$100.00')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin/disputes?q=Fay&page=2')
})

it.each<[string, Dispute, string[]]>([
  ['submitted', dispute, ['Escalate Dispute', 'Reject Dispute']],
  ['escalated', escalated, ['Close Dispute']],
  ['closed', closed, []],
  ['rejected', { ...closed, status: 'rejected' }, []],
])('offers the actions of a dispute that is %s', async (status, shown, actions) => {
  await openDispute(shown)
  const names = screen.queryAllByRole('button', { name: / Dispute$/ }).map(({ textContent }) => textContent)
  expect(names).toEqual(actions)
  const final = `This dispute has been ${status}. No further actions are available.`
  expect(screen.queryAllByText(final)).toHaveLength(actions.length === 0 ? 1 : 0)
})

it.each([
  {
    label: 'Escalate Dispute',
    action: 'escalate',
    from: dispute,
    to: 'escalated',
    consequence: 'This marks the dispute for priority review.',
    pending: 'Escalating...',
    message: 'Dispute escalated successfully',
  },
  {
    label: 'Reject Dispute',
    action: 'reject',
    from: dispute,
    to: 'rejected',
    consequence: 'This cannot be undone and will close the case.',
    pending: 'Rejecting...',
    message: 'Dispute rejected successfully',
  },
  {
    label: 'Close Dispute',
    action: 'close',
    from: escalated,
    to: 'closed',
    consequence: 'This will mark the case as resolved.',
    pending: 'Closing...',
    message: 'Dispute closed successfully',
  },
] as const)('$label asks first, then acts once', async (row) => {
  const { press, user } = await openDispute(row.from)
  await press(row.label)
  expect(screen.getByRole('alertdialog')).toHaveTextContent(row.consequence)
  await confirmIn(user, 'Cancel')
  expect(sentWrites()).toEqual([])
  await press(row.label)
  const release = answerLater(`post /api/admin-panel/disputes/5/${row.action}/`, {
    ...row.from,
    status: row.to,
  })
  await confirmIn(user, row.label)
  const pending = await within(screen.getByRole('alertdialog')).findByRole('button', { name: row.pending })
  await user.click(pending)
  answer('get /api/admin-panel/disputes/5/', { ...row.from, status: row.to })
  release()
  await expectToast(row.message)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(sentWrites()).toEqual([`POST /api/admin-panel/disputes/5/${row.action}/`])
})

it.each([
  ['Escalate Dispute', 'escalate', dispute, 'Failed to escalate dispute'],
  ['Reject Dispute', 'reject', dispute, 'Failed to reject dispute'],
  ['Close Dispute', 'close', escalated, 'Failed to close dispute'],
] as const)('%s says that it failed and keeps its dialog', async (label, action, shown, message) => {
  const { press, user } = await openDispute(shown)
  await press(label)
  answer(`post /api/admin-panel/disputes/5/${action}/`, {}, 500)
  await confirmIn(user, label)
  await expectToast(message)
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
})

it('shows what another admin did first', async () => {
  const { press, user } = await openDispute(dispute)
  await press('Escalate Dispute')
  const detail = 'This dispute was already rejected'
  answer('post /api/admin-panel/disputes/5/escalate/', { detail, code: 'conflict' }, 409)
  answer('get /api/admin-panel/disputes/5/', { ...closed, status: 'rejected' })
  await confirmIn(user, 'Escalate Dispute')
  await expectToast(detail)
  expect(
    await screen.findByText('This dispute has been rejected. No further actions are available.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('closes a dispute without a refund', async () => {
  const { press, user } = await openDispute(escalated)
  await press('Close Dispute')
  answer('post /api/admin-panel/disputes/5/close/', closed)
  answer('get /api/admin-panel/disputes/5/', closed)
  await confirmIn(user, 'Close Dispute')
  await expectToast('Dispute closed successfully')
  expect(lastBody()).toBeUndefined()
})

it('checks the refund and shows the server’s message on it', async () => {
  const { press, user, fill } = await openDispute(escalated)
  await press('Close Dispute')
  await fill(/^Refund to Fay Hart/, '127')
  await confirmIn(user, 'Close Dispute')
  const refund = screen.getByLabelText(/^Refund to Fay Hart/)
  await waitFor(() => expect(refund).toHaveAccessibleDescription('You can refund at most $126.00'))
  expect(sentWrites()).toEqual([])

  const message = 'You can refund at most $5.00'
  answer('post /api/admin-panel/disputes/5/close/', { refund_usd: [message], code: 'invalid' }, 400)
  await fill(/^Refund to Fay Hart/, '10.50')
  await confirmIn(user, 'Close Dispute')
  await expectToast(message)
  await waitFor(() => expect(refund).toHaveAccessibleDescription(message))
  expect(refund).toHaveFocus()
  expect(lastBody()).toEqual({ refund_usd: 10.5 })
})

it('says that there is no such dispute', async () => {
  answer('get /api/admin-panel/disputes/99/', { detail: 'Not found', code: 'not_found' }, 404)
  renderPage(<AdminDispute />, {
    route: '/admin/disputes/99',
    path: '/admin/disputes/:disputeId',
    session: sessionOf(admin),
  })
  expect(await screen.findByText('Failed to load dispute')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View all disputes' })).toHaveAttribute('href', '/admin/disputes')
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})
