import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { publicCaregiver } from '../../../../test/data.ts'
import { expectEnabled, expectFieldError, expectToast } from '../../../../test/expect.ts'
import { closePrompt, havePasskeys, passkeyOptionsOf } from '../../../../test/passkeys.ts'
import { admin, caregiver, family } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites, server } from '../../../../test/server.ts'
import { loggedOutSession } from '../../../lib/session/session.ts'
import { LoginPage } from './login-page.tsx'
import { keepReturn, readReturn } from './waiting-return.ts'

function openLogin(route = '/login', session = loggedOutSession) {
  answer('get /api/auth/settings/', { google_client_id: null })
  const page = renderPage(<LoginPage />, { route, session })
  return {
    ...page,
    logIn: async (email: string, password: string) => {
      await page.fill('Email', email)
      await page.fill('Password', password)
      await page.press('Log In')
    },
  }
}

it('requires an email and a password', async () => {
  const { press } = openLogin()
  await press('Log In')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Email', 'Email is required')
  await expectFieldError('Password', 'Password is required')
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  expect(sentWrites()).toEqual([])
})

it('requires a valid email', async () => {
  const { logIn } = openLogin()
  await logIn('family@', 'long enough')
  await expectToast('Please fix the highlighted fields')
  await expectFieldError('Email', 'Enter a valid email')
  expect(screen.getByLabelText('Password')).toBeValid()
  expect(sentWrites()).toEqual([])
})

it.each([
  [401, 'Invalid email or password'],
  [403, 'This account has been deactivated'],
])('shows why the login was refused (%i) and keeps the email', async (status, detail) => {
  const { logIn, store, address } = openLogin()
  answer('post /api/auth/login/', { detail, code: 'refused' }, status)
  await logIn('fay@example.test', 'long enough')
  await expectToast(detail)
  expect(screen.getByLabelText('Email')).toHaveValue('fay@example.test')
  expect(address()).toBe('/login')
  expect(store.getState().session.user).toBeNull()
})

it('keeps saying that an account is suspended until the next try', async () => {
  const { logIn } = openLogin()
  const detail = 'This account is suspended until Sun, Dec 20, 2026'
  answer('post /api/auth/login/', { detail, code: 'account_suspended' }, 403)
  await logIn('fay@example.test', 'long enough')
  const link = await screen.findByRole('link', { name: 'Contact us' })
  expect(link).toHaveAttribute('href', '/contact')
  expect(link.parentElement?.parentElement).toHaveTextContent(detail)
  expect(link.parentElement).toHaveTextContent(/^We’ve emailed you the reason\./)
  answer('post /api/auth/login/', { detail: 'Invalid email or password', code: 'refused' }, 401)
  await logIn('fay@example.test', 'another one')
  await expectToast('Invalid email or password')
  expect(screen.queryByRole('link', { name: 'Contact us' })).not.toBeInTheDocument()
})

it('says once that an account was closed by its owner, and offers help with the email', async () => {
  const { logIn } = openLogin()
  const detail = 'You closed this account. You can open it again with the link in our email until Dec 8, 2026'
  answer('post /api/auth/login/', { detail, code: 'account_closed' }, 403)
  await logIn('fay@example.test', 'long enough')
  const link = await screen.findByRole('link', { name: 'Contact us' })
  expect(link.parentElement).toHaveTextContent('Can’t find the email? Contact us')
  expect(screen.getAllByText(detail)).toHaveLength(1)
  expect(screen.queryByText(/mistake/)).not.toBeInTheDocument()
})

it('shows a refused email on its field', async () => {
  const { logIn } = openLogin()
  const message = 'Please verify your email before logging in'
  answer('post /api/auth/login/', { email: [message], code: 'invalid' }, 400)
  await logIn('fay@example.test', 'long enough')
  await expectToast(message)
  await expectFieldError('Email', message)
  const link = screen.getByRole('link', { name: 'Verify your email' })
  expect(link.parentElement).toHaveTextContent('We emailed a code and a link to fay@example.test.')
  expect(link).toHaveAttribute('href', '/verify-email')
})

it('leads an unverified person to the verification, and on to what they wanted', async () => {
  const { logIn, user, address } = openLogin('/login?next=%2Ffavorites')
  answer(
    'post /api/auth/login/',
    { email: ['Please verify your email before logging in'], code: 'invalid' },
    400,
  )
  await logIn('fay@example.test', 'long enough')
  await user.click(await screen.findByRole('link', { name: 'Verify your email' }))
  expect(address()).toBe('/verify-email?next=%2Ffavorites')
})

it('names no unverified address after another failure', async () => {
  const { logIn } = openLogin()
  answer('post /api/auth/login/', { email: ['Check your email to choose a password'], code: 'invalid' }, 400)
  await logIn('fay@example.test', 'long enough')
  await expectFieldError('Email', 'Check your email to choose a password')
  expect(screen.queryByRole('link', { name: 'Verify your email' })).not.toBeInTheDocument()
})

it('says that the login failed when the server gives no reason', async () => {
  const { logIn } = openLogin()
  answer('post /api/auth/login/', {}, 500)
  await logIn('fay@example.test', 'long enough')
  await expectToast('Login failed')
})

it('sends one login, however often the button is pressed', async () => {
  const { user, logIn } = openLogin()
  const release = answerLater('post /api/auth/login/', { user: family, access: 'access', refresh: 'refresh' })
  await logIn('fay@example.test', 'long enough')
  const pending = await screen.findByRole('button', { name: 'Logging in…' })
  expect(pending).toHaveAttribute('aria-disabled', 'true')
  await waitFor(() => expect(pending).toHaveFocus())
  await user.click(pending)
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  release()
  await expectToast('Login successful!')
  expect(sentWrites()).toEqual(['POST /api/auth/login/'])
  expect(lastBody()).toEqual({
    email: 'fay@example.test',
    password: 'long enough',
    timezone: 'America/New_York',
  })
})

it('logs in and returns to where the visitor came from', async () => {
  const { logIn, address, store } = openLogin('/login?next=%2Fbookings%3Fpage%3D2')
  answer('post /api/auth/login/', { user: family, access: 'access', refresh: 'refresh' })
  await logIn('fay@example.test', 'long enough')
  await waitFor(() => expect(address()).toBe('/bookings?page=2'))
  expect(store.getState().session).toEqual({ user: family, token: 'access', refreshToken: 'refresh' })
})

it('fills in the email of someone who just signed up here, and opens the page they wanted', async () => {
  keepReturn(family.email, '/caregiver/2/book?date=2026-06-02')
  const { fill, press, address } = openLogin('/login', { ...loggedOutSession, user: family })
  expect(screen.getByLabelText('Email')).toHaveValue(family.email)
  answer('post /api/auth/login/', { user: family, access: 'access', refresh: 'refresh' })
  await fill('Password', 'long enough')
  await press('Log In')
  await waitFor(() => expect(address()).toBe('/caregiver/2/book?date=2026-06-02'))
  expect(readReturn(family.email)).toBe('/')
})

it('sends nobody else to that page, even later', async () => {
  keepReturn(family.email, '/caregiver/2/book')
  const { logIn, store } = openLogin()
  answer('post /api/auth/login/', { user: caregiver, access: 'access', refresh: 'refresh' })
  await logIn('nora@example.test', 'long enough')
  await waitFor(() => expect(store.getState().session.token).toBe('access'))
  expect(readReturn(family.email)).toBe('/')
})

it('says what the visitor wanted, and passes it on to the sign-up', async () => {
  answer('get /api/auth/caregivers/2/', publicCaregiver)
  openLogin('/login?next=%2Fcaregiver%2F2%2Fbook')
  expect(await screen.findByText('Log in or sign up to book Nora.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    '/signup?next=%2Fcaregiver%2F2%2Fbook',
  )
  expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
    'href',
    '/forgot-password?next=%2Fcaregiver%2F2%2Fbook',
  )
  expect(screen.getByRole('link', { name: 'Email Verification' })).toHaveAttribute(
    'href',
    '/verify-email?next=%2Fcaregiver%2F2%2Fbook',
  )
})

it.each([false, 'false'])(
  'sends a caregiver with an incomplete profile (%j) to the profile',
  async (complete) => {
    const { logIn, address } = openLogin('/login?next=%2Fchat')
    const user = { ...caregiver, profile_complete: complete }
    answer('post /api/auth/login/', { user, access: 'access', refresh: 'refresh' })
    await logIn('nora@example.test', 'long enough')
    await waitFor(() => expect(address()).toBe('/caregiver/profile'))
  },
)

it('answers that Google failed where it is not configured, and keeps its button', async () => {
  const { press, address } = openLogin()
  await press('Continue with Google')
  await expectToast('Google authentication failed')
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  expect(address()).toBe('/login')
  expect(sentWrites()).toEqual([])
})

it.each([
  ['Forgot Password?', '/forgot-password'],
  ['Register', '/signup'],
  ['Email Verification', '/verify-email'],
])('links to “%s”', (name, path) => {
  openLogin()
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', path)
})

it('shows and hides the password', async () => {
  const { press } = openLogin()
  const password = screen.getByLabelText('Password')
  expect(password).toHaveAttribute('type', 'password')
  await press('Show characters')
  expect(password).toHaveAttribute('type', 'text')
  await press('Hide characters')
  expect(password).toHaveAttribute('type', 'password')
})

const secondStep = 'post /api/auth/login/second-step/'
const session = { user: family, access: 'access', refresh: 'refresh' }

function requireSecondStep(methods: string[]) {
  const detail = 'One more step to log in'
  answer('post /api/auth/login/', { detail, code: 'second_step_required', ticket: 'a ticket', methods }, 403)
}

async function openSecondStep(methods: string[], route?: string) {
  const page = openLogin(route)
  requireSecondStep(methods)
  await page.logIn('fay@example.test', 'long enough')
  await screen.findByRole('heading', { level: 1, name: 'Confirm it’s you' })
  await screen.findByRole('checkbox', { name: /^Remember this device for 30 days/ })
  return page
}

it('asks for a code after the password, shows a wrong one on its field, and remembers the device', async () => {
  const { user, fill, press, address, store } = await openSecondStep(
    ['app', 'recovery_code'],
    '/login?next=%2Fbookings',
  )
  const code = screen.getByLabelText('Code')
  await waitFor(() => expect(code).toHaveFocus())
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  const remember = screen.getByRole('checkbox', { name: /^Remember this device/ })
  expect(code.compareDocumentPosition(remember)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await press('Log In')
  await expectFieldError('Code', 'Enter the 6-digit code from your app')
  answer(secondStep, { app_code: ['This code is not correct'], code: 'invalid' }, 400)
  await fill('Code', '123 456')
  await press('Log In')
  await expectFieldError('Code', 'This code is not correct')
  await user.click(screen.getByRole('checkbox', { name: /^Remember this device/ }))
  answer(secondStep, session)
  await press('Log In')
  await expectToast('Login successful!')
  expect(lastBody()).toEqual({ ticket: 'a ticket', app_code: '123456', remember_device: true })
  await waitFor(() => expect(address()).toBe('/bookings'))
  expect(store.getState().session.token).toBe('access')
})

it('asks for the passkey only when its button is pressed', async () => {
  havePasskeys()
  const { press, address } = await openSecondStep(['passkey', 'recovery_code'])
  expect(sentWrites()).toEqual(['POST /api/auth/login/'])
  expect(screen.queryByLabelText('Code')).not.toBeInTheDocument()
  answer('post /api/auth/login/passkey/options/', passkeyOptionsOf())
  answer(secondStep, session)
  await press('Use your passkey')
  await waitFor(() => expect(address()).toBe('/'))
  expect(lastBody()).toMatchObject({ ticket: 'a ticket', passkey: { id: 'AQID' }, remember_device: false })
})

it('stays on the second step when the passkey prompt is closed', async () => {
  havePasskeys(closePrompt)
  const { press } = await openSecondStep(['passkey', 'app', 'recovery_code'])
  answer('post /api/auth/login/passkey/options/', passkeyOptionsOf())
  await press('Use your passkey')
  expect(await screen.findByText(/prompt was closed or timed out/)).toBeVisible()
  await expectEnabled('Use your passkey')
  expect(screen.getByLabelText('Code')).toBeVisible()
})

it('says when the server can’t be reached for the passkey', async () => {
  havePasskeys()
  const { press } = await openSecondStep(['passkey'])
  server.use(http.post('/api/auth/login/passkey/options/', () => HttpResponse.error()))
  await press('Use your passkey')
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t reach the server')
})

it('takes a recovery code from someone without their phone', async () => {
  const { fill, press, address } = await openSecondStep(['app', 'recovery_code'])
  await press('Can’t use these? Use a recovery code')
  await waitFor(() => expect(screen.getByLabelText('Recovery code')).toHaveFocus())
  await press('Back')
  expect(screen.getByLabelText('Code')).toBeVisible()
  await press('Can’t use these? Use a recovery code')
  answer(secondStep, { recovery_code: ['This code was already used'], code: 'invalid' }, 400)
  await fill('Recovery code', 'k3vd-9mq0-tx7p')
  await press('Log In')
  await expectFieldError('Recovery code', 'This code was already used')
  answer(secondStep, session)
  await press('Log In')
  await waitFor(() => expect(address()).toBe('/'))
  expect(lastBody()).toMatchObject({ recovery_code: 'k3vd-9mq0-tx7p' })
})

it('sends someone without recovery codes to support', async () => {
  await openSecondStep(['app'])
  expect(screen.getByRole('link', { name: /Contact us/ })).toHaveAttribute('href', '/contact')
})

it('goes back to the password with the email kept', async () => {
  const { press } = await openSecondStep(['app', 'recovery_code'])
  await press('Back')
  expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('fay@example.test')
})

it('goes back to the password when the login has timed out', async () => {
  const { fill, press } = await openSecondStep(['app', 'recovery_code'])
  answer(secondStep, { detail: 'Please log in again', code: 'unauthorized' }, 401)
  await fill('Code', '123456')
  await press('Log In')
  expect(await screen.findByText('Your login timed out')).toBeVisible()
  expect(screen.getByLabelText('Password')).toBeVisible()
})

it('logs in with a passkey alone', async () => {
  havePasskeys()
  const { press, address } = openLogin('/login?next=%2Fadmin%2Fdisputes')
  answer('post /api/auth/login/passkey/options/', passkeyOptionsOf())
  answer('post /api/auth/login/passkey/', { ...session, user: admin })
  await press('Log in with a passkey')
  await waitFor(() => expect(address()).toBe('/admin/disputes'))
  expect(lastBody()).toMatchObject({ passkey: { id: 'AQID' }, timezone: 'America/New_York' })
})

it('says why a passkey was refused', async () => {
  havePasskeys()
  const { press } = openLogin()
  answer('post /api/auth/login/passkey/options/', passkeyOptionsOf())
  answer('post /api/auth/login/passkey/', { detail: 'We don’t know this passkey' }, 401)
  await press('Log in with a passkey')
  expect(await screen.findByText('We don’t know this passkey')).toBeVisible()
})

it('doesn’t offer passkeys in a browser that lacks them', () => {
  openLogin()
  expect(screen.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument()
})
