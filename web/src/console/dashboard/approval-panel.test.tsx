import type { AdminCaregiver, AdminPendingChange } from '@tendwell/contract/console/users'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { proofRequired } from '../../../test/data.ts'
import { expectExport, expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { toast } from '../../lib/toast.ts'
import { api } from '../../lib/transport/api-base.ts'
import { ApprovalPanel } from './approval-panel.tsx'
import { useDashboardFilters } from './dashboard-filters.tsx'

const noDocuments = { id_front: null, id_back: null, certificate: null }
const frontId = '0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a01'
const newFrontId = '0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a02'

const mei: AdminCaregiver = {
  id: 7,
  full_name: 'Mei Lin',
  email: 'mei.lin@example.test',
  avatar: null,
  ...noDocuments,
  id_front: '/api/files/front',
  document_ids: { ...noDocuments, id_front: frontId },
  document_checks: {
    ...noDocuments,
    id_front: { result: 'ok', expires_on: null, is_expired: false, is_outdated: false },
  },
  renewals: [],
  missing: [],
  joined: '2026-05-01T12:00:00Z',
  verification_status: 'pending',
}
const ben: AdminCaregiver = {
  ...mei,
  ...noDocuments,
  id: 8,
  full_name: 'Ben Ode',
  email: 'ben.ode@example.test',
  document_ids: noDocuments,
}
const nothingAhead = {
  open_requests: 0,
  bookings: [],
  price_usd: 0,
  policy_refund_usd: 0,
  full_refund_usd: 0,
  policy_waiting_usd: 0,
  full_waiting_usd: 0,
}
const oneAhead = {
  open_requests: 2,
  bookings: [
    {
      request_id: 12,
      person: { id: 3, name: 'Fay Hart' },
      visits: 1,
      start_utc: '2026-07-01T09:00:00Z',
      price_usd: 96,
      policy_refund_usd: 66,
      full_refund_usd: 66,
    },
  ],
  price_usd: 96,
  policy_refund_usd: 66,
  full_refund_usd: 66,
  policy_waiting_usd: 0,
  full_waiting_usd: 0,
}
const newName: AdminPendingChange = {
  id: 9,
  change_id: '0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a03',
  email: 'nora.lind@example.test',
  full_name: 'Nora Lind',
  avatar: '/avatars/before',
  new_full_name: 'Nora Lind Hart',
  new_avatar: '/avatars/after',
  new_description: null,
  submitted_at: '2026-05-30T12:00:00Z',
  verification_status: 'verified',
}

interface Lists {
  changes?: AdminPendingChange[]
  caregivers?: AdminCaregiver[]
}

function Panel() {
  return <ApprovalPanel filters={useDashboardFilters()} />
}

/** Opens the panel at a tab, and waits for its table if it has one. `answerLists` changes the server's later answers. */
async function openPanel(lists: Lists = {}, query = '', tab: string | null = 'Awaiting Verification') {
  const answerLists = ({ caregivers = [mei, ben], changes = [] }: Lists) =>
    server.use(
      http.get('/api/admin-panel/caregivers/changes/', () => HttpResponse.json(listOf(changes))),
      http.get('/api/admin-panel/caregivers/verification/', () => HttpResponse.json(listOf(caregivers))),
    )
  answerLists(lists)
  for (const { id } of [mei, ben]) answer(`get /api/admin-panel/people/${id}/deactivation/`, nothingAhead)
  const view = renderPage(<Panel />, { route: `/admin${query}`, session: sessionOf(admin) })
  if (tab !== null) await screen.findByRole('table', { name: tab })
  return { ...view, answerLists }
}

/** What a decision says the admin was shown. */
const shown = ({ document_ids, full_name, avatar }: AdminCaregiver) => ({ document_ids, full_name, avatar })
const verification = (id: number) => `post /api/admin-panel/caregivers/${id}/verification/` as const

it('verifies a caregiver at once, who leaves the list, and moves the focus to the next one', async () => {
  const { press, answerLists } = await openPanel()
  const message = 'Caregiver verified successfully'
  answer(verification(7), { message, verification_status: 'verified' })
  answerLists({ caregivers: [ben] })
  await press('Verify Mei Lin')
  await expectToast(message)
  expect(lastBody()).toEqual({ verification_status: 'verified', ...shown(mei) })
  await waitFor(() => expect(screen.queryByText('Mei Lin')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('link', { name: 'Ben Ode' })).toHaveFocus())
})

it('flags a caregiver with a note, and moves the focus to the list when the list is empty', async () => {
  const { press, fill, answerLists } = await openPanel({ caregivers: [mei] })
  const message = 'Caregiver flagged for review'
  answer(verification(7), { message, verification_status: 'flagged' })
  await press('Flag Mei Lin')
  const note = within(await screen.findByRole('alertdialog', { name: 'Flag Mei Lin?' })).getByRole('textbox')
  await waitFor(() => expect(note).toHaveFocus())
  await fill(/^Admin notes/, 'The name differs')
  answerLists({ caregivers: [] })
  await press('Flag caregiver')
  await expectToast(message)
  expect(lastBody()).toMatchObject({
    verification_status: 'flagged',
    ...shown(mei),
    admin_notes: 'The name differs',
  })
  await screen.findByText('No caregivers awaiting verification')
  await waitFor(() => expect(document.activeElement).toHaveTextContent('No caregivers awaiting verification'))
})

it('says what the server answers to a decision, or else a text of its own', async () => {
  const { press } = await openPanel()
  answer(verification(7), { detail: 'Try again in a minute' }, 500)
  await press('Verify Mei Lin')
  await expectToast('Try again in a minute')
  answer(verification(7), {}, 500)
  await press('Verify Mei Lin')
  await expectToast('Failed to update verification status')
  answer(verification(7), { message: '', verification_status: 'verified' })
  await press('Verify Mei Lin')
  await expectToast('Status updated successfully')
})

/**
 * A caregiver whose city and second side of the ID are missing, and of whom nobody has checked the first
 * side.
 */
const notReady: AdminCaregiver = { ...mei, document_checks: noDocuments, missing: ['id_back', 'city'] }

it.each([
  ['Awaiting Verification', ''],
  ['Flagged', '?verification=flagged'],
  ['Rejected', '?verification=rejected'],
])(
  'offers Verify in no row of %s before each paper is there and checked, and says what is left',
  async (tab, query) => {
    await openPanel({ caregivers: [notReady] }, query, tab)
    const [, row] = screen.getAllByRole('row')
    expect(row).toHaveTextContent('Missing: the back of an ID and a city. Not checked yet: ID front.')
    expect(screen.getByRole('link', { name: /^(Review|Reconsider) Mei Lin$/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Verify Mei Lin' })).not.toBeInTheDocument()
  },
)

it('offers no Verify for papers that were checked before the name or photo changed', async () => {
  const id_front = { result: 'ok', expires_on: null, is_expired: false, is_outdated: true } as const
  await openPanel({ caregivers: [{ ...mei, document_checks: { ...noDocuments, id_front } }] })
  const [, row] = screen.getAllByRole('row')
  expect(row).toHaveTextContent('Not checked since the name or photo changed: ID front.')
  expect(screen.queryByRole('button', { name: 'Verify Mei Lin' })).not.toBeInTheDocument()
})

it('verifies the selected who are ready, and names those who are left out', async () => {
  const { press, user } = await openPanel({ caregivers: [notReady, ben] })
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  answer(verification(8), { message: '', verification_status: 'verified' })
  await press('Verify selected')
  await screen.findByRole('alertdialog', { name: 'Verify Ben Ode?' })
  const leftOut = within(screen.getByRole('list', { name: 'Left out' })).getAllByRole('listitem')
  expect(leftOut.map(({ textContent }) => textContent)).toEqual(['Mei Lin'])
  await press('Verify caregiver')
  await expectToast('1 caregiver verified successfully')
  expect(sentWrites()).toEqual(['POST /api/admin-panel/caregivers/8/verification/'])
})

it('verifies nobody when none of the selected is ready', async () => {
  const { press, user } = await openPanel({ caregivers: [notReady] })
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  await press('Verify selected')
  await expectToast('None of them can be verified yet. Their rows say what is missing or not checked')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('opens documents in a new tab and disables missing ones', async () => {
  await openPanel()
  const link = await screen.findByRole('link', { name: 'ID Front of Mei Lin (opens in a new tab)' })
  expect(link).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('button', { name: 'ID Back of Mei Lin: not uploaded' })).toBeDisabled()
  expect(screen.queryByRole('link', { name: /^Certs of/ })).not.toBeInTheDocument()
})

/** Mei Lin uploads other documents, and the open panel follows. @returns the new row */
async function showNewDocuments({ store, answerLists }: Awaited<ReturnType<typeof openPanel>>) {
  const renewed = {
    ...mei,
    id_back: '/api/files/back',
    document_ids: { ...noDocuments, id_front: newFrontId },
  }
  answerLists({ caregivers: [renewed] })
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await screen.findByRole('link', { name: /^ID Back of Mei Lin/ })
  return renewed
}

it('decides on the documents with which a caregiver first appeared', async () => {
  const panel = await openPanel()
  const { press } = panel
  const renewed = await showNewDocuments(panel)
  const detail = 'The documents changed after you opened them. Please review the new ones before you decide.'
  answer(verification(7), { detail, code: 'conflict' }, 409)
  await press('Verify Mei Lin')
  await expectToast(detail)
  expect(lastBody()).toMatchObject(shown(mei))

  answer(verification(7), { message: 'Caregiver verified successfully', verification_status: 'verified' })
  await press('Verify Mei Lin')
  await expectToast('Caregiver verified successfully')
  expect(lastBody()).toMatchObject(shown(renewed))
})

it('requires a reason to reject a caregiver', async () => {
  const { press, fill } = await openPanel()
  await press('Reject Mei Lin')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject Mei Lin?' }))
  const confirm = dialog.getByRole('button', { name: 'Reject caregiver' })
  expect(confirm).toBeDisabled()
  await waitFor(() => expect(screen.getByLabelText('Rejection Reason *')).toHaveFocus())
  await fill('Rejection Reason *', '   ')
  expect(confirm).toBeDisabled()
  await fill('Rejection Reason *', 'The ID is blurred')
  expect(confirm).toBeEnabled()
  await press('Cancel')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await press('Reject Mei Lin')
  await fill('Rejection Reason *', 'The ID has expired')
  const message = 'Caregiver rejected successfully'
  answer(verification(7), { message, verification_status: 'rejected' })
  await press('Reject caregiver')
  await expectToast(message)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(lastBody()).toEqual({
    verification_status: 'rejected',
    ...shown(mei),
    rejection_reason: 'The ID has expired',
    admin_notes: '',
    refund_usd: 0,
  })
})

it('keeps the reason when a rejection fails', async () => {
  const { press, fill } = await openPanel()
  await press('Reject Mei Lin')
  await fill('Rejection Reason *', 'The ID has expired')
  answer(verification(7), {}, 500)
  await press('Reject caregiver')
  await expectToast('Failed to update verification status')
  expect(screen.getByLabelText('Rejection Reason *')).toHaveValue('The ID has expired')
  const detail = 'The documents changed after you opened them.'
  answer(verification(7), { detail, code: 'conflict' }, 409)
  await press('Reject caregiver')
  await expectToast(detail)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('asks to select caregivers first', async () => {
  const { press } = await openPanel()
  for (const name of ['Verify selected', 'Reject selected', 'Flag selected']) {
    await press(name)
    await expectToast('Please select caregivers first')
    act(() => toast.remove())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  }
  expect(sentWrites()).toEqual([])
})

it('rejects all selected caregivers with the default texts, after listing what each rejection cancels', async () => {
  const { press, user } = await openPanel()
  answer('get /api/admin-panel/people/8/deactivation/', oneAhead)
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  await press('Reject selected')
  const ofBen = within(await screen.findByRole('region', { name: 'Ben Ode' }))
  expect(await ofBen.findByText('1 paid booking ahead, $66.00 of $96.00 goes back.')).toBeVisible()
  expectPersonLinks({ 'Fay Hart': 3 }, ofBen)
  const ofMei = within(screen.getByRole('region', { name: 'Mei Lin' }))
  expect(await ofMei.findByText('No paid bookings are ahead.')).toBeVisible()
  const names = within(screen.getByRole('list', { name: 'Caregivers' })).getAllByRole('listitem')
  expect(names.map(({ textContent }) => textContent)).toEqual(['Mei Lin', 'Ben Ode'])
  expect(screen.getByLabelText('Rejection Reason *')).toHaveValue('Bulk rejection')
  expect(screen.getByLabelText(/^Admin notes/)).toHaveValue('Bulk rejected action')
  for (const id of [7, 8]) answer(verification(id), { message: '', verification_status: 'rejected' })
  await press('Reject 2 caregivers')
  await expectToast('2 caregivers rejected successfully')
  expect(sentWrites()).toEqual([
    'POST /api/admin-panel/caregivers/7/verification/',
    'POST /api/admin-panel/caregivers/8/verification/',
  ])
  expect(lastBody()).toEqual({
    verification_status: 'rejected',
    ...shown(ben),
    rejection_reason: 'Bulk rejection',
    admin_notes: 'Bulk rejected action',
    refund_usd: 66,
  })
})

it('rejects nobody before the bookings ahead are shown, and shows them again when the refund has changed', async () => {
  const { press, fill } = await openPanel()
  const release = answerLater('get /api/admin-panel/people/7/deactivation/', oneAhead)
  await press('Reject Mei Lin')
  await fill('Rejection Reason *', 'The ID has expired')
  expect(screen.getByRole('button', { name: 'Reject caregiver' })).toBeDisabled()
  release()
  expect(await screen.findByText('1 paid booking ahead, $66.00 of $96.00 goes back.')).toBeVisible()
  const detail = 'The refund is now $0.00. Please check and confirm again'
  answer(verification(7), { detail, code: 'conflict', refund_usd: 0 }, 409)
  answer('get /api/admin-panel/people/7/deactivation/', nothingAhead)
  await press('Reject caregiver')
  await expectToast(detail)
  expect(lastBody()).toMatchObject({ ...shown(mei), refund_usd: 66 })
  expect(await screen.findByText('No paid bookings are ahead.')).toBeVisible()
  answer(verification(7), { message: 'Done', verification_status: 'rejected' })
  await press('Reject caregiver')
  await expectToast('Done')
  expect(lastBody()).toMatchObject({ ...shown(mei), refund_usd: 0 })
})

it.each([
  ['Verify', 'verified', '2 caregivers verified successfully'],
  ['Flag', 'flagged', '2 caregivers flagged successfully'],
])('%s selected names the caregivers, then decides on all of them', async (verb, status, message) => {
  const { press, user } = await openPanel()
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  for (const id of [7, 8]) answer(verification(id), { message: '', verification_status: status })
  await press(`${verb} selected`)
  await screen.findByRole('alertdialog', { name: `${verb} 2 caregivers?` })
  expect(sentWrites()).toEqual([])
  await press(`${verb} 2 caregivers`)
  await expectToast(message)
  expect(sentWrites()).toHaveLength(2)
  expect(lastBody()).toMatchObject({ verification_status: status, admin_notes: `Bulk ${status} action` })
})

it('a bulk decision goes on after a failure, and says in the row what failed', async () => {
  const { press, user } = await openPanel()
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  answer(verification(7), { detail: 'Not this one' }, 500)
  answer(verification(8), { message: '', verification_status: 'verified' })
  await press('Verify selected')
  await press('Verify 2 caregivers')
  await expectToast('Failed to update verification status')
  expect(sentWrites()).toHaveLength(2)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  const [, row] = screen.getAllByRole('row')
  expect(row).toHaveTextContent('Mei Linmei.lin@example.testNot this one')
  expect(screen.getByRole('checkbox', { name: 'Select Mei Lin' })).toBeChecked()
})

it('asks once for several rejections, even when the admin doesn’t confirm', async () => {
  const { press, user } = await openPanel()
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  await press('Reject selected')
  for (const id of [7, 8]) answer(verification(id), proofRequired, 403)
  await press('Reject 2 caregivers')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password to continue' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getAllByText(proofRequired.detail)).toHaveLength(2))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual(['POST /api/admin-panel/caregivers/7/verification/'])
})

it('a bulk decision that was refused because of newer documents can be repeated on those', async () => {
  const panel = await openPanel({ caregivers: [mei] })
  const { press, user } = panel
  const renewed = await showNewDocuments(panel)
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  answer(verification(7), { detail: 'The documents changed', code: 'conflict' }, 409)
  await press('Verify selected')
  await press('Verify caregiver')
  await expectToast('Failed to update verification status')
  expect(lastBody()).toMatchObject(shown(mei))

  answer(verification(7), { message: '', verification_status: 'verified' })
  await press('Verify selected')
  await press('Verify caregiver')
  await waitFor(() => expect(lastBody()).toMatchObject(shown(renewed)))
})

it('shows verified caregivers, to revoke', async () => {
  const verified: AdminCaregiver = { ...mei, verification_status: 'verified' }
  const { press } = await openPanel({ caregivers: [verified] }, '?verification=verified', 'Verified')
  expect(screen.queryByRole('button', { name: 'Verify Mei Lin' })).not.toBeInTheDocument()
  await press('Revoke Mei Lin')
  await screen.findByRole('alertdialog', { name: 'Revoke Mei Lin’s verification?' })
})

it.each([
  ['pending', 'caregivers/verification'],
  ['changes', 'caregivers/changes'],
  ['background', 'caregivers/background-checks'],
] as const)('exports the list of the tab %s', async (tab, list) => {
  await openPanel({}, `?verification=${tab}`, null)
  await expectExport(list)
})

it('leads from a rejected caregiver to their documents, with the queue and the filters', async () => {
  const rejected: AdminCaregiver = { ...mei, verification_status: 'rejected' }
  await openPanel({ caregivers: [rejected] }, '?q=Mei&verification=rejected&rejected_page=1', 'Rejected')
  const link = screen.getByRole('link', { name: 'Reconsider Mei Lin' })
  expect(screen.queryByRole('button', { name: 'Verify Mei Lin' })).not.toBeInTheDocument()
  expect(link).toHaveAttribute('href', '/admin/verification/7?q=Mei&verification=rejected')
})

it('lists documents that have expired, and leads to the first', async () => {
  const certificate = {
    result: 'ok',
    expires_on: '2026-01-31',
    is_expired: true,
    is_outdated: false,
  } as const
  const expired: AdminCaregiver = { ...mei, document_checks: { ...noDocuments, certificate } }
  await openPanel({ caregivers: [expired] }, '?verification=expiring', 'Expiring')
  const table = within(screen.getByRole('table', { name: 'Expiring' }))
  expect(table.getByText('Expired on Jan 31, 2026')).toBeVisible()
  expect(table.getByRole('link', { name: 'Review Mei Lin' })).toHaveAttribute(
    'href',
    '/admin/verification/7?verification=expiring&document=certificate',
  )
})

it('lists the renewal of a caregiver who was flagged since, one at a time to review', async () => {
  const certificate = {
    result: 'ok',
    expires_on: '2026-01-31',
    is_expired: false,
    is_outdated: false,
  } as const
  const flagged: AdminCaregiver = {
    ...mei,
    verification_status: 'flagged',
    document_checks: { ...mei.document_checks, certificate },
    renewals: ['certificate'],
  }
  await openPanel({ caregivers: [flagged] }, '?verification=renewals', 'Renewals')
  const table = within(screen.getByRole('table', { name: 'Renewals' }))
  expect(table.getByText('Under Review')).toBeVisible()
  expect(table.queryByRole('button', { name: 'Verify Mei Lin' })).not.toBeInTheDocument()
  expect(table.getByRole('link', { name: 'Review Mei Lin' })).toHaveAttribute(
    'href',
    '/admin/verification/7?verification=renewals&document=certificate',
  )
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})

it('lists the papers of a verified caregiver whose name changed, to check again', async () => {
  const id_front = { result: 'ok', expires_on: null, is_expired: false, is_outdated: true } as const
  const renamed: AdminCaregiver = {
    ...mei,
    verification_status: 'verified',
    document_checks: { ...noDocuments, id_front },
  }
  await openPanel({ caregivers: [renamed] }, '?verification=renewals', 'Renewals')
  const table = within(screen.getByRole('table', { name: 'Renewals' }))
  expect(table.getByText('Check again')).toBeVisible()
  expect(table.getByRole('link', { name: 'Review Mei Lin' })).toHaveAttribute(
    'href',
    '/admin/verification/7?verification=renewals&document=id_front',
  )
})

const change = 'post /api/admin-panel/caregivers/9/changes/' as const
const openChanges = () => openPanel({ changes: [newName] }, '?verification=changes', 'Changes')

it('shows a new name and photo beside those that families see, and approves them', async () => {
  const { press, answerLists } = await openChanges()
  expect(screen.getByRole('tab', { name: 'Changes 1' })).toHaveAttribute('aria-selected', 'true')
  const [, row] = within(screen.getByRole('table', { name: 'Changes' })).getAllByRole('row')
  const pictures = [...(row?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src'))
  expect(pictures).toEqual(['/avatars/before', '/avatars/after'])
  expect(row).toHaveTextContent('Nora Lindnora.lind@example.test')
  expect(row).toHaveTextContent('Nora Lind HartNew photo')
  expect(screen.getByRole('link', { name: 'Nora Lind' })).toHaveAttribute('href', '/admin/people/9')
  const message = 'Change approved successfully'
  answer(change, { message, decision: 'approve' })
  answerLists({ changes: [] })
  await press('Approve Nora Lind’s change')
  await expectToast(message)
  expect(lastBody()).toEqual({ change_id: newName.change_id, decision: 'approve' })
  expect(await screen.findByText('No changes to review')).toBeInTheDocument()
})

it('requires a reason to decline a change, trims it, and keeps it when the call fails', async () => {
  const { press, fill } = await openChanges()
  await press('Decline Nora Lind’s change')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Decline Nora Lind’s change?' }))
  const confirm = dialog.getByRole('button', { name: 'Decline change' })
  expect(confirm).toBeDisabled()
  await fill('Reason *', '   ')
  expect(confirm).toBeDisabled()
  await fill('Reason *', '  Another person  ')
  answer(change, {}, 500)
  await press('Decline change')
  await expectToast('Failed to save the decision')
  expect(screen.getByLabelText('Reason *')).toHaveValue('  Another person  ')
  answer(change, { message: 'Change declined successfully', decision: 'decline' })
  await press('Decline change')
  await expectToast('Change declined successfully')
  expect(lastBody()).toEqual({
    change_id: newName.change_id,
    decision: 'decline',
    reason: 'Another person',
  })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('decides on the change that first appeared, and on the next one after a refusal', async () => {
  const { press, store, answerLists } = await openChanges()
  const renewed = {
    ...newName,
    change_id: '0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a04',
    new_full_name: 'Mallory Crane',
  }
  answerLists({ changes: [renewed] })
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await screen.findByText('Mallory Crane')
  const detail = 'The caregiver changed or withdrew this, or it was decided. Please review what waits now.'
  answer(change, { detail, code: 'conflict' }, 409)
  await press('Approve Nora Lind’s change')
  await expectToast(detail)
  expect(lastBody()).toMatchObject({ change_id: newName.change_id })
  answer(change, { message: 'Change approved successfully', decision: 'approve' })
  await press('Approve Nora Lind’s change')
  await expectToast('Change approved successfully')
  expect(lastBody()).toMatchObject({ change_id: renewed.change_id })
})

it('keeps the typed reason when the list is loaded again meanwhile, and the change is no longer in it', async () => {
  const { press, fill, store, answerLists } = await openChanges()
  await press('Decline Nora Lind’s change')
  await fill('Reason *', 'Another person')
  answerLists({ changes: [] })
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await waitFor(() => expect(screen.queryByRole('table', { hidden: true })).not.toBeInTheDocument())
  expect(screen.getByLabelText('Reason *')).toHaveValue('Another person')
})
