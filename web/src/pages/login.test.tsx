import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectFieldError, expectToast } from '../../test/expect.ts'
import { caregiver, family } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, answerLater, lastBody, sentWrites } from '../../test/server.ts'
import { keepReturn, readReturn } from '../features/accounts/waiting-return.ts'
import { visitor } from '../lib/session.ts'
import { Component as Login } from './login.tsx'

function openLogin(route = '/login', session = visitor) {
  answer('get /api/auth/settings/', { google_client_id: null })
  const page = renderPage(<Login />, { route, session })
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
  expect(screen.getByLabelText('Email')).toHaveFocus()
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

it('shows a refused email on its field', async () => {
  const { logIn } = openLogin()
  const message = 'Please verify your email before logging in'
  answer('post /api/auth/login/', { email: [message], code: 'invalid' }, 400)
  await logIn('fay@example.test', 'long enough')
  await expectToast(message)
  await expectFieldError('Email', message)
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
  expect(pending).toHaveFocus()
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

it('knows the email of somebody who has just signed up here, and leads where they wanted to go', async () => {
  keepReturn(family.email, '/caregiver/2/book?date=2026-06-02')
  const { fill, press, address } = openLogin('/login', { ...visitor, user: family })
  expect(screen.getByLabelText('Email')).toHaveValue(family.email)
  answer('post /api/auth/login/', { user: family, access: 'access', refresh: 'refresh' })
  await fill('Password', 'long enough')
  await press('Log In')
  await waitFor(() => expect(address()).toBe('/caregiver/2/book?date=2026-06-02'))
  expect(readReturn(family.email)).toBe('/')
})

it('leads nobody else there, also later', async () => {
  keepReturn(family.email, '/caregiver/2/book')
  const { logIn, store } = openLogin()
  answer('post /api/auth/login/', { user: caregiver, access: 'access', refresh: 'refresh' })
  await logIn('nora@example.test', 'long enough')
  await waitFor(() => expect(store.getState().session.token).toBe('access'))
  expect(readReturn(family.email)).toBe('/')
})

it('passes on where the visitor came from to the sign-up', () => {
  openLogin('/login?next=%2Fcaregiver%2F2%2Fbook')
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    '/signup?next=%2Fcaregiver%2F2%2Fbook',
  )
})

it('sends a caregiver with an incomplete profile to the profile', async () => {
  const { logIn, address } = openLogin('/login?next=%2Fchat')
  const user = { ...caregiver, profile_complete: false }
  answer('post /api/auth/login/', { user, access: 'access', refresh: 'refresh' })
  await logIn('nora@example.test', 'long enough')
  await waitFor(() => expect(address()).toBe('/caregiver/profile'))
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
