/** Sign-up, login, email verification and password reset: error messages, toasts, and the whole reset flow. */
import { expect, type Page, test } from './fixtures.ts'
import { fillLogin, linkOf, logIn, register, someone } from './steps/accounts.ts'

const newPassword = 'another river, another dawn'

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('sign-up shows an error on each invalid field', async ({ page }) => {
  await page.goto('/signup')
  await press(page, 'Create Account')
  await expect(page.getByText('Please fix the highlighted fields')).toBeVisible()
  for (const field of ['Name', 'Email', 'Password', 'Confirm Password']) {
    await expect(page.getByText(`${field} is required`, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()

  await page.getByLabel('Name', { exact: true }).fill('Mira')
  await page.getByLabel('Email').fill('mira@')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('shorter')
  await press(page, 'Create Account')
  await expect(page.getByText('Enter a valid email')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page.getByText('Confirm Password must match Password')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('mira@')

  await page.reload()
  await expect(page.getByLabel('Name', { exact: true }), 'a reload keeps what is no secret').toHaveValue(
    'Mira',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Email').fill(someone('Mira').email)
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByLabel('Confirm Password').fill('password1')
  await press(page, 'Create Account')
  await expect(page.getByText(/too common|commonly used|most common/i).first()).toBeVisible()
  await expect(page).toHaveURL('/signup')
})

test('login shows field errors, toggles the password, and tells an unverified email from a wrong password', async ({
  page,
}) => {
  const person = someone('Nora')
  await page.request.post('/api/auth/signup/', {
    data: { full_name: person.name, email: person.email, password: person.password, role: 'caretaker' },
  })
  await page.goto('/login')
  await press(page, 'Log In')
  await expect(page.getByText('Please fix the highlighted fields')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await press(page, 'Log In')
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show characters' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide characters' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')

  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Log In')
  // Once on the field and once as a toast.
  await expect(page.getByText('Please verify your email before logging in')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
})

test('email verification rejects blank, unknown and used tokens, and offers a new email', async ({
  page,
}) => {
  const person = someone('Olga')
  await page.goto('/verify-email')
  await expect(page.getByRole('button', { name: 'Verify Email' })).toBeDisabled()
  await expect(page.getByText('Verification tokens expire after 24 hours')).toBeVisible()
  await page.getByLabel('Verification token').fill('nobody-has-this')
  await press(page, 'Verify Email')
  await expect(page.getByText('This verification link is not valid').first()).toBeVisible()

  await press(page, 'Resend Verification')
  await expect(page.getByRole('button', { name: 'Resend Verification' })).toBeDisabled()
  await page.getByLabel('Email').fill('olga')
  await press(page, 'Resend Verification')
  await expect(page.getByText('Enter a valid email')).toBeVisible()
  await press(page, 'Back to Verification')
  await expect(page.getByLabel('Verification token')).toBeVisible()

  await register(page, person)
  await page.goto(await linkOf(page, person.email, 'erify'))
  await expect(page.getByText('This verification link was already used').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to Verification' })).toBeVisible()
})

test('a reset link can be requested once a minute, and the countdown survives a reload', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password?' }).click()
  await press(page, 'Send Reset Link')
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeVisible()

  await page.getByLabel('Email').fill('nobody@journey.test')
  await press(page, 'Send Reset Link')
  await expect(
    page.getByText('If this email is registered, a reset link has been sent').first(),
  ).toBeVisible()
  const waiting = page.getByRole('button', { name: /^Resend in \d+s$/ })
  await expect(waiting).toBeDisabled()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('button', { name: /^Resend in (40|3\d)s$/ })).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Resend in (40|3\d)s$/ })).toBeDisabled()
  await page.clock.runFor(41_000)
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeEnabled()
})

test('a rejected reset request shows the reason and starts no countdown', async ({ page }) => {
  const tooMany = 'Too many attempts. Please try again in 5 minutes'
  let body: object = { detail: tooMany, code: 'too_many_attempts', request_id: 'a' }
  await page.route('**/api/auth/password/reset/', (route) => route.fulfill({ status: 429, json: body }))
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('mira@journey.test')
  await press(page, 'Send Reset Link')
  await expect(page.getByText(tooMany)).toHaveCount(2)
  await expect(page.getByLabel('Email')).toHaveValue('mira@journey.test')
  body = {}
  await press(page, 'Send Reset Link')
  await expect(page.getByText('Failed to request password reset').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeEnabled()
})

test('the emailed reset link sets a new password, works once, and ends all sessions', async ({
  page,
  openPage,
}) => {
  const person = someone('Petra')
  await register(page, person)
  const device = await openPage()
  await logIn(device, person)
  await device.goto('/account')

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await press(page, 'Send Reset Link')
  await expect(page.getByText('Look in your inbox')).toBeVisible()
  const link = await linkOf(page, person.email, 'Reset your Tendwell password')

  await page.goto(link)
  await press(page, 'Reset Password')
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await choosePassword(page, 'short', 'short')
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await choosePassword(page, newPassword, `${newPassword}!`)
  await expect(page.getByText('Confirm Password must match Password')).toBeVisible()
  await choosePassword(page, newPassword, newPassword)
  await expect(page.getByText('Password reset successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(device, 'the other device is logged out').toHaveURL(/\/login/)

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Log In')
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()
  await fillLogin(page, { email: person.email, password: newPassword })

  await page.goto(link)
  await choosePassword(page, newPassword, newPassword)
  await expect(page.getByText('This reset link was already used').first()).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new one' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

const bare = { full_name: 'Rosa', email: 'rosa@journey.test' }

test('each screen shows its own message when the server sends none', async ({ page }) => {
  const answer = (path: string, json: object, status = 400) =>
    page.route(`**/api/auth/${path}/`, (route) => route.fulfill({ status, json }))
  for (const path of ['signup', 'login', 'verify-email', 'resend-verification', 'password/reset/confirm']) {
    await answer(path, {})
  }
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(bare.full_name)
  await page.getByLabel('Email').fill(bare.email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm Password').fill(newPassword)
  await press(page, 'Create Account')
  await expect(toast(page, 'Signup failed')).toBeVisible()
  await answer('signup', { email: ['This address can’t be used', 'Try another'], code: 'invalid' })
  await press(page, 'Create Account')
  await expect(toast(page, 'This address can’t be used')).toBeVisible()
  await expect(page.getByText('This address can’t be used')).toHaveCount(2)
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Confirm Password'), 'what was typed stays').toHaveValue(newPassword)

  await page.goto('/login')
  await page.getByLabel('Email').fill(bare.email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await press(page, 'Log In')
  await expect(toast(page, 'Login failed')).toBeVisible()

  await page.goto('/verify-email?token=some')
  await expect(toast(page, 'Verification failed')).toBeVisible()
  await answer('verify-email', { detail: 'This verification link has expired' })
  await press(page, 'Verify Email')
  await expect(page.getByRole('button', { name: 'Back to Verification' })).toBeVisible()
  await page.getByLabel('Email').fill(bare.email)
  await press(page, 'Resend Verification')
  await expect(toast(page, 'Failed to resend verification email')).toBeVisible()
  await answer('resend-verification', { message: 'Verified', is_verified: true }, 200)
  await press(page, 'Resend Verification')
  await expect(toast(page, 'Your email is already verified! Redirecting...')).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto('/reset-password?token=some')
  await choosePassword(page, newPassword, newPassword)
  await expect(toast(page, 'Failed to reset password')).toBeVisible()
  await answer('password/reset/confirm', {}, 200)
  await press(page, 'Reset Password')
  await expect(toast(page, 'Password reset successfully')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('a reset link without a token leads to requesting a new one', async ({ page }) => {
  await page.goto('/reset-password')
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByText('Invalid reset link')).toHaveCount(1)
})

async function choosePassword(page: Page, password: string, confirmed: string): Promise<void> {
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Confirm Password').fill(confirmed)
  await press(page, 'Reset Password')
}
