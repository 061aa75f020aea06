import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { NotMePage } from './not-me-page.tsx'

const call = 'post /api/auth/not-me/'
const button = 'Secure my account'
const done = {
  kind: 'two_step',
  removed: [{ method: 'passkey', name: 'Strange phone' }],
  is_email_restored: false,
  stopped_until: '2026-06-03T12:30:00Z',
  reset_token: 'new-one',
}

async function press(result: object) {
  const page = renderPage(<NotMePage />, { route: '/not-me?token=a.b' })
  expect(sentWrites()).toEqual([])
  answer(call, result)
  await page.press(button)
  expect(await screen.findByRole('heading', { name: 'Your account is secured' })).toBeInTheDocument()
}

it('secures the account after a press, says what was done, and leads to a new password', async () => {
  await press(done)
  expect(lastBody()).toEqual({ token: 'a.b' })
  expect(screen.getByText(/We removed the passkey “Strange phone”/)).toBeInTheDocument()
  expect(screen.getByText(/^Until Jun 3, 2026.*, nothing is paid out/)).toBeInTheDocument()
  expect(screen.queryByText(/email back|bank account/)).not.toBeInTheDocument()
  const link = screen.getByRole('link', { name: 'Choose a new password' })
  expect(link).toHaveAttribute('href', '/reset-password?token=new-one')
})

it.each([
  [{ kind: 'recovery_codes', removed: [] }, 'The new recovery codes no longer work.'],
  [{ kind: 'email', removed: [], is_email_restored: true }, 'We put your earlier email back.'],
  [{ kind: 'bank', removed: [] }, /Nothing is paid out to the new bank account/],
])('says what else was done: %j', async (change, text) => {
  await press({ ...done, ...change })
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.queryByText(/We removed/)).not.toBeInTheDocument()
})

it('says why a link does not work, and leads to us', async () => {
  const { press: pressButton } = renderPage(<NotMePage />, { route: '/not-me' })
  answer(call, { detail: 'This link was already used', code: 'invalid' }, 400)
  await pressButton(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('This link was already used')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})
