import type { DeactivationPreview } from '@tendwell/contract/console/people'
import type { AdminUser } from '@tendwell/contract/console/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { proofRequired } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { admin, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites } from '../../../../test/server.ts'
import { AccountSwitch } from './account-switch.tsx'

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

function openAccounts(...users: AdminUser[]) {
  const switches = users.map((user) => <AccountSwitch key={user.id} user={user} />)
  return renderPage(<div>{switches}</div>, { session: sessionOf(admin) })
}

const ahead = 'get /api/admin-panel/people/1/deactivation/'
const noneAhead: DeactivationPreview = {
  open_requests: 1,
  bookings: [],
  price_usd: 0,
  policy_refund_usd: 0,
  full_refund_usd: 0,
  policy_waiting_usd: 0,
  full_waiting_usd: 0,
}
const sums = { price_usd: 126, policy_refund_usd: 63, full_refund_usd: 126 }
const oneAhead: DeactivationPreview = {
  ...noneAhead,
  ...sums,
  policy_waiting_usd: 13,
  full_waiting_usd: 76,
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
  const { press, user, fill } = openAccounts(fay)
  const account = screen.getByRole('switch', { name: 'Fay Hart is active' })
  await user.click(account)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Fay Hart?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sentWrites()).toEqual([])
  expect(account).toBeChecked()

  await user.click(account)
  expect(await screen.findByText('No paid bookings are ahead. 1 open request will be closed.')).toBeVisible()
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
  expect(lastBody()).toEqual({ is_active: false, reason: 'Fake reviews', refund: 'policy', refund_usd: 0 })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it('asks an admin to confirm who they are before bookings are canceled', async () => {
  answer(ahead, oneAhead)
  const { press, user, fill } = openAccounts(fay)
  await user.click(screen.getByRole('switch', { name: 'Fay Hart is active' }))
  await screen.findByText('1 paid booking ahead, $63.00 of $126.00 goes back.')
  await fill('Reason *', 'Fake reviews')
  answer('post /api/admin-panel/users/1/status/', proofRequired, 403)
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  await press('Deactivate account')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password to continue' }))
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

it('refunds a deactivated family in full when the admin chooses so', async () => {
  answer(ahead, oneAhead)
  const { press, user, fill } = openAccounts(fay)
  await user.click(screen.getByRole('switch', { name: 'Fay Hart is active' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText('1 paid booking ahead, $63.00 of $126.00 goes back.')).toBeVisible()
  expect(dialog.getByRole('listitem')).toHaveTextContent(
    /^Nora LindBooking #12 · .+ · 2 visits\$63\.00 of \$126\.00 goes back$/,
  )
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveFocus())
  expect(dialog.getByRole('radio', { name: /^By the cancellation policy/ })).toBeChecked()
  expect(dialog.getByText(/^\$63\.00 of \$126\.00, as if .+ \$13\.00 of it waits for finance/)).toBeVisible()
  expect(dialog.getByText(/keep nothing\. \$76\.00 of it waits for finance or an admin\.$/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: /^In full/ }))
  expect(dialog.getByText('1 paid booking ahead, $126.00 goes back.')).toBeVisible()
  await fill('Reason *', 'They asked for it')
  answer('post /api/admin-panel/users/1/status/', { message: 'Done', id: 1, is_active: false })
  await press('Deactivate account')
  await expectToast('Done')
  expect(lastBody()).toEqual({
    is_active: false,
    reason: 'They asked for it',
    refund: 'full',
    refund_usd: 126,
  })
})

it('shows the bookings again when the refund has changed, and deactivates nobody before that', async () => {
  answer(ahead, oneAhead)
  const { press, user, fill } = openAccounts(fay)
  await user.click(screen.getByRole('switch', { name: 'Fay Hart is active' }))
  await fill('Reason *', 'They asked for it')
  await screen.findByText('1 paid booking ahead, $63.00 of $126.00 goes back.')
  const detail = 'The refund is now $0.00. Please check and confirm again'
  answer('post /api/admin-panel/users/1/status/', { detail, code: 'conflict', refund_usd: 0 }, 409)
  const release = answerLater(ahead, noneAhead)
  await press('Deactivate account')
  await expectToast(detail)
  expect(lastBody()).toMatchObject({ refund_usd: 63 })
  expect(screen.getByRole('button', { name: 'Deactivate account' })).toBeDisabled()
  release()
  expect(await screen.findByText(/^No paid bookings are ahead/)).toBeVisible()
  expect(screen.getByLabelText('Reason *')).toHaveValue('They asked for it')
  answer('post /api/admin-panel/users/1/status/', { message: 'Done', id: 1, is_active: false })
  await press('Deactivate account')
  await expectToast('Done')
  expect(lastBody()).toMatchObject({ refund_usd: 0 })
})

it('deactivates nobody before the bookings ahead are shown', async () => {
  const release = answerLater(ahead, oneAhead)
  const { user, fill } = openAccounts(fay)
  await user.click(screen.getByRole('switch', { name: 'Fay Hart is active' }))
  await fill('Reason *', 'They asked for it')
  expect(screen.getByRole('button', { name: 'Deactivate account' })).toBeDisabled()
  release()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Deactivate account' })).toBeEnabled())
  expect(screen.getByText('1 paid booking ahead, $63.00 of $126.00 goes back.')).toBeVisible()
})

it('activates an account at once', async () => {
  const { user } = openAccounts({ ...fay, is_active: false })
  const message = 'User activated successfully'
  answer('post /api/admin-panel/users/1/status/', { message, id: 1, is_active: true })
  await user.click(screen.getByRole('switch', { name: 'Fay Hart is active' }))
  await expectToast(message)
  expect(lastBody()).toEqual({ is_active: true })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('changes another account while the change of one is pending', async () => {
  const ben: AdminUser = { ...fay, id: 2, full_name: 'Ben Hart' }
  const { user } = openAccounts({ ...fay, is_active: false }, { ...ben, is_active: false })
  const first = screen.getByRole('switch', { name: 'Fay Hart is active' })
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
  const { user, press } = openAccounts(suspended)
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

it('only deactivates an account that its owner closed', async () => {
  const closed = { ...fay, is_active: false, is_closed: true }
  const { press } = openAccounts(closed, { ...closed, id: 2, full_name: 'Ben Hart', is_deactivated: true })
  expect(screen.getByRole('switch')).toHaveAccessibleName('Ben Hart is active')
  expect(screen.getByRole('switch')).not.toBeChecked()
  answer(ahead, noneAhead)
  await press('Deactivate Fay Hart')
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('it will still be erased')
})
