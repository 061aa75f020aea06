import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { publicCaregiver } from '../../../../test/data.ts'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites, server } from '../../../../test/server.ts'
import { sessionReplaced } from '../../../lib/session/session.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { keepReturn, readReturn } from '../login/waiting-return.ts'
import { toSignupState } from '../sign-up/signup-state.ts'
import { saveVerificationHandle } from './verification-handle.ts'
import { VerifyEmailPage } from './verify-email-page.tsx'

const verify = 'post /api/auth/verify-email/'
const resend = 'post /api/auth/resend-verification/'
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => answer('get /api/auth/caregivers/2/', publicCaregiver))

function openVerifyEmail(route = '/verify-email', options: { loadOthers?: () => Promise<void> } = {}) {
  return renderPage(<VerifyEmailPage />, { route, ...options })
}

const openSession = 'post /api/auth/verify-email/session/'
const session = { user: family, access: 'access', refresh: 'refresh' }
const refused = { detail: 'Your account has two-step sign-in. Please log in', code: 'forbidden' }

/** Opens the mailed link in the browser that signed up, which has to log in as with two-step sign-in. */
function openLink(options?: { loadOthers?: () => Promise<void> }) {
  saveVerificationHandle('ours')
  answer(openSession, refused, 403)
  return openVerifyEmail('/verify-email?token=mailed', options)
}

const setUp = 'post /api/auth/verify-email/password/'
const logIn = 'post /api/auth/login/'
const passwordRequired = { user: family, password_required: true, setup_token: 'setup' }
const question = 'Enter the password you chose when you signed up, or choose a new one.'

async function openResend() {
  const page = openVerifyEmail()
  await page.press('Resend Verification')
  return {
    ...page,
    resend: async (email: string) => {
      await page.fill('Email', email)
      await page.press('Resend Verification')
    },
  }
}

it('cannot be sent without a token', async () => {
  const { user } = openVerifyEmail()
  const token = screen.getByLabelText('Verification token')
  expect(button('Verify Email')).toBeDisabled()
  await user.type(token, '   ')
  expect(button('Verify Email')).toBeDisabled()
  await user.type(token, '{Enter}')
  expect(sentWrites()).toEqual([])
  expect(screen.getByText('Verification tokens expire after 24 hours')).toBeInTheDocument()
})

it('shows why a typed token was refused', async () => {
  const { fill, press, address } = openVerifyEmail()
  answer(verify, { detail: 'This verification link is not valid', code: 'invalid' }, 400)
  await fill('Verification token', ' never-sent ')
  await press('Verify Email')
  await expectToast('This verification link is not valid')
  await expectFieldError('Verification token', 'This verification link is not valid')
  expect(lastBody()).toEqual({ token: 'never-sent' })
  expect(screen.queryByText('Email Verified!')).not.toBeInTheDocument()
  expect(address()).toBe('/verify-email')
  await screen.findByRole('button', { name: 'Verify Email' })
  await fill('Verification token', '')
  await expectFieldError('Verification token', 'Please enter a verification token')
  expect(sentWrites()).toHaveLength(1)
})

it('takes the token of a pasted link', async () => {
  const { fill, press } = openVerifyEmail()
  answer(verify, { user: family })
  await fill('Verification token', 'https://care.test/verify-email?token=mailed')
  await press('Verify Email')
  expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeInTheDocument()
  expect(lastBody()).toEqual({ token: 'mailed' })
})

it('says that the verification failed when the server gives no reason', async () => {
  answer(verify, {}, 500)
  openLink()
  await expectToast('Verification failed')
  await expectFieldError('Verification token', 'Verification failed')
})

it.each(['This verification link has expired', 'This verification link was already used'])(
  'offers a new email after “%s”',
  async (detail) => {
    answer(verify, { detail, code: 'invalid' }, 400)
    openLink()
    await expectToast(detail)
    expect(await screen.findByRole('button', { name: 'Back to Verification' })).toBeInTheDocument()
    expect(button('Resend Verification')).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toBeInTheDocument()
    expect(screen.queryAllByRole('link', { name: 'Log in' })).toHaveLength(/used/.test(detail) ? 1 : 0)
    expect(sentWrites()).toEqual(['POST /api/auth/verify-email/'])
  },
)

it('verifies the mailed token by itself in the browser that signed up, and goes home after 2 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(verify, { user: family })
  const { address, store } = openLink()
  await expectToast('Email verified successfully!')
  expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  expect(sentWrites()).toEqual(['POST /api/auth/verify-email/', 'POST /api/auth/verify-email/session/'])
  expect(store.getState().session).toEqual({ user: family, token: null, refreshToken: null })
  expect(address()).toBe('/verify-email?token=mailed')
  act(() => void vi.advanceTimersByTime(2_000))
  expect(address()).toBe('/')
})

describe('the browser that signed up', () => {
  const byCode = 'post /api/auth/verify-email/code/'
  const signedUp = { user: family, token: null, refreshToken: null }
  const wanted = '/caregiver/2/book?date=2026-06-02&from=09:00&to=12:00'

  function openAfterSignUp() {
    saveVerificationHandle('ours')
    keepReturn(family.email, wanted)
    const state = toSignupState(family.email)
    return renderPage(<VerifyEmailPage />, { route: '/verify-email', state, session: signedUp })
  }

  it('reads again what they wanted to do', async () => {
    answer(openSession, refused, 403)
    openAfterSignUp()
    expect(await screen.findByText(/Then you can book Nora, Tue, Jun 2, 9 AM – 12 PM\.$/)).toBeInTheDocument()
  })

  it('leads someone with a wrong address back to the sign-up', () => {
    openAfterSignUp()
    expect(screen.getByRole('link', { name: 'Sign up again' })).toHaveAttribute(
      'href',
      `/signup?next=${encodeURIComponent(wanted)}`,
    )
  })

  it('sends the code with its sixth digit, is logged in, and opens the page that waits', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, address, store } = openAfterSignUp()
    const code = screen.getByLabelText('Code')
    expect(code).toHaveAttribute('inputmode', 'numeric')
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    answer(byCode, { email_code: ['This code is not correct'], code: 'invalid' }, 400)
    await user.type(code, '12345')
    expect(sentWrites()).toEqual([])
    await user.type(code, '6')
    await expectFieldError('Code', 'This code is not correct')
    expect(lastBody()).toEqual({ email: family.email, email_code: '123456', verification_handle: 'ours' })

    answer(byCode, { user: family })
    answer(openSession, session)
    await user.clear(code)
    await user.paste(' 482 913 ')
    expect(await screen.findByRole('heading', { name: 'Email Verified!' })).toBeInTheDocument()
    expect(sentWrites().slice(1)).toEqual([
      'POST /api/auth/verify-email/code/',
      'POST /api/auth/verify-email/session/',
    ])
    expect(lastBody()).toEqual({ verification_handle: 'ours' })
    expect(store.getState().session).toMatchObject({ token: 'access', refreshToken: 'refresh' })
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', wanted)
    act(() => void vi.advanceTimersByTime(2_000))
    expect(address()).toBe(wanted)
    expect(readReturn(family.email)).toBe('/')
  })

  it('says that the code had too many tries', async () => {
    const { user } = openAfterSignUp()
    const detail = 'That was too many wrong codes. Ask for a new email to get another code'
    answer(byCode, { detail, code: 'too_many_attempts' }, 429)
    await user.type(screen.getByLabelText('Code'), '123456')
    await expectToast(detail)
    await screen.findByRole('button', { name: 'Verify Code' })
  })

  it('is logged in by the link', async () => {
    saveVerificationHandle('ours')
    answer(verify, { user: family })
    answer(openSession, session)
    const { store } = openVerifyEmail('/verify-email?token=mailed')
    expect(await screen.findByText(/you’re logged in/)).toBeInTheDocument()
    expect(store.getState().session.token).toBe('access')
    expect(screen.queryByRole('link', { name: /^Log in/ })).not.toBeInTheDocument()
  })

  it('asks every 10 seconds, and on focus, whether it was verified elsewhere', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { store } = openAfterSignUp()
    server.use(http.post('/api/auth/verify-email/session/', () => new HttpResponse(null, { status: 204 })))
    expect(sentWrites()).toEqual([])
    act(() => void vi.advanceTimersByTime(10_000))
    await waitFor(() => expect(sentWrites()).toHaveLength(1))
    expect(store.getState().session.token).toBeNull()
    expect(screen.getByLabelText('Code')).toBeInTheDocument()
    answer(openSession, session)
    window.dispatchEvent(new Event('focus'))
    expect(await screen.findByText(/you’re logged in/)).toBeInTheDocument()
    expect(store.getState().session.token).toBe('access')
  })

  it('goes on once another tab has logged in', async () => {
    const { store } = openAfterSignUp()
    act(() => void store.dispatch(sessionReplaced(sessionOf(family))))
    expect(await screen.findByText(/you’re logged in/)).toBeInTheDocument()
    expect(sentWrites()).toEqual([])
  })

  it('has no field for a code where nobody signed up', () => {
    openVerifyEmail()
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Verification token')).toBeInTheDocument()
  })
})

it('opens the login that was pressed, even if it loads for longer than 2 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(verify, { user: family })
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  const { address, user } = openLink({ loadOthers: () => loaded })
  await user.click(await screen.findByRole('link', { name: 'Log in' }))
  act(() => void vi.advanceTimersByTime(4_000))
  await act(async () => load())
  expect(address()).toBe('/login')
})

describe('a page that the person wanted to open before they signed up', () => {
  const wanted = '/caregiver/2/book?date=2026-06-02&from=09:00&to=12:00'
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  it('waits behind the login, which opens after 2 seconds', async () => {
    keepReturn(family.email, wanted)
    answer(verify, { user: family })
    const { address } = openLink()
    await expectToast('Email verified successfully!')
    const login = loginPath(wanted)
    expect(screen.getByRole('link', { name: 'Log in to continue' })).toHaveAttribute('href', login)
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    act(() => void vi.advanceTimersByTime(2_000))
    expect(address()).toBe(login)
  })

  it.each([
    ['someone else', () => keepReturn('somebody@example.test', wanted)],
    ['another site', () => keepReturn(family.email, '//evil.test')],
    [
      'more than a day',
      () => {
        keepReturn(family.email, wanted)
        vi.setSystemTime(Date.now() + 86_400_001)
      },
    ],
  ])('is home if it was kept for %s', async (_case, keep) => {
    keep()
    answer(verify, { user: family })
    const { address } = openLink()
    await expectToast('Email verified successfully!')
    expect(screen.queryByRole('link', { name: 'Log in to continue' })).not.toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(2_000))
    expect(address()).toBe('/')
  })
})

describe('a mailed link in another browser', () => {
  const openElsewhere = () => openVerifyEmail('/verify-email?token=mailed')

  it('sends nothing until it is confirmed, and then asks for a password and logs in with it', async () => {
    const { press, fill, address, store } = openElsewhere()
    expect(screen.getByText('You didn’t sign up in this browser')).toBeInTheDocument()
    expect(sentWrites()).toEqual([])
    expect(screen.queryByText(/Nothing in your inbox/)).not.toBeInTheDocument()
    answer(verify, passwordRequired)
    await press('Continue Here')
    expect(await screen.findByText(question)).toBeInTheDocument()
    await expectToast('Email verified successfully!')
    expect(screen.getByRole('heading', { name: 'Email Verified!' })).toBeInTheDocument()
    expect(lastBody()).toEqual({ token: 'mailed' })
    expect(store.getState().session.user).toBeNull()

    answer(setUp, { user: family })
    answer(logIn, { user: family, access: 'access', refresh: 'refresh' })
    await fill('Password', 'river and dawn')
    await press('Save and Log In')
    await expectToast('Login successful!')
    expect(sentWrites().slice(1)).toEqual(['POST /api/auth/verify-email/password/', 'POST /api/auth/login/'])
    expect(lastBody()).toMatchObject({ email: family.email, password: 'river and dawn' })
    expect(address()).toBe('/')
  })

  it('shows why a password was refused, on its field, and logs nobody in', async () => {
    const { press, fill } = openElsewhere()
    answer(verify, passwordRequired)
    await press('Continue Here')
    await screen.findByText(question)
    answer(setUp, { password: ['This password is too easy to guess'], code: 'invalid' }, 400)
    await fill('Password', 'river and dawn')
    await press('Save and Log In')
    await expectFieldError('Password', 'This password is too easy to guess')
    expect(lastBody()).toEqual({ setup_token: 'setup', password: 'river and dawn' })
    expect(sentWrites()).not.toContain('POST /api/auth/login/')
  })

  it('repeats the login alone when only that failed', async () => {
    const { press, fill, address } = openElsewhere()
    answer(verify, passwordRequired)
    await press('Continue Here')
    await screen.findByText(question)
    answer(setUp, { user: family })
    answer(logIn, {}, 503)
    await fill('Password', 'river and dawn')
    await press('Save and Log In')
    await expectToast('Login failed')
    answer(logIn, { user: family, access: 'access', refresh: 'refresh' })
    await press('Save and Log In')
    await expectToast('Login successful!')
    expect(sentWrites().filter((call) => call.endsWith('/password/'))).toHaveLength(1)
    expect(address()).toBe('/')
  })

  it('says that the hour is over, and leads to a new link', async () => {
    const { press, fill } = openElsewhere()
    answer(verify, passwordRequired)
    await press('Continue Here')
    await screen.findByText(question)
    const expired = 'This setup link has expired'
    answer(setUp, { non_field_errors: [expired], detail: expired, code: 'invalid' }, 400)
    await fill('Password', 'river and dawn')
    await press('Save and Log In')
    await expectToast(expired)
    expect(screen.getByRole('link', { name: 'Need a new link?' })).toHaveAttribute('href', '/forgot-password')
  })

  it('offers a new email if the link expired', async () => {
    const { press } = openElsewhere()
    answer(verify, { non_field_errors: ['This verification link has expired'], code: 'invalid' }, 400)
    await press('Continue Here')
    expect(await screen.findByRole('button', { name: 'Back to Verification' })).toBeInTheDocument()
    await expectToast('This verification link has expired')
  })
})

it('asks for a password if someone has signed up again since', async () => {
  answer(verify, passwordRequired)
  openLink()
  expect(await screen.findByText(question)).toBeInTheDocument()
  expect(sentWrites()).toHaveLength(1)
})

it('asks for a password after a typed token in another browser', async () => {
  const { fill, press } = openVerifyEmail()
  answer(verify, passwordRequired)
  await fill('Verification token', 'mailed')
  await press('Verify Email')
  expect(await screen.findByText(question)).toBeInTheDocument()
})

it('resends only to a valid email', async () => {
  const { user, fill, press, resend } = await openResend()
  expect(button('Resend Verification')).toBeDisabled()
  await resend('fay@')
  await expectFieldError('Email', 'Enter a valid email')
  await fill('Email', '')
  await user.keyboard('{Enter}')
  await expectFieldError('Email', 'Please enter your email address')
  expect(sentWrites()).toEqual([])
  await press('Back to Verification')
  expect(screen.getByLabelText('Verification token')).toBeInTheDocument()
})

it('shows the server’s answer to a resend', async () => {
  const page = await openResend()
  answer(resend, { message: 'A new link is on its way', is_verified: false })
  await page.resend('fay@example.test')
  await expectToast('A new link is on its way')
  answer(resend, {}, 500)
  await page.resend('fay@example.test')
  await expectToast('Failed to resend verification email')
})

it('logs in and goes home when the email is already verified', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  saveVerificationHandle('ours')
  const page = await openResend()
  answer(resend, { message: 'Verified', is_verified: true })
  answer(openSession, session)
  await page.resend('fay@example.test')
  await expectToast('Your email is already verified! Redirecting...')
  expect(sentWrites()).toEqual([
    'POST /api/auth/resend-verification/',
    'POST /api/auth/verify-email/session/',
  ])
  expect(page.store.getState().session).toMatchObject({ token: 'access' })
  expect(button('Resend Verification')).toBeDisabled()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(page.address()).toBe('/')
})
