/** Staff: an invitation by mail, what a role may see, and a new role. */
import { createPerson, demo } from '../api.ts'
import { expect, test } from '../fixtures.ts'
import { logIn } from '../steps/sign-up.ts'

test('an admin invites a finance person, who joins by mail, sees only money, and moves to support', async ({
  openPage,
  page: theirs,
  api,
}) => {
  const fia = createPerson('Fia')
  const console = await openPage(await api.logIn(demo.admin))
  await console.goto('/admin/staff')
  await console.getByRole('button', { name: 'Invite' }).click()
  const invite = console.getByRole('dialog', { name: 'Invite someone' })
  await invite.getByLabel('Email').fill(demo.family.email)
  await invite.getByText('Finance', { exact: true }).click()
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite.getByLabel('Email')).toHaveAccessibleDescription(
    'This email already has an account. Invite a different one',
  )
  await invite.getByLabel('Email').fill(fia.email)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(invite).toHaveCount(0)
  const invitations = console.getByRole('table', { name: 'Open invitations' })
  await expect(invitations.getByRole('row', { name: fia.email })).toContainText('Finance')

  const mail = await api.readMail(fia.email, 'Join the Tendwell staff')
  const [link = ''] = /\/staff\/accept\?token=[\w-]+/.exec(mail) ?? []
  await theirs.goto(link)
  await theirs.getByLabel('Name').fill(fia.name)
  await theirs.getByLabel('Password', { exact: true }).fill(fia.password)
  await theirs.getByRole('button', { name: 'Join' }).click()
  await expect(theirs).toHaveURL('/admin')
  const menu = theirs.getByRole('navigation', { name: 'Console' })
  await expect(menu.getByRole('link', { name: /^Payouts/ })).toBeVisible()
  for (const hidden of [/^Requests/, /^Disputes/, /^Staff/, /^Audit log/]) {
    await expect(menu.getByRole('link', { name: hidden })).toHaveCount(0)
  }
  await menu.getByRole('link', { name: /^Payments/ }).click()
  await expect(theirs.getByRole('table', { name: 'Payments' })).toBeVisible()
  await theirs.goto('/admin/staff')
  await expect(theirs.getByText('This page is for admins')).toBeVisible()

  await console.reload()
  await expect(
    console.getByRole('table', { name: 'Staff' }).getByRole('row', { name: fia.name }),
  ).toContainText('Finance')
  await console.getByRole('button', { name: `Change the role of ${fia.name}` }).click()
  const change = console.getByRole('alertdialog')
  await change.getByText('Support', { exact: true }).click()
  await change.getByRole('button', { name: 'Change role' }).click()
  await expect(console.getByText(`${fia.name} is now Support`)).toBeVisible()

  // Their session has ended, so the new role starts with a login.
  await theirs.goto('/admin/payments')
  await expect(theirs).toHaveURL(/^[^?]+\/login/)
  await logIn(theirs, fia)
  await expect(theirs).toHaveURL(/\/admin/)
  await expect(menu.getByRole('link', { name: /^Requests/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: /^Payouts/ })).toHaveCount(0)
  await api.readMail(fia.email, 'Your role at Tendwell was changed')
})
