import type { AdminCaregiver, AdminPendingChange, AdminUser } from '@tendwell/contract/admin'
import type { DeactivationPreview } from '@tendwell/contract/admin-people'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { proofRequired } from '../../test/data.ts'
import { expectToast } from '../../test/expect.ts'
import { admin, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites, server } from '../../test/server.ts'
import { api } from '../lib/api-base.ts'
import { Component as Dashboard } from './admin-dashboard.tsx'

const noDocuments = { id_front: null, id_back: null, certificate: null }
const frontId = '0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a01'
const newFrontId = '0b7c7f9e-3c1f-4a83-9a55-0d7f6d0b1a02'

beforeEach(() => answer('get /api/admin-panel/queue/', { results: [] }))

const mei: AdminCaregiver = {
  id: 7,
  full_name: 'Mei Lin',
  email: 'mei.lin@example.test',
  avatar: null,
  ...noDocuments,
  id_front: '/api/files/front',
  document_ids: { ...noDocuments, id_front: frontId },
  document_checks: noDocuments,
  renewals: [],
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
  pending?: AdminCaregiver[]
  flagged?: AdminCaregiver[]
  users?: AdminUser[]
}

/** Opens the dashboard. `answerLists` changes the server's later answers. */
async function openDashboard(lists: Lists = {}, query = '') {
  const answerLists = ({ pending = [mei, ben], flagged = [], users = [fay], changes = [] }: Lists) =>
    server.use(
      http.get('/api/admin-panel/caregivers/changes/', () => HttpResponse.json(listOf(changes))),
      http.get('/api/admin-panel/caregivers/verification/', ({ request: { url } }) => {
        const isFlagged = new URL(url).searchParams.get('status') === 'flagged'
        return HttpResponse.json(listOf(isFlagged ? flagged : pending))
      }),
      http.get('/api/admin-panel/users/', ({ request: { url } }) => {
        userQueries.push(Object.fromEntries(new URL(url).searchParams))
        return HttpResponse.json(listOf(users))
      }),
    )
  const userQueries: Record<string, string>[] = []
  answerLists(lists)
  const view = renderPage(<Dashboard />, { route: `/admin${query}`, session: sessionOf(admin) })
  await screen.findByRole('tab', { name: /^Awaiting Verification/ })
  await waitFor(() => expect(userQueries).toHaveLength(1))
  return { ...view, answerLists, userQueries }
}

/** What a decision says the admin was shown. */
const shown = ({ document_ids, full_name, avatar }: AdminCaregiver) => ({ document_ids, full_name, avatar })
const verification = (id: number) => `post /api/admin-panel/caregivers/${id}/verification/` as const

it('verifies a caregiver at once, who leaves the list, and moves the focus to the next one', async () => {
  const { press, answerLists } = await openDashboard()
  const message = 'Caregiver verified successfully'
  answer(verification(7), { message, verification_status: 'verified' })
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  answerLists({ pending: [ben] })
  await press('Verify Mei Lin')
  await expectToast(message)
  expect(lastBody()).toEqual({ verification_status: 'verified', ...shown(mei) })
  await waitFor(() => expect(screen.queryByText('Mei Lin')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('link', { name: 'Ben Ode' })).toHaveFocus())
})

it('flags a caregiver with a note, and moves the focus to the list when the list is empty', async () => {
  const { press, fill, answerLists } = await openDashboard({ pending: [mei] })
  const message = 'Caregiver flagged for review'
  answer(verification(7), { message, verification_status: 'flagged' })
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  await press('Flag Mei Lin')
  const note = within(await screen.findByRole('alertdialog', { name: 'Flag Mei Lin?' })).getByRole('textbox')
  expect(note).toHaveFocus()
  await fill(/^Admin notes/, 'The name differs')
  answerLists({ pending: [] })
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

it('says that the status was updated when the server sends no message', async () => {
  const { press } = await openDashboard()
  answer(verification(7), { message: '', verification_status: 'verified' })
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  await press('Verify Mei Lin')
  await expectToast('Status updated successfully')
})

it.each([
  [{ detail: 'Try again in a minute' }, 'Try again in a minute'],
  [{}, 'Failed to update verification status'],
])('says that a decision failed: %j', async (body, message) => {
  const { press } = await openDashboard()
  answer(verification(7), body, 500)
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  await press('Verify Mei Lin')
  await expectToast(message)
  expect(screen.getByRole('button', { name: 'Verify Mei Lin' })).toBeInTheDocument()
})

it('opens documents in a new tab and disables missing ones', async () => {
  await openDashboard()
  const link = await screen.findByRole('link', { name: 'ID Front of Mei Lin (opens in a new tab)' })
  expect(link).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('button', { name: 'ID Back of Mei Lin: not uploaded' })).toBeDisabled()
  expect(screen.queryByRole('link', { name: /^Certs of/ })).not.toBeInTheDocument()
})

it('decides on the documents with which a caregiver first appeared', async () => {
  const { press, store, answerLists } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  const renewed = {
    ...mei,
    id_back: '/api/files/back',
    document_ids: { ...noDocuments, id_front: newFrontId },
  }
  answerLists({ pending: [renewed] })
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await screen.findByRole('link', { name: /^ID Back of Mei Lin/ })
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
  const { press, fill } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  await press('Reject Mei Lin')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reject Mei Lin?' }))
  const confirm = dialog.getByRole('button', { name: 'Reject caregiver' })
  expect(confirm).toBeDisabled()
  expect(screen.getByLabelText('Rejection Reason *')).toHaveFocus()
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
  })
})

it('keeps the reason when a rejection fails', async () => {
  const { press, fill } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
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

it.each(['Verify selected', 'Reject selected', 'Flag selected'])(
  '%s asks to select caregivers first',
  async (name) => {
    const { press } = await openDashboard()
    await screen.findByRole('table', { name: 'Awaiting Verification' })
    await press(name)
    await expectToast('Please select caregivers first')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(sentWrites()).toEqual([])
  },
)

it('rejects all selected caregivers with the default texts', async () => {
  const { press, user } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  await press('Reject selected')
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
  })
})

it.each([
  ['Verify', 'verified', '2 caregivers verified successfully'],
  ['Flag', 'flagged', '2 caregivers flagged successfully'],
])('%s selected names the caregivers, then decides on all of them', async (verb, status, message) => {
  const { press, user } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
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
  const { press, user } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
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

it('shows verified and rejected caregivers, to revoke and to reconsider', async () => {
  const verified: AdminCaregiver = { ...mei, verification_status: 'verified' }
  const { press } = await openDashboard({ pending: [verified] }, '?verification=verified')
  await screen.findByRole('table', { name: 'Verified' })
  expect(screen.queryByRole('button', { name: 'Verify Mei Lin' })).not.toBeInTheDocument()
  await press('Revoke Mei Lin')
  await screen.findByRole('alertdialog', { name: 'Revoke Mei Lin’s verification?' })
})

it('leads from a rejected caregiver to their documents, with the queue and the filters', async () => {
  const rejected: AdminCaregiver = { ...mei, verification_status: 'rejected' }
  await openDashboard({ pending: [rejected] }, '?q=Mei&verification=rejected&rejected_page=1')
  const link = await screen.findByRole('link', { name: 'Reconsider Mei Lin' })
  expect(link).toHaveAttribute('href', '/admin/verification/7?q=Mei&verification=rejected')
})

it('lists documents that have expired, and leads to the first', async () => {
  const certificate = { result: 'ok', expires_on: '2026-01-31', is_expired: true } as const
  const expired: AdminCaregiver = { ...mei, document_checks: { ...noDocuments, certificate } }
  await openDashboard({ pending: [expired] }, '?verification=expiring')
  const table = within(await screen.findByRole('table', { name: 'Expiring' }))
  expect(table.getByText('Expired on Jan 31, 2026')).toBeVisible()
  expect(table.getByRole('link', { name: 'Review Mei Lin' })).toHaveAttribute(
    'href',
    '/admin/verification/7?verification=expiring&document=certificate',
  )
})

it('lists the renewal of a caregiver who was flagged since, one at a time to review', async () => {
  const certificate = { result: 'ok', expires_on: '2026-01-31', is_expired: false } as const
  const flagged: AdminCaregiver = {
    ...mei,
    verification_status: 'flagged',
    document_checks: { ...noDocuments, certificate },
    renewals: ['certificate'],
  }
  await openDashboard({ pending: [flagged] }, '?verification=renewals')
  const table = within(await screen.findByRole('table', { name: 'Renewals' }))
  expect(table.getByText('Under Review')).toBeVisible()
  expect(table.getByRole('link', { name: 'Review Mei Lin' })).toHaveAttribute(
    'href',
    '/admin/verification/7?verification=renewals&document=certificate',
  )
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})

it('a bulk decision that was refused because of newer documents can be repeated on those', async () => {
  const { press, user, store, answerLists } = await openDashboard({ pending: [mei] })
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  const renewed = {
    ...mei,
    id_back: '/api/files/back',
    document_ids: { ...noDocuments, id_front: newFrontId },
  }
  answerLists({ pending: [renewed] })
  act(() => void store.dispatch(api.util.invalidateTags(['Admin'])))
  await screen.findByRole('link', { name: /^ID Back of Mei Lin/ })
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

const change = 'post /api/admin-panel/caregivers/9/changes/' as const

async function openChanges() {
  const view = await openDashboard({ changes: [newName] }, '?verification=changes')
  await screen.findByRole('table', { name: 'Changes' })
  return view
}

it('shows a new name and photo beside those that families see, and approves them', async () => {
  const { press, answerLists } = await openChanges()
  expect(screen.getByRole('tab', { name: 'Changes 1' })).toHaveAttribute('aria-selected', 'true')
  const [, row] = within(screen.getByRole('table', { name: 'Changes' })).getAllByRole('row')
  const pictures = [...(row?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src'))
  expect(pictures).toEqual(['/avatars/before', '/avatars/after'])
  expect(row).toHaveTextContent('Nora Lindnora.lind@example.test')
  expect(row).toHaveTextContent('Nora Lind HartNew photo')
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

it('keeps tabs and filters in the URL', async () => {
  const flagged: AdminCaregiver = { ...mei, verification_status: 'flagged' }
  const query = '?q=Mei&category=Night+nanny&verification=flagged&users=caregiver'
  const { userQueries, press, address, user } = await openDashboard({ flagged: [flagged] }, query)
  const table = within(await screen.findByRole('table', { name: 'Flagged' }))
  expect(table.queryByRole('button', { name: 'Flag Mei Lin' })).not.toBeInTheDocument()
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
  await waitFor(() => expect(address()).toBe('/admin?q=Mei'))
})

const ahead = 'get /api/admin-panel/people/1/deactivation/'
const noneAhead: DeactivationPreview = {
  open_requests: 1,
  bookings: [],
  price_usd: 0,
  policy_refund_usd: 0,
  full_refund_usd: 0,
}
const sums = { price_usd: 126, policy_refund_usd: 63, full_refund_usd: 126 }
const oneAhead: DeactivationPreview = {
  ...noneAhead,
  ...sums,
  bookings: [
    {
      request_id: 12,
      person: { id: 2, name: 'Nora Lind' },
      visits: 2,
      start_utc: '2026-07-01T09:00:00Z',
      ...sums,
    },
  ],
}

it('deactivates an account after a confirmation', async () => {
  answer(ahead, noneAhead)
  const { press, user, fill } = await openDashboard()
  const account = await screen.findByRole('switch', { name: 'Fay Hart is active' })
  await user.click(account)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Fay Hart?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sentWrites()).toEqual([])
  expect(account).toBeChecked()

  await user.click(account)
  expect(await screen.findByText(/^No paid bookings are ahead/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Deactivate account' })).toBeDisabled()
  await fill('Reason *', 'Fake reviews')
  answer('post /api/admin-panel/users/1/status/', {}, 500)
  await press('Deactivate account')
  await expectToast('Failed to update user status')
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()

  const message = 'User deactivated successfully'
  answer('post /api/admin-panel/users/1/status/', { message, id: 1, is_active: false })
  await press('Deactivate account')
  await expectToast(message)
  expect(lastBody()).toEqual({ is_active: false, reason: 'Fake reviews', refund: 'policy' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('asks an admin to confirm who they are before bookings are canceled', async () => {
  answer(ahead, oneAhead)
  const { press, user, fill } = await openDashboard()
  await user.click(await screen.findByRole('switch', { name: 'Fay Hart is active' }))
  await screen.findByText('1 paid booking ahead, $126.00 in total.')
  await fill('Reason *', 'Fake reviews')
  answer('post /api/admin-panel/users/1/status/', proofRequired, 403)
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  await press('Deactivate account')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await user.click(dialog.getByLabelText('Password'))
  await user.paste('a quiet river')
  answer('post /api/admin-panel/users/1/status/', { message: 'Done', id: 1, is_active: false })
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await expectToast('Done')
  expect(sentWrites()).toEqual([
    'POST /api/admin-panel/users/1/status/',
    'POST /api/auth/reauthenticate/',
    'POST /api/admin-panel/users/1/status/',
  ])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('asks once for several rejections, even when the admin doesn’t confirm', async () => {
  const { press, user } = await openDashboard()
  await screen.findByRole('table', { name: 'Awaiting Verification' })
  await user.click(screen.getByRole('checkbox', { name: /^Select all/ }))
  await press('Reject selected')
  for (const id of [7, 8]) answer(verification(id), proofRequired, 403)
  await press('Reject 2 caregivers')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getAllByText(proofRequired.detail)).toHaveLength(2))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual(['POST /api/admin-panel/caregivers/7/verification/'])
})

it('refunds a deactivated family in full when the admin chooses so', async () => {
  answer(ahead, oneAhead)
  const { press, user, fill } = await openDashboard()
  await user.click(await screen.findByRole('switch', { name: 'Fay Hart is active' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText('1 paid booking ahead, $126.00 in total.')).toBeVisible()
  expect(dialog.getByText(/Nora Lind/)).toBeVisible()
  expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveFocus()
  expect(dialog.getByRole('radio', { name: /^By the cancellation policy/ })).toBeChecked()
  expect(dialog.getByText(/^\$63\.00 of \$126\.00/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /^In full/ }))
  await fill('Reason *', 'They asked for it')
  answer('post /api/admin-panel/users/1/status/', { message: 'Done', id: 1, is_active: false })
  await press('Deactivate account')
  await expectToast('Done')
  expect(lastBody()).toEqual({ is_active: false, reason: 'They asked for it', refund: 'full' })
})

it('deactivates nobody before the bookings ahead are shown', async () => {
  const release = answerLater(ahead, oneAhead)
  const { user, fill } = await openDashboard()
  await user.click(await screen.findByRole('switch', { name: 'Fay Hart is active' }))
  await fill('Reason *', 'They asked for it')
  expect(screen.getByRole('button', { name: 'Deactivate account' })).toBeDisabled()
  release()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Deactivate account' })).toBeEnabled())
  expect(screen.getByText('1 paid booking ahead, $126.00 in total.')).toBeVisible()
})

it('activates an account at once', async () => {
  const { user } = await openDashboard({ users: [{ ...fay, is_active: false }] })
  const message = 'User activated successfully'
  answer('post /api/admin-panel/users/1/status/', { message, id: 1, is_active: true })
  await user.click(await screen.findByRole('switch', { name: 'Fay Hart is active' }))
  await expectToast(message)
  expect(lastBody()).toEqual({ is_active: true })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('changes another account while the change of one is pending', async () => {
  const ben: AdminUser = { ...fay, id: 2, full_name: 'Ben Hart' }
  const { user } = await openDashboard({
    users: [
      { ...fay, is_active: false },
      { ...ben, is_active: false },
    ],
  })
  const first = await screen.findByRole('switch', { name: 'Fay Hart is active' })
  const activated = (id: number) => ({ message: `User ${id} activated`, id, is_active: true })
  const release = answerLater('post /api/admin-panel/users/1/status/', activated(1))
  await user.click(first)
  await waitFor(() => expect(first).toBeDisabled())
  answer('post /api/admin-panel/users/2/status/', activated(2))
  await user.click(screen.getByRole('switch', { name: 'Ben Hart is active' }))
  await expectToast('User 2 activated')
  expect(first).toBeDisabled()
  release()
  await expectToast('User 1 activated')
  expect(first).toBeEnabled()
})

it('lifts a suspension after a question', async () => {
  const suspended = { ...fay, is_active: false, is_deactivated: true, suspended_until: '2026-12-15' }
  const { user, press } = await openDashboard({ users: [suspended] })
  expect(await screen.findByText('Suspended until Dec 15, 2026')).toBeVisible()
  await user.click(screen.getByRole('switch', { name: 'Fay Hart is active' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Lift the suspension of Fay Hart?' }))
  expect(dialog.getByText('They can log in right away, and we’ll email them.')).toBeVisible()
  expect(sentWrites()).toEqual([])
  const message = 'User activated successfully'
  answer('post /api/admin-panel/users/1/status/', { message, id: 1, is_active: true })
  await press('Lift suspension')
  await expectToast(message)
  expect(lastBody()).toEqual({ is_active: true })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('marks an account that its owner closed, which can only be deactivated', async () => {
  const closed = { ...fay, is_active: false, is_closed: true }
  const { user } = await openDashboard({ users: [closed, { ...closed, id: 2, is_deactivated: true }] })
  const [first, second] = await screen.findAllByRole('row', { name: /Fay Hart/ })
  const row = within(first as HTMLElement)
  expect(row.getByText('Closed')).toBeVisible()
  expect(row.queryByRole('switch')).not.toBeInTheDocument()
  expect(within(second as HTMLElement).getByRole('switch')).not.toBeChecked()
  answer(ahead, noneAhead)
  await user.click(row.getByRole('button', { name: 'Deactivate Fay Hart' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('it will still be erased')
})

it('says which list could not be loaded', async () => {
  answer('get /api/admin-panel/caregivers/verification/', {}, 500)
  answer('get /api/admin-panel/caregivers/changes/', listOf([]))
  answer('get /api/admin-panel/users/', {}, 500)
  renderPage(<Dashboard />, { route: '/admin', session: sessionOf(admin) })
  expect(await screen.findByText('Failed to load caregivers')).toBeInTheDocument()
  expect(await screen.findByText('Failed to load users')).toBeInTheDocument()
  expect(screen.queryByText('No caregivers awaiting verification')).not.toBeInTheDocument()
})
