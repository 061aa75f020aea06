/** Passwords and devices: emailed links that set a password, and what ends the sessions on other devices. */
import { createPerson } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { expectAccessible } from '../steps/accessibility.ts'
import { logIn } from '../steps/sign-up.ts'

const newPassword = 'another river, another dawn'

test('the emailed reset link sets a new password, works once, and ends all sessions', async ({
  page,
  openPage,
  api,
}) => {
  const person = createPerson('Petra')
  const device = await openPage(await api.register(person))
  await device.goto('/account')
  await expect(device.getByText('This device')).toBeVisible()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Check your inbox')).toBeVisible()
  await page.goto(await api.findMail(person.email, 'Reset your Tendwell password'))
  const link = (await page.getByRole('link', { name: /\?token=/ }).getAttribute('href')) ?? ''

  await page.goto(link)
  await choosePassword(page)
  await expect(page.getByText('Password reset successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(device, 'the other device is logged out').toHaveURL(/\/login/)

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await logIn(page, { email: person.email, password: newPassword })

  await page.goto(link)
  await choosePassword(page)
  await expect(page.getByText(/This reset link was already used/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Request a new one' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New Password').fill(newPassword)
  await page.getByLabel('Confirm Password').fill(newPassword)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

test('a verification link in another browser asks for a new password, and the first one stops working', async ({
  page,
  openPage,
  api,
}) => {
  const person = createPerson('Vera')
  const data = { full_name: person.name, email: person.email, password: person.password, role: 'caretaker' }
  await api.call(null, 'POST', '/api/auth/signup/', data)
  const other = await openPage()
  await other.goto(await api.findMail(person.email, 'erify'))
  await other.getByRole('link', { name: /\/verify-email\?token=/ }).click()
  await other.getByRole('button', { name: 'Continue Here' }).click()
  await other.getByLabel('New Password').fill(newPassword)
  await other.getByLabel('Confirm Password').fill(newPassword)
  await other.getByRole('button', { name: 'Set Password and Verify' }).click()
  await expect(other).toHaveURL('/')

  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await logIn(page, { email: person.email, password: newPassword })
})

test('changing the password ends the other sessions and keeps this one', async ({ openPage, api }) => {
  const person = createPerson('Quinn')
  const page = await openPage(await api.register(person))
  const other = await openPage(await api.logIn(person))
  await other.goto('/account')
  await expect(other.getByText('This device')).toBeVisible()
  await page.goto('/account')
  const sessions = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)

  await page.getByLabel('Current Password').fill(person.password)
  await page.getByLabel('New Password').fill(newPassword)
  await page.getByLabel('Confirm Password').fill(newPassword)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText(/^Password changed/)).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(other).toHaveURL('/login?next=%2Faccount')
  await page.reload()
  await expect(sessions).toHaveCount(1)
  await logIn(other, { email: person.email, password: newPassword })
  await expect(other).toHaveURL('/account')
})

test('a login on a new device is mailed, and one press in the mail’s link logs that device out', async ({
  page,
  openPage,
  api,
}) => {
  const person = createPerson('Nora')
  const owner = await openPage(await api.register(person))
  await owner.goto('/account')
  const devices = owner.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(1)

  await page.goto('/login')
  await logIn(page, person)
  await page.goto('/account')
  await expect(page.getByText('This device')).toBeVisible()

  const mail = await openPage()
  await mail.goto(await api.findMail(person.email, 'New login to your Tendwell account'))
  await mail.getByRole('link', { name: /\/end-session\?token=/ }).click()
  await expect(mail.getByRole('heading', { name: 'Don’t recognize this login?' })).toBeVisible()
  await owner.reload()
  await expect(devices, 'opening the link ends nothing').toHaveCount(2)

  await mail.getByRole('button', { name: 'Log out that device' }).click()
  await expect(mail.getByRole('heading', { name: 'The device was logged out' })).toBeVisible()
  await expectAccessible(mail, 'the device was logged out')
  await expect(page).toHaveURL('/login?next=%2Faccount')
  await owner.reload()
  await expect(devices).toHaveCount(1)
  await expect(owner.getByText('This device')).toBeVisible()
})
