import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { EndSessionPage } from './end-session-page.tsx'

const endSession = 'post /api/auth/sessions/end/'

it('logs the device out after a press, and leads to a new password', async () => {
  const { press } = renderPage(<EndSessionPage />, { route: '/end-session?token=a.b' })
  expect(sentWrites()).toEqual([])
  answer(endSession, { message: 'The device was logged out, and we removed the passkey “Thief”' })
  await press('Log out that device')
  expect(await screen.findByRole('heading', { name: 'The device was logged out' })).toBeInTheDocument()
  expect(screen.getByText(/we removed the passkey “Thief”\. Set a new password now/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/forgot-password')
  expect(lastBody()).toEqual({ token: 'a.b' })
})

it('says why a link does not work, and leads to the devices', async () => {
  const { press } = renderPage(<EndSessionPage />, { route: '/end-session' })
  answer(endSession, { detail: 'This link is not valid', code: 'invalid' }, 400)
  await press('Log out that device')
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is not valid')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'See your devices' })).toHaveAttribute('href', '/account')
})
