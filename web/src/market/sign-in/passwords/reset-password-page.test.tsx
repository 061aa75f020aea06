import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { ResetPasswordPage } from './reset-password-page.tsx'

const confirmReset = 'post /api/auth/password/reset/confirm/'

function openResetPassword(route = '/reset-password?token=a-token') {
  const page = renderPage(<ResetPasswordPage />, { route })
  return {
    ...page,
    reset: async (password: string, confirmed: string) => {
      await page.fill('New Password', password)
      await page.fill('Confirm Password', confirmed)
      await page.press('Reset Password')
    },
  }
}

it('requires both passwords', async () => {
  const { reset } = openResetPassword()
  await reset('', '')
  await expectFieldError('New Password', 'Password is required')
  await expectFieldError('Confirm Password', 'Confirm Password is required')
  expect(sentWrites()).toEqual([])
})

it('rejects a short password and one that differs from its confirmation', async () => {
  const { reset } = openResetPassword()
  await reset('short', 'short')
  await expectFieldError('New Password', 'Password must be at least 8 characters')
  await reset('river and dawn', 'river and dusk')
  await expectFieldError('Confirm Password', 'Confirm Password must match Password')
  expect(sentWrites()).toEqual([])
})

it('offers to request a new link when the URL has no token', async () => {
  const { address } = openResetPassword('/reset-password')
  await expectToast('Invalid reset link')
  expect(address()).toBe('/forgot-password')
})

it('shows why a link was refused', async () => {
  const { reset, address } = openResetPassword()
  answer(confirmReset, { detail: 'This reset link was already used', code: 'invalid' }, 400)
  await reset('river and dawn', 'river and dawn')
  await expectToast('This reset link was already used')
  answer(confirmReset, {}, 500)
  await reset('river and dawn', 'river and dawn')
  await expectToast('Failed to reset password')
  expect(address()).toBe('/reset-password?token=a-token')
  expect(screen.getByRole('link', { name: 'Request a new one' })).toHaveAttribute('href', '/forgot-password')
})

it('sets the password and continues with the login', async () => {
  const { reset, address } = openResetPassword()
  answer(confirmReset, { message: '' })
  await reset('river and dawn', 'river and dawn')
  await expectToast('Password reset successfully')
  await waitFor(() => expect(address()).toBe('/login'))
  expect(lastBody()).toEqual({
    token: 'a-token',
    password: 'river and dawn',
    confirm_password: 'river and dawn',
  })
})

it('shows the server’s message of success', async () => {
  const { reset } = openResetPassword()
  answer(confirmReset, { message: 'Your password is new' })
  await reset('river and dawn', 'river and dawn')
  await expectToast('Your password is new')
})
