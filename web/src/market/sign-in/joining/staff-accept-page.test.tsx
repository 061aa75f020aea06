import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { admin } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { StaffAcceptPage } from './staff-accept-page.tsx'

const accept = 'post /api/auth/staff/accept/'

function openInvitation(route = '/staff/accept?token=a-token') {
  const page = renderPage(<StaffAcceptPage />, { route })
  return {
    ...page,
    join: async (name: string, password: string) => {
      await page.fill('Name', name)
      await page.fill('Password', password)
      await page.press('Join')
    },
  }
}

it('requires a name and a password', async () => {
  const { press } = openInvitation()
  await press('Join')
  await expectFieldError('Name', 'Name is required')
  await expectFieldError('Password', 'Password is required')
  expect(sentWrites()).toEqual([])
})

it('joins, logs in and opens the console', async () => {
  const { join, address } = openInvitation()
  answer(accept, { user: { ...admin, staff_role: 'finance' }, access: 'access', refresh: 'refresh' }, 201)
  await join('Ada Moss', 'river and dawn')
  await expectToast('Welcome, Ada Moss')
  await waitFor(() => expect(address()).toBe('/admin'))
  expect(lastBody()).toEqual({
    token: 'a-token',
    full_name: 'Ada Moss',
    password: 'river and dawn',
    timezone: expect.any(String),
  })
})

it('shows why a link was refused', async () => {
  const { join, address } = openInvitation()
  answer(accept, { detail: 'This invitation link has expired', code: 'invalid' }, 400)
  await join('Ada Moss', 'river and dawn')
  await expectToast('This invitation link has expired')
  expect(address()).toBe('/staff/accept?token=a-token')
})

it('continues with the login when the URL has no token', async () => {
  const { address } = openInvitation('/staff/accept')
  await expectToast('Invalid invitation link')
  expect(address()).toBe('/login')
})
