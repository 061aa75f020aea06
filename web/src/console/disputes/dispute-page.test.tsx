import type { DisputeRecord } from '@tendwell/contract/console/disputes'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listOf } from '../../../test/data.ts'
import { expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { disputeRecord as dispute } from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites } from '../../../test/server.ts'
import { DisputePage } from './dispute-page.tsx'
import { DisputeStatusPanel } from './dispute-status-panel.tsx'

const escalated: DisputeRecord = { ...dispute, status: 'escalated' }
const closed: DisputeRecord = { ...dispute, status: 'closed', ended_at: '2026-06-02T11:00:00Z' }

const colleague = { id: 8, name: 'Sam Support' }

async function openDispute(shown: DisputeRecord, query = '') {
  answer('get /api/admin-panel/disputes/5/', shown)
  answer(
    'get /api/admin-panel/disputes/assignees/',
    listOf([colleague, { id: admin.id, name: admin.full_name }]),
  )
  for (const list of ['notes', 'history']) answer(`get /api/admin-panel/${list}/`, listOf([]))
  const page = renderPage(<DisputePage />, {
    route: `/admin/disputes/5${query}`,
    path: '/admin/disputes/:disputeId',
    session: sessionOf(admin),
  })
  await screen.findByRole('heading', { level: 1, name: 'DPT-5' })
  return page
}

/** Writes the resolution where the dialog of an action has a field for it. */
async function resolve({ fill }: Awaited<ReturnType<typeof openDispute>>, label: string) {
  if (label !== 'Escalate Dispute') await fill(/^Resolution/, 'Both sides were heard.')
}

const confirmIn = async (user: Awaited<ReturnType<typeof openDispute>>['user'], name: string) =>
  user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))

it.each<[string, DisputeRecord, string[]]>([
  ['submitted', dispute, ['Escalate Dispute', 'Reject Dispute']],
  ['escalated', escalated, ['Close Dispute']],
  ['closed', closed, []],
  ['rejected', { ...closed, status: 'rejected' }, []],
])('offers the actions of a dispute that is %s', (status, shown, actions) => {
  answer('get /api/admin-panel/disputes/assignees/', listOf([]))
  renderPage(<DisputeStatusPanel dispute={shown} />, { session: sessionOf(admin) })
  const names = screen.queryAllByRole('button', { name: / Dispute$/ }).map(({ textContent }) => textContent)
  expect(names).toEqual(actions)
  const final = `This dispute has been ${status}. No further actions are available.`
  expect(screen.queryAllByText(final)).toHaveLength(actions.length === 0 ? 1 : 0)
})

it.each([
  [{ refunding_usd: 40 }, 'Refund on its way'],
  [{ refunded_usd: 40 }, 'Refunded'],
])('calls the refund of a closed dispute on its way until it was sent', (amounts, term) => {
  answer('get /api/admin-panel/disputes/assignees/', listOf([]))
  const shown = { ...closed, refund_usd: 40, ...amounts }
  renderPage(<DisputeStatusPanel dispute={shown} />, { session: sessionOf(admin) })
  expect(screen.getByText(term).nextSibling).toHaveTextContent('$40.00')
  expect(screen.queryByText('Refund')).not.toBeInTheDocument()
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
] as const)('$label asks first, keeps its dialog when it fails, then acts once', async (row) => {
  const page = await openDispute(row.from)
  const { press, user } = page
  await press(row.label)
  expect(screen.getByRole('alertdialog')).toHaveTextContent(row.consequence)
  await confirmIn(user, 'Cancel')
  expect(sentWrites()).toEqual([])
  await press(row.label)
  await resolve(page, row.label)
  answer(`post /api/admin-panel/disputes/5/${row.action}/`, {}, 500)
  await confirmIn(user, row.label)
  await expectToast(`Failed to ${row.action} dispute`)
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
  expect(sentWrites()).toEqual(Array(2).fill(`POST /api/admin-panel/disputes/5/${row.action}/`))
  if (row.action !== 'escalate') expect(lastBody()).toEqual({ resolution: 'Both sides were heard.' })
  // The button that was pressed is gone.
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Dispute Status Management' })).toHaveFocus(),
  )
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

it.each([
  ['Reject Dispute', dispute],
  ['Close Dispute', escalated],
])('%s focuses the resolution, and needs it', async (label, shown) => {
  const { press, user } = await openDispute(shown)
  await press(label)
  const field = screen.getByLabelText(/^Resolution/)
  await waitFor(() => expect(field).toHaveFocus())
  await confirmIn(user, label)
  await waitFor(() => expect(field).toHaveAccessibleDescription(/^Resolution is required/))
  expect(sentWrites()).toEqual([])
})

it('checks the refund and shows the server’s message on it', async () => {
  const page = await openDispute(escalated)
  const { press, user, fill } = page
  await press('Close Dispute')
  await resolve(page, 'Close Dispute')
  await fill(/^Refund to Fay Hart/, '127')
  await confirmIn(user, 'Refund $127.00 and close')
  const refund = screen.getByLabelText(/^Refund to Fay Hart/)
  await waitFor(() => expect(refund).toHaveAccessibleDescription('You can refund at most $126.00'))
  expect(sentWrites()).toEqual([])

  const message = 'You can refund at most $5.00'
  answer('post /api/admin-panel/disputes/5/close/', { refund_usd: [message], code: 'invalid' }, 400)
  await fill(/^Refund to Fay Hart/, '10,50')
  expect(refund).toHaveAccessibleDescription('That’s $10.50.')
  await confirmIn(user, 'Refund $10.50 and close')
  await expectToast(message)
  await waitFor(() => expect(refund).toHaveAccessibleDescription(message))
  await waitFor(() => expect(refund).toHaveFocus())
  expect(lastBody()).toEqual({ refund_usd: 10.5, resolution: 'Both sides were heard.' })
})

it('offers to retry when the staff it can be assigned to fail to load', async () => {
  answer('get /api/admin-panel/disputes/assignees/', {}, 500)
  const { press, choose } = renderPage(<DisputeStatusPanel dispute={dispute} />, {
    session: sessionOf(admin),
  })
  expect(await screen.findByText('Failed to load the staff')).toBeVisible()
  answer('get /api/admin-panel/disputes/assignees/', listOf([colleague]))
  await press('Retry')
  await waitFor(() => expect(screen.queryByText('Failed to load the staff')).not.toBeInTheDocument())
  answer('patch /api/admin-panel/disputes/5/', { ...dispute, assignee: colleague })
  await choose('Assigned to', 'Sam Support')
  await expectToast('Assigned to Sam Support')
})

it('is assigned to oneself or a colleague', async () => {
  const { press, user } = await openDispute(dispute)
  const me = { id: admin.id, name: admin.full_name }
  answer('patch /api/admin-panel/disputes/5/', { ...dispute, assignee: me })
  answer('get /api/admin-panel/disputes/5/', { ...dispute, assignee: me })
  await press('Assign to me')
  await expectToast(`Assigned to ${me.name}`)
  expect(lastBody()).toEqual({ assignee_id: me.id })
  const select = await screen.findByRole('button', { name: new RegExp(`${me.name}.*Assigned to`) })
  expect(screen.queryByRole('button', { name: 'Assign to me' })).not.toBeInTheDocument()
  await waitFor(() => expect(select).toHaveFocus())
  answer('patch /api/admin-panel/disputes/5/', { ...dispute, assignee: colleague })
  await user.click(select)
  await user.click(screen.getByRole('option', { name: colleague.name }))
  await expectToast(`Assigned to ${colleague.name}`)
  expect(lastBody()).toEqual({ assignee_id: colleague.id })
})

it('asks one side, and shows what both have answered', async () => {
  const { press, fill, user } = await openDispute(dispute)
  const questions = within(screen.getByRole('region', { name: 'Questions' }))
  expect(questions.getByText('At nine, as agreed.')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /^The family/ }))
  await fill(/^New question/, 'Who was at home?')
  answer('post /api/admin-panel/disputes/5/questions/', dispute, 201)
  await press('Send question')
  await expectToast('Question sent')
  expect(lastBody()).toEqual({ side: 'caretaker', text: 'Who was at home?' })
  expect(screen.getByLabelText(/^New question/)).toHaveValue('')
})

it('shows the dispute, its visits and steps, and links to its records and to the list as it was', async () => {
  await openDispute(dispute, '?q=Fay&page=2')
  expect(screen.getByText('Nora did not come')).toBeInTheDocument()
  expect(screen.getByText('No evidence uploaded.')).toBeInTheDocument()
  expect(screen.getByText('$100.00')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/admin/disputes?q=Fay&page=2')
  const visits = within(screen.getByRole('region', { name: 'Visits' }))
  expect(visits.getByText('Jul 1, 2026')).toBeInTheDocument()
  const steps = within(screen.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent?.replace(/[A-Z][a-z]{2} \d.*$/, ''))).toEqual([
    'Opened by Fay Hart',
    'Nora Lind added evidence: log.png',
    'Sam Support asked the caregiver a question',
    'Nora Lind answered',
  ])
  for (const [name, path] of [
    ['Fay Hart', '/admin/people/1?q=Fay'],
    ['Nora Lind', '/admin/people/2?q=Fay'],
    ['#12', '/admin/bookings/12?q=Fay'],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', path)
  }
  expect(screen.getByRole('button', { name: 'Read messages' })).toBeInTheDocument()
})

it('says that there is no such dispute', async () => {
  answer('get /api/admin-panel/disputes/99/', { detail: 'Not found', code: 'not_found' }, 404)
  renderPage(<DisputePage />, {
    route: '/admin/disputes/99',
    path: '/admin/disputes/:disputeId',
    session: sessionOf(admin),
  })
  expect(await screen.findByText('Failed to load dispute')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View all disputes' })).toHaveAttribute('href', '/admin/disputes')
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
})

it('asks finance or an admin for what support can’t refund alone', async () => {
  const page = await openDispute({ ...escalated, alone_usd: 20 })
  await page.press('Close Dispute')
  await resolve(page, 'Close Dispute')
  await page.fill(/^Refund to/, '20.01')
  const waiting = {
    id: 4,
    request_id: dispute.booking.id,
    dispute_id: 5,
    family: { id: 1, name: 'Fay Hart' },
    caregiver: { id: 2, name: 'Nora Lind' },
    amount_usd: 20.01,
    borne_by: 'caregiver',
    reason: 'Both sides were heard.',
    asked_by: colleague,
    asked_at: '2026-06-02T11:00:00Z',
    refundable_usd: 62,
  } as const
  answer('post /api/admin-panel/disputes/5/close/', escalated)
  answer('get /api/admin-panel/disputes/5/', { ...escalated, alone_usd: 20, waiting_refund: waiting })
  await confirmIn(page.user, 'Ask for approval')
  await expectToast('Finance or an admin has to approve this refund')
  expect(lastBody()).toEqual({ resolution: 'Both sides were heard.', refund_usd: 20.01 })
  expect(await screen.findByText(/asked to close it with a refund of \$20\.01/)).toHaveTextContent(
    /^Sam Support/,
  )
  expectPersonLinks({ 'Sam Support': colleague.id })
})

it('takes no other choice while one is sent, and keeps the focus', async () => {
  const { user } = await openDispute(dispute)
  const select = await screen.findByRole('button', { name: /Assigned to/ })
  const release = answerLater('patch /api/admin-panel/disputes/5/', { ...dispute, assignee: colleague })
  await user.click(select)
  await user.click(screen.getByRole('option', { name: colleague.name }))
  await waitFor(() => expect(select).toHaveAttribute('aria-disabled', 'true'))
  await waitFor(() => expect(select).toHaveFocus())
  await user.click(select)
  await user.keyboard('{ArrowDown}')
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
  release()
  await waitFor(() => expect(select).not.toHaveAttribute('aria-disabled'))
  expect(sentWrites()).toHaveLength(1)
})

it('keeps a question that is typed while the one before is sent', async () => {
  const { press, fill } = await openDispute(dispute)
  await fill(/^New question/, 'Who was at home?')
  const release = answerLater('post /api/admin-panel/disputes/5/questions/', dispute, 201)
  await press('Send question')
  await fill(/^New question/, 'And who left?')
  release()
  await expectToast('Question sent')
  expect(screen.getByLabelText(/^New question/)).toHaveValue('And who left?')
})
