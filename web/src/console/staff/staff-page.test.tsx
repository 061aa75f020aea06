import type { StaffChange, StaffInvitation, StaffMember } from '@tendwell/contract/staff/staff'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectExport, expectFieldError, expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites } from '../../../test/server.ts'
import { StaffPage } from './staff-page.tsx'

const me: StaffMember = {
  id: admin.id,
  full_name: admin.full_name,
  email: admin.email,
  staff_role: 'admin',
  is_active: true,
  joined: '2026-01-05T12:00:00Z',
  last_login: '2026-06-01T12:00:00Z',
}
const sam: StaffMember = { ...me, id: 9, full_name: 'Sam Reed', staff_role: 'support', last_login: null }
const invitation: StaffInvitation = {
  id: 4,
  email: 'fia@example.test',
  staff_role: 'finance',
  invited_by: { id: admin.id, name: admin.full_name },
  sent_at: '2026-06-01T09:00:00Z',
  expires_at: '2026-06-08T09:00:00Z',
  is_expired: false,
  inviter_can_invite: true,
}

const change: StaffChange = {
  id: 6,
  kind: 'role',
  state: 'open',
  person: { id: 9, name: 'Sam Reed' },
  email: null,
  staff_role: 'admin',
  requested_by: { id: 31, name: 'Ada Moss' },
  requested_at: '2026-06-01T09:00:00Z',
  expires_at: '2026-06-08T09:00:00Z',
  can_decide: true,
  obstacle: null,
  has_approver: true,
}

async function openStaff(invitations: StaffInvitation[] = [], changes: StaffChange[] = []) {
  answer('get /api/admin-panel/staff/changes/', listOf(changes))
  answer('get /api/admin-panel/staff/', listOf([me, sam]))
  answer('get /api/admin-panel/staff/invitations/', listOf(invitations))
  const page = renderPage(<StaffPage />, { route: '/admin/staff', session: sessionOf(admin) })
  const table = within(await screen.findByRole('table', { name: 'Staff' }))
  return { ...page, table }
}

it('lists the staff, without buttons for oneself', async () => {
  const { table } = await openStaff()
  expect(table.getByText('You')).toBeVisible()
  expect(table.getByText('Never')).toBeVisible()
  expect(table.getAllByRole('switch')).toHaveLength(1)
  expect(table.getAllByRole('button')).toHaveLength(1)
  expectPersonLinks({ 'Sam Reed': 9 }, table)
  expect(await screen.findByText('No open invitations')).toBeVisible()
  const region = (name: string) => within(screen.getByRole('region', { name }))
  await expectExport('staff', region('Accounts'))
  await expectExport('staff/invitations', region('Open invitations'))
  await expectExport('staff/changes', region('Waiting for a second admin'))
})

it('invites by mail with a role, and shows why an address can’t be invited', async () => {
  const page = await openStaff()
  await page.press('Invite')
  await page.press('Send invitation')
  await expectFieldError('Email', 'Email is required')
  await page.fill('Email', 'Fia@example.test')
  await page.user.click(screen.getByRole('radio', { name: /^Finance/ }))
  const taken = 'This email already has an account. Invite a different one'
  answer('post /api/admin-panel/staff/invitations/', { detail: taken, email: [taken] }, 400)
  await page.press('Send invitation')
  await expectFieldError('Email', taken)
  answer('post /api/admin-panel/staff/invitations/', invitation, 201)
  await page.press('Send invitation')
  await expectToast('Invitation sent to fia@example.test')
  expect(lastBody()).toEqual({ email: 'fia@example.test', staff_role: 'finance' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('changes a role after a confirmation', async () => {
  const page = await openStaff()
  await page.press('Change the role of Sam Reed')
  const dialog = within(await screen.findByRole('alertdialog'))
  const confirm = dialog.getByRole('button', { name: 'Change role' })
  expect(confirm).toBeDisabled()
  await page.user.click(dialog.getByRole('radio', { name: /^Finance/ }))
  answer('post /api/admin-panel/staff/9/role/', { message: '', id: 9, staff_role: 'finance' })
  await page.user.click(confirm)
  await expectToast('Sam Reed is now Finance')
  expect(lastBody()).toEqual({ staff_role: 'finance' })
})

it('says that a new admin waits for a second one', async () => {
  const page = await openStaff()
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  await page.press('Change the role of Sam Reed')
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.user.click(dialog.getByRole('radio', { name: /^Admin/ }))
  expect(dialog.getByText(/another one has to approve this/)).toBeVisible()
  const message = 'Another admin has to approve this first'
  answer('post /api/admin-panel/staff/9/role/', { message, change: { ...change, can_decide: false } }, 202)
  answer('get /api/admin-panel/staff/changes/', listOf([{ ...change, can_decide: false }]))
  await page.user.click(dialog.getByRole('button', { name: 'Change role' }))
  await expectToast(message)
  const waiting = within(await screen.findByRole('table', { name: 'Waiting changes' }))
  expect(waiting.getByText('Make Sam Reed an admin')).toBeVisible()
  expect(waiting.getByText('Needs another admin')).toBeVisible()
  expect(waiting.queryByRole('button')).not.toBeInTheDocument()
})

it.each([
  ['Approve', 'Approve change', 'approve', 'Change approved'],
  ['Decline', 'Decline change', 'decline', 'Change declined'],
])('decides on what another admin asked for: %s', async (button, confirm, decision, message) => {
  const page = await openStaff([], [change])
  await screen.findByText('Make Sam Reed an admin')
  const waiting = within(screen.getByRole('table', { name: 'Waiting changes' }))
  expectPersonLinks({ 'Ada Moss': 31 }, waiting)
  await page.press(`${button}: Make Sam Reed an admin`)
  expect(sentWrites()).toEqual([])
  const state = decision === 'approve' ? 'approved' : 'declined'
  answer('post /api/admin-panel/staff/changes/6/decision/', {}, 500)
  await page.press(confirm)
  await expectToast('Failed to decide on the change')
  answer('post /api/admin-panel/staff/changes/6/decision/', { ...change, state, can_decide: false })
  await page.press(confirm)
  await expectToast(message)
  expect(lastBody()).toEqual({ decision })
})

it('offers only to decline where the two brought one another in', async () => {
  await openStaff([], [{ ...change, obstacle: 'related', has_approver: false }])
  expect(await screen.findByText(/brought one another onto the staff/)).toBeVisible()
  expect(screen.getByText(/npm run create-admin/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Decline:/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Approve:/ })).not.toBeInTheDocument()
})

it('deactivates after a confirmation', async () => {
  const page = await openStaff()
  await page.user.click(screen.getByRole('switch', { name: 'Sam Reed is active' }))
  expect(sentWrites()).toEqual([])
  const message = 'Account deactivated successfully'
  answer('post /api/admin-panel/staff/9/status/', { message, id: 9, is_active: false })
  await page.press('Deactivate account')
  await expectToast(message)
  expect(lastBody()).toEqual({ is_active: false })
})

it('says that an invitation ended because the one who sent it can no longer invite', async () => {
  const gone = { id: 31, name: 'Gone Admin' }
  await openStaff([{ ...invitation, invited_by: gone, is_expired: true, inviter_can_invite: false }])
  expect(await screen.findByText('Ended')).toBeVisible()
  expect(screen.getByText(/Gone Admin can no longer invite/)).toBeVisible()
  expectPersonLinks({ 'Gone Admin': 31 })
  expect(screen.queryByText('Expired')).not.toBeInTheDocument()
})

it('sends an invitation again, and withdraws it after a confirmation', async () => {
  const page = await openStaff([{ ...invitation, is_expired: true }])
  expect(await screen.findByText('Expired')).toBeVisible()
  answer('post /api/admin-panel/staff/invitations/4/resend/', invitation)
  await page.press('Send the invitation to fia@example.test again')
  await expectToast('Invitation sent to fia@example.test')
  await page.press('Withdraw the invitation to fia@example.test')
  answer('post /api/admin-panel/staff/invitations/4/withdraw/', { message: 'Invitation withdrawn' })
  await page.press('Withdraw invitation')
  await expectToast('Invitation withdrawn')
})

it('keeps the invitations while the staff are loaded again after a failure', async () => {
  answer('get /api/admin-panel/staff/changes/', listOf([]))
  answer('get /api/admin-panel/staff/', {}, 500)
  answer('get /api/admin-panel/staff/invitations/', listOf([invitation]))
  const { press } = renderPage(<StaffPage />, { route: '/admin/staff', session: sessionOf(admin) })
  const invitations = await screen.findByRole('table', { name: 'Open invitations' })
  const release = answerLater('get /api/admin-panel/staff/', listOf([me, sam]))
  await press('Retry')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toHaveAttribute('aria-busy'))
  expect(invitations).toBeInTheDocument()
  release()
  expect(await screen.findByRole('table', { name: 'Staff' })).toBeInTheDocument()
  expect(invitations).toBeInTheDocument()
})
