import type { DeviceSession } from '@tendwell/contract/sign-in/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { expectFieldError, expectToast } from '../../../test/expect.ts'
import {
  blockedPeople,
  calendarFeed,
  linkedIdentity,
  notificationSettings,
  pendingEmailChange,
} from '../../../test/lists.ts'
import { staffAccess } from '../../../test/own-data.ts'
import { admin, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { twoStepOff } from '../../../test/two-step.ts'
import { AccountPage } from './account-page.tsx'
import { BlockedPeoplePanel } from './blocks/blocked-people-panel.tsx'
import { EmailPanel } from './email/email-panel.tsx'
import { IdentitiesPanel } from './google/identities-panel.tsx'
import { SettingsPanel } from './notifications/settings-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { StaffAccessPanel } from './privacy/staff-access-panel.tsx'
import { SessionsPanel } from './sessions/sessions-panel.tsx'

const changePassword = 'post /api/auth/password/change/'
const device: DeviceSession = {
  id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001',
  device: 'Firefox on Linux',
  address: '192.0.2.7',
  country: 'Germany',
  created_at: '2026-03-01T12:00:00Z',
  used_at: '2026-03-02T12:00:00Z',
  is_current: true,
}
const phone = {
  ...device,
  id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0002',
  device: 'Safari on iPhone',
  is_current: false,
}

const settings = { settings: notificationSettings }

beforeEach(() => {
  answer('get /api/auth/identities/', listOf([]))
  answer('get /api/auth/two-step/', twoStepOff)
  answer('get /api/blocks/', listOf([]))
  answer('get /api/account/staff-access', listOf([]))
  answer('get /api/notifications/settings/', settings)
  answer('get /api/calendars/feed', calendarFeed)
  answer('get /api/auth/email/', { email: family.email, pending: null })
})

/** Opens the screen, or a part of it alone. */
function openAccount(part = <AccountPage />, sessions: DeviceSession[] = [device]) {
  answer('get /api/auth/sessions/', listOf(sessions))
  return renderPage(part, { route: '/account', session: sessionOf(family) })
}

function openPassword(sessions?: DeviceSession[]) {
  const parts = (
    <>
      <PasswordPanel email={family.email} />
      <SessionsPanel />
    </>
  )
  const page = openAccount(parts, sessions)
  return {
    ...page,
    change: async (current: string, password: string, confirmed: string) => {
      await page.fill('Current Password', current)
      await page.fill('New Password', password)
      await page.fill('Confirm Password', confirmed)
      await page.press('Change Password')
    },
  }
}

const listHeadings = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

it('groups its panels, with a link to each group', async () => {
  const { container } = openAccount()
  await screen.findByText('This device')
  const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
  const titles = ['Sign-in and security', 'Notifications and calendar', 'Privacy']
  expect(links.map(({ textContent }) => textContent)).toEqual(titles)
  for (const link of links) expect(container.querySelector(link.getAttribute('href') as string)).toBeVisible()
  expect(titles.map(listHeadings)).toEqual([
    ['Two-step sign-in', 'Password', 'Email', 'Your devices', 'Sign-in methods'],
    ['Notifications', 'Calendar'],
    ['People you blocked', 'When support looked', 'Your data'],
  ])
})

it('shows staff only what concerns them', async () => {
  answer('get /api/auth/sessions/', listOf([device]))
  answer('get /api/auth/email/', { email: admin.email, pending: null })
  renderPage(<AccountPage />, { route: '/account', session: sessionOf(admin) })
  await screen.findByText('This device')
  expect(listHeadings('Privacy')).toEqual(['Your data'])
  expect(screen.queryByRole('link', { name: 'Notifications and calendar' })).not.toBeInTheDocument()
})

it('requires the current password and both new ones', async () => {
  const { press } = openPassword()
  await press('Change Password')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Current Password', 'Password is required')
  await expectFieldError('New Password', 'Password is required')
  await expectFieldError('Confirm Password', 'Confirm Password is required')
  expect(sentWrites()).toEqual([])
})

it('rejects a short password and one that differs from its confirmation', async () => {
  const { change } = openPassword()
  await change('the old one', 'short', 'short')
  await expectFieldError('New Password', 'Password must be at least 8 characters')
  await change('the old one', 'river and dawn', 'river and dusk')
  await expectFieldError('Confirm Password', 'Confirm Password must match Password')
  expect(sentWrites()).toEqual([])
})

it('shows a wrong current password on its field and keeps what was typed', async () => {
  const { change } = openPassword()
  answer(changePassword, { current_password: ['Current password is incorrect'], code: 'invalid' }, 400)
  await change('not the old one', 'river and dawn', 'river and dawn')
  await expectFieldError('Current Password', 'Current password is incorrect')
  await waitFor(() => expect(screen.getByLabelText('Current Password')).toHaveFocus())
  expect(screen.getByLabelText('New Password')).toHaveValue('river and dawn')
  answer(changePassword, {}, 500)
  await change('not the old one', 'river and dawn', 'river and dawn')
  await expectToast('Failed to change password')
  expect(screen.getByLabelText('New Password')).toHaveValue('river and dawn')
})

it('changes the password, clears the form and lists the devices that are left', async () => {
  const { change } = openPassword([device, phone])
  expect(await screen.findByText('Safari on iPhone')).toBeInTheDocument()
  answer(changePassword, { message: 'Password changed' })
  answer('get /api/auth/sessions/', listOf([device]))
  await change('the old one', 'river and dawn', 'river and dawn')
  await expectToast('Password changed')
  expect(screen.getByLabelText('Current Password')).toHaveValue('')
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument())
  expect(lastBody()).toEqual({
    current_password: 'the old one',
    password: 'river and dawn',
    confirm_password: 'river and dawn',
  })
})

it('logs out another device after a confirmation, and never this one', async () => {
  const { press } = openAccount(<SessionsPanel />, [device, phone])
  const sessions = await screen.findByRole('list', { name: 'Devices' })
  const [own, other] = within(sessions).getAllByRole('listitem')
  expect(own).toHaveTextContent('This device')
  expect(own).toHaveTextContent('CountryGermany')
  expect(within(own as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  expect(other).toHaveTextContent('Safari on iPhone')
  await press(/^Log out Safari on iPhone/)
  await press('Cancel')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])

  await press(/^Log out Safari on iPhone/)
  answer(`delete /api/auth/sessions/${phone.id}/`, {}, 500)
  await press('Log out device')
  await expectToast('Failed to log out device')
  answer(`delete /api/auth/sessions/${phone.id}/`, {})
  await press('Log out device')
  await expectToast('Device logged out')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(sentWrites()).toEqual(Array(2).fill(`DELETE /api/auth/sessions/${phone.id}/`))
})

it('keeps the page of the devices in the address, until its last device is logged out', async () => {
  const devices = [
    device,
    ...[3, 4, 5, 6].map((last) => ({ ...phone, id: phone.id.slice(0, -1) + last })),
    phone,
  ]
  server.use(
    http.get('/api/auth/sessions/', ({ request }) => {
      const from = 5 * (Number(new URL(request.url).searchParams.get('page')) - 1)
      return HttpResponse.json(listOf(devices.slice(from, from + 5), devices.length))
    }),
    http.delete(`/api/auth/sessions/${phone.id}/`, () => {
      devices.pop()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user, press, address, goBack } = renderPage(<SessionsPanel />, {
    route: '/account',
    session: sessionOf(family),
  })
  expect(await screen.findByText('This device')).toBeInTheDocument()
  await press('Next page')
  await waitFor(() => expect(screen.queryByText('This device')).not.toBeInTheDocument())
  expect(address()).toBe('/account?page=2')
  await goBack()
  expect(await screen.findByText('This device')).toBeInTheDocument()
  await press('Next page')
  await press(/^Log out Safari on iPhone/)
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out device' }))
  expect(await screen.findByText('This device')).toBeInTheDocument()
  expect(address()).toBe('/account')
})

it('offers to retry when the sessions fail to load', async () => {
  answer('get /api/auth/sessions/', {}, 500)
  const { press } = renderPage(<SessionsPanel />, { route: '/account', session: sessionOf(family) })
  expect(await screen.findByText('Failed to load devices')).toBeInTheDocument()
  answer('get /api/auth/sessions/', listOf([device]))
  await press('Retry')
  expect(await screen.findByText('This device')).toBeInTheDocument()
  expect(screen.queryByText('Failed to load devices')).not.toBeInTheDocument()
})

it('removes a linked Google account after a confirmation', async () => {
  answer('get /api/auth/identities/', listOf([linkedIdentity]))
  const { press } = openAccount(<IdentitiesPanel />)
  expect(await screen.findByText(/^Added .*May 4/)).toBeInTheDocument()
  await press(/^Remove Google/)
  await press('Cancel')
  expect(sentWrites()).toEqual([])
  answer('delete /api/auth/identities/7/', {})
  await press(/^Remove Google/)
  expect(screen.getByRole('alertdialog')).toHaveTextContent('we’ll send you an email about it')
  answer('get /api/auth/identities/', listOf([]))
  await press('Remove Google')
  await expectToast('Google removed')
  expect(await screen.findByText(/^None yet/)).toBeInTheDocument()
  expect(sentWrites()).toEqual(['DELETE /api/auth/identities/7/'])
})

it('keeps a Google account that is the only way to log in', async () => {
  answer('get /api/auth/identities/', listOf([{ ...linkedIdentity, can_remove: false }]))
  openAccount(<IdentitiesPanel />)
  expect(await screen.findByText(/your only way to log in/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'set a password' })).toHaveAttribute('href', '/forgot-password')
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
})

it('says why a Google account was not removed', async () => {
  answer('get /api/auth/identities/', listOf([linkedIdentity]))
  const { press } = openAccount(<IdentitiesPanel />)
  await screen.findByText(/^Added/)
  await press(/^Remove Google/)
  answer(
    'delete /api/auth/identities/7/',
    { detail: 'Google is your only way to log in', code: 'conflict' },
    409,
  )
  await press('Remove Google')
  await expectToast('Google is your only way to log in')
})

it('switches a channel of a kind off, and nothing that must stay on', async () => {
  const { user } = openAccount(<SettingsPanel isCaregiver={false} />)
  const emails = await screen.findByRole('switch', { name: 'Booking requests: Email' })
  expect(emails).toBeChecked()
  expect(screen.getByRole('switch', { name: 'Messages: Email' })).not.toBeChecked()
  expect(screen.getByRole('switch', { name: 'Bookings and payments: Email' })).toBeDisabled()
  expect(screen.getByRole('switch', { name: 'Bookings and payments: In app' })).toBeEnabled()
  expect(screen.getByRole('switch', { name: 'Security: In app' })).toBeDisabled()
  expect(screen.getByText(/^When a caregiver answers your review\./)).toBeInTheDocument()
  const notifications = screen.getByRole('region', { name: 'Notifications' })
  expect(within(notifications).getByText(/^Logins and changes to your account\./)).toBeInTheDocument()
  expect(within(notifications).queryByText(/verification|payouts/)).not.toBeInTheDocument()

  const changed = notificationSettings.map((setting) =>
    setting.kind === 'requests' ? { ...setting, email: false } : setting,
  )
  answer('patch /api/notifications/settings/', { settings: changed })
  await user.click(emails)
  await waitFor(() => expect(emails).not.toBeChecked())
  expect(lastBody()).toEqual({ kind: 'requests', email: false })
})

it('leaves a switch as it was when the change fails', async () => {
  const { user } = openAccount(<SettingsPanel isCaregiver={false} />)
  const emails = await screen.findByRole('switch', { name: 'Messages: Email' })
  answer('patch /api/notifications/settings/', {}, 500)
  await user.click(emails)
  await expectToast('Failed to change the setting')
  expect(emails).not.toBeChecked()
})

it('asks for a change of email, and shows which links are still to be opened', async () => {
  const { fill, press } = openAccount(<EmailPanel email={family.email} />)
  await screen.findByLabelText('New Email')
  await press('Change Email')
  await expectFieldError('New Email', 'Email is required')
  answer('post /api/auth/email/change/', { email: ['This is already your email'], code: 'invalid' }, 400)
  await fill('New Email', family.email)
  await press('Change Email')
  await expectFieldError('New Email', 'This is already your email')

  answer('post /api/auth/email/change/', pendingEmailChange)
  answer('get /api/auth/email/', pendingEmailChange)
  await fill('New Email', 'fay@elsewhere.test')
  await press('Change Email')
  const links = await screen.findByRole('list', { name: 'Links to open' })
  expect(
    within(links)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['fay@example.testLink sent, not opened yet', 'fay@elsewhere.testConfirmed'])
  answer('delete /api/auth/email/change/', {})
  answer('get /api/auth/email/', { email: family.email, pending: null })
  await press('Cancel the change')
  await expectToast('Your email stays the same')
  expect(await screen.findByLabelText('New Email')).toBeInTheDocument()
})

it('shows the new address once it was changed in another browser', async () => {
  answer('get /api/auth/email/', { email: 'fay@elsewhere.test', pending: null })
  openAccount()
  expect(await screen.findByText('You log in with fay@elsewhere.test.')).toBeInTheDocument()
  expect(await screen.findByText(/· fay@elsewhere\.test$/)).toBeInTheDocument()
})

it('lists when and why support looked', async () => {
  const { unmount } = openAccount(<StaffAccessPanel />)
  expect(await screen.findByText('No one has opened anything yet.')).toBeInTheDocument()
  unmount()
  answer('get /api/account/staff-access', listOf(staffAccess))
  openAccount(<StaffAccessPanel />)
  const list = await screen.findByRole('list', { name: 'Openings' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^Tendwell support opened your contact details on .*Reason: a request for help$/),
    expect.stringMatching(
      /^Tendwell support opened the messages of booking #12 on .*Reason: a question about a booking$/,
    ),
    expect.stringMatching(/^Tendwell support opened the details of a visit on .*Reason: somebody’s safety$/),
    expect.stringMatching(/^Tendwell support opened dispute DPT-5 on [^:]*:\d\d\s[AP]M$/),
    expect.stringMatching(
      /^Tendwell support opened the date of birth of your background check on .*Reason: a check of identity$/,
    ),
  ])
})

it('lists the people who are blocked, and unblocks them', async () => {
  const [person] = blockedPeople
  if (!person) throw new Error('No one is blocked')
  answer('get /api/blocks/', listOf([person]))
  answer(`delete /api/blocks/${person.user_id}/`, {}, 204)
  const { press } = openAccount(<BlockedPeoplePanel />)
  const list = await screen.findByRole('list', { name: 'People you blocked' })
  expect(list).toHaveTextContent(person.full_name)
  await press(`Unblock ${person.full_name}`)
  await screen.findByRole('alertdialog', { name: `Unblock ${person.full_name}?` })
  answer('get /api/blocks/', listOf([]))
  await press('Unblock')
  expect(await screen.findByText('You haven’t blocked anyone.')).toBeInTheDocument()
  expect(sentWrites()).toEqual([`DELETE /api/blocks/${person.user_id}/`])
})

it('takes no second press of a setting while the first is sent, and shows that', async () => {
  const { user } = openAccount(<SettingsPanel isCaregiver={false} />)
  const emails = await screen.findByRole('switch', { name: 'Booking requests: Email' })
  const inApp = screen.getByRole('switch', { name: 'Booking requests: In app' })
  const changed = notificationSettings.map((setting) =>
    setting.kind === 'requests' ? { ...setting, email: false } : setting,
  )
  const release = answerLater('patch /api/notifications/settings/', { settings: changed })
  await user.click(emails)
  await waitFor(() => expect(inApp).toHaveAttribute('aria-readonly', 'true'))
  expect(emails).toHaveFocus()
  release()
  await waitFor(() => expect(emails).not.toBeChecked())
  expect(inApp).not.toHaveAttribute('aria-readonly', 'true')
  answer('patch /api/notifications/settings/', {
    settings: changed.map((setting) =>
      setting.kind === 'requests' ? { ...setting, in_app: false } : setting,
    ),
  })
  await user.click(inApp)
  await waitFor(() => expect(inApp).not.toBeChecked())
  expect(sentWrites()).toHaveLength(2)
})
