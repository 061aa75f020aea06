import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { ConfirmEmailChangePage } from './confirm-email-change-page.tsx'

const open = (query: string) =>
  renderPage(<ConfirmEmailChangePage />, { route: `/confirm-email-change?token=abc${query}` })

it('confirms one side after a press, and says that the other is still needed', async () => {
  const { press } = open('&side=new')
  expect(sentWrites()).toEqual([])
  answer('post /api/auth/email/change/confirm/', { message: 'Confirmed', is_complete: false })
  await press('Confirm the change')
  expect(await screen.findByText(/^Now open the link we sent to your other address/)).toBeInTheDocument()
  expect(lastBody()).toEqual({ token: 'abc', side: 'new' })
})

it('says that the address has changed once both sides confirmed', async () => {
  const { press } = open('&side=old')
  answer('post /api/auth/email/change/confirm/', { message: 'Changed', is_complete: true })
  await press('Confirm the change')
  expect(await screen.findByRole('heading', { name: 'Your email was changed' })).toBeInTheDocument()
})

it('stops a change that someone else asked for, after a press, and leads to a new password', async () => {
  const { press } = open('&side=old&stop=1')
  expect(sentWrites()).toEqual([])
  answer('post /api/auth/email/change/stop/', { message: 'Stopped' })
  await press('Stop the change')
  expect(await screen.findByRole('link', { name: 'Set a new password' })).toBeInTheDocument()
  expect(lastBody()).toEqual({ token: 'abc' })
})

it('says beside the button why a link does not work, and leads to the account', async () => {
  const { press } = open('&side=old')
  answer(
    'post /api/auth/email/change/confirm/',
    { detail: 'This email change link has expired', code: 'invalid' },
    400,
  )
  await press('Confirm the change')
  expect(await screen.findByRole('alert')).toHaveTextContent('This email change link has expired')
  expect(screen.getByRole('link', { name: 'Go to your account' })).toBeInTheDocument()
})
