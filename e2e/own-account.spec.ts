/** The account page: changing the password, and the user's sessions. */
import { expect, type Page, test } from './fixtures.ts'
import { fillLogin, logIn, register, someone } from './steps/accounts.ts'

const newPassword = 'another river, another dawn'
const phone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
}

const sessionsOf = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')

test('every role reaches the account page from the user menu', async ({ page, openPage }) => {
  for (const role of ['family', 'caregiver', 'admin']) {
    const theirs = role === 'family' ? page : await openPage()
    await logIn(theirs, { email: `${role}@demo.tendwell.test`, password: 'tendwell-demo' })
    await theirs.getByRole('button', { name: /^Account/ }).click()
    await theirs.getByRole('link', { name: 'Account', exact: true }).click()
    await expect(theirs).toHaveURL('/account')
    await expect(theirs.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await expect(theirs.getByText('This device')).toHaveCount(1)
  }
})

test('changing the password requires the old one and ends the other sessions', async ({ page, openPage }) => {
  const person = someone('Quinn')
  await register(page, person)
  const other = await openPage(phone)
  await logIn(page, person)
  await logIn(other, person)
  await other.goto('/account')
  await page.goto('/account')
  await expect(sessionsOf(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Please fix the highlighted fields')).toBeVisible()
  await expect(page.getByText('Confirm Password is required')).toBeVisible()
  await changePassword(page, 'not the old one', newPassword)
  await expect(page.getByText('Current password is incorrect').first()).toBeVisible()
  await expect(page.getByLabel('Current Password')).toBeFocused()
  await expect(page.getByLabel('New Password'), 'typed values stay').toHaveValue(newPassword)

  await changePassword(page, person.password, newPassword)
  await expect(page.getByText(/^Password changed/)).toBeVisible()
  await expect(page.getByLabel('Current Password')).toHaveValue('')
  await expect(sessionsOf(page)).toHaveCount(1)
  await expect(other).toHaveURL('/login?next=%2Faccount')
  await page.reload()
  await expect(sessionsOf(page)).toHaveCount(1)
  await fillLogin(other, { email: person.email, password: newPassword })
  await expect(other).toHaveURL('/account')
})

test('revoking a session asks first and logs that device out', async ({ page, openPage }) => {
  const person = someone('Rhea')
  await register(page, person)
  const lost = await openPage(phone)
  await logIn(lost, person)
  await lost.goto('/requests')
  await logIn(page, person)
  await page.goto('/account')

  const row = sessionsOf(page).filter({ hasText: 'Safari on iPhone' })
  await expect(row).toContainText('127.0.0.1')
  await expect(row).toContainText('Last used')
  const own = sessionsOf(page).filter({ hasText: 'This device' })
  await expect(own.getByRole('button')).toHaveCount(0)

  await row.getByRole('button', { name: 'Revoke Safari on iPhone' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: 'Revoke Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke session' }).click()
  await expect(page.getByText('Session revoked')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(lost).toHaveURL('/login?next=%2Frequests')
})

test('a session list that fails to load can be retried', async ({ page }) => {
  let fails = true
  await page.route('**/api/auth/sessions/**', (route) =>
    fails ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  )
  await logIn(page, { email: 'family@demo.tendwell.test', password: 'tendwell-demo' })
  await page.goto('/account')
  await expect(page.getByText('Failed to load sessions')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This device')).toBeVisible()
})

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password').fill(next)
  await page.getByLabel('Confirm Password').fill(next)
  await page.getByRole('button', { name: 'Change Password' }).click()
}
