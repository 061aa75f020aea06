import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { expectEnabled, expectFieldError, expectToast } from '../../../../test/expect.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { readReturn } from '../login/waiting-return.ts'
import { ForgotPasswordPage } from './forgot-password-page.tsx'

const requestReset = 'post /api/auth/password/reset/'
const sent = 'If this email is registered, a reset link has been sent'

function openForgotPassword(route = '/forgot-password') {
  const page = renderPage(<ForgotPasswordPage />, { route })
  return {
    ...page,
    send: async (email = '') => {
      if (email) await page.fill('Email', email)
      await page.press('Send Reset Link')
    },
  }
}

it('requires an email', async () => {
  const { send } = openForgotPassword()
  await send()
  await expectToast('Please enter a valid email')
  await expectFieldError('Email', 'Email is required')
  expect(sentWrites()).toEqual([])
})

it('requires a valid email', async () => {
  const { send } = openForgotPassword()
  await send('fay@')
  await expectToast('Please enter a valid email')
  await expectFieldError('Email', 'Enter a valid email')
  expect(sentWrites()).toEqual([])
})

it('shows the server’s message, or its own when there is none', async () => {
  const { send, unmount } = openForgotPassword()
  answer(requestReset, { message: 'On its way' })
  await send('fay@example.test')
  await expectToast('On its way')
  unmount()
  sessionStorage.clear()

  answer(requestReset, { message: '' })
  await openForgotPassword().send('fay@example.test')
  await expectToast(sent)
})

it('can be sent again after 60 seconds, also after a reload', async () => {
  const start = Date.parse('2026-03-02T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  answer(requestReset, { message: sent })
  const { send, unmount } = openForgotPassword()
  await send('fay@example.test')
  expect(await screen.findByRole('button', { name: 'Resend in 60s' })).toBeDisabled()
  vi.setSystemTime(start + 20_000)
  expect(await screen.findByRole('button', { name: 'Resend in 40s' })).toBeDisabled()
  unmount()
  const { user } = openForgotPassword()
  const waiting = screen.getByRole('button', { name: 'Resend in 40s' })
  expect(waiting).toBeDisabled()
  await user.type(screen.getByLabelText('Email'), 'fay@example.test{Enter}')
  expect(sentWrites()).toHaveLength(1)
  vi.setSystemTime(start + 60_000)
  await expectEnabled('Send Reset Link')
})

it('shows why a request was refused and starts no countdown', async () => {
  const { send } = openForgotPassword()
  const tooMany = 'Too many attempts. Please try again in 5 minutes'
  answer(requestReset, { detail: tooMany, code: 'too_many_attempts' }, 429)
  await send('fay@example.test')
  await expectToast(tooMany)
  expect(screen.getAllByText(tooMany)).toHaveLength(1)
  expect(screen.getByLabelText('Email')).toHaveValue('fay@example.test')
  answer(requestReset, {}, 500)
  await send()
  await expectToast('Failed to request password reset')
  await expectEnabled('Send Reset Link')
  expect(lastBody()).toEqual({ email: 'fay@example.test' })
})

it('keeps the page to return to for the login, and for the login after the mailed link', async () => {
  const { send } = openForgotPassword('/forgot-password?next=%2Fcaregiver%2F2%2Fbook')
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fcaregiver%2F2%2Fbook',
  )
  answer(requestReset, { message: 'On its way' })
  await send('fay@example.test')
  await expectToast('On its way')
  expect(readReturn('fay@example.test')).toBe('/caregiver/2/book')
})
