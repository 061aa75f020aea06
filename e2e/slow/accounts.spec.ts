/** An emailed link that sets a password and ends the sessions on other devices. */
import { createPerson } from '../api.ts'
import { expect, type Page, test } from '../fixtures.ts'
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
