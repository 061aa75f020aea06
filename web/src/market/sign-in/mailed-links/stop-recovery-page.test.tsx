import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { StopRecoveryPage } from './stop-recovery-page.tsx'

const call = 'post /api/auth/two-step/recovery/stop/'
const button = 'This wasn’t me, stop it'

const open = () => renderPage(<StopRecoveryPage />, { route: '/stop-recovery?token=secret' })

it('stops the request after a press, and not before', async () => {
  const { press } = open()
  expect(sentWrites()).toEqual([])
  answer(call, { message: 'Stopped' })
  await press(button)
  expect(await screen.findByRole('heading', { name: 'Two-step sign-in stays on' })).toBeVisible()
  expect(lastBody()).toEqual({ token: 'secret' })
  expect(screen.getByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/forgot-password')
})

it('says why a link does not work, and offers to contact us', async () => {
  const { press } = open()
  answer(call, { detail: 'This link is no longer valid', code: 'invalid' }, 400)
  await press(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid')
  expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})
