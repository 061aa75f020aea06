import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { proofRequired } from '../../../../test/data.ts'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { closePrompt, havePasskeys, passkeyOptionsOf } from '../../../../test/passkeys.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites, server } from '../../../../test/server.ts'
import { loggedOut } from '../../../lib/session/session.ts'
import { WalletPage } from '../../wallet/wallet-page.tsx'

const findDialog = (name = 'Enter your password to continue') => screen.findByRole('dialog', { name })

beforeEach(() => {
  answer('get /api/wallets/mine', {
    balance: 120,
    withdrawable: 120,
    waiting: [],
    pending: 0,
    held: 0,
    currency: 'usd',
    details_submitted: true,
    payouts_held: false,
    holds: [],
    first_payout_days: 0,
  })
  answer('get /api/wallets/mine/entries', { count: 0, next: null, previous: null, results: [] })
  answer('get /api/payouts/me', { count: 0, next: null, previous: null, results: [] })
  answer('get /api/wallets/mine/totals', {
    year: 2026,
    timezone: 'UTC',
    first_month: null,
    earned: 0,
    fees: 0,
    refunds: 0,
    paid_out: 0,
  })
  answer('get /api/payouts/method', {
    details_submitted: true,
    payouts_enabled: true,
    bank_last4: '6789',
    payable_from: null,
    held_because: null,
  })
})

/**
 * Refuses the call until the user has confirmed who they are.
 * @returns the idempotency keys that it was sent with
 */
function requireProof(methods = ['password']): (string | null)[] {
  const keys: (string | null)[] = []
  let isProven = false
  server.use(
    http.post('/api/auth/reauthenticate/', () => {
      isProven = true
      return HttpResponse.json({ message: 'Confirmed' })
    }),
    http.post('/api/payouts/', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (!isProven) return HttpResponse.json({ ...proofRequired, methods }, { status: 403 })
      const payout = { id: 4, created_at: '2026-06-01T11:00:00Z', amount: 50, currency: 'usd' }
      const state = { status: 'pending', provider_payout_id: null, failure_reason: null }
      return HttpResponse.json({ ...payout, ...state }, { status: 201 })
    }),
  )
  return keys
}

async function withdraw() {
  const page = renderPage(<WalletPage />, { route: '/caregiver/wallet', session: sessionOf(caregiver) })
  await screen.findByLabelText('Amount to withdraw')
  await page.fill('Amount to withdraw', '50')
  await page.press('Withdraw')
  // The form checks the amount first, which takes a moment.
  await screen.findByRole('alertdialog', { name: 'Withdraw $50.00?' })
  await page.press('Withdraw $50.00')
  return page
}

it('asks for the password and then repeats the call', async () => {
  const keys = requireProof()
  const { fill, press } = await withdraw()
  await findDialog()
  expect(screen.getByLabelText('Password')).toBeInTheDocument()
  await fill('Password', 'a quiet river')
  await press('Confirm')
  await expectToast('Withdrawal requested')
  expect(sentWrites()).toEqual(['POST /api/payouts/', 'POST /api/auth/reauthenticate/', 'POST /api/payouts/'])
  expect(keys[0]).toBe(keys[1])
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('keeps the dialog open after a wrong password', async () => {
  requireProof()
  answer('post /api/auth/reauthenticate/', { password: ['Password is incorrect'], code: 'invalid' }, 400)
  const { fill, press } = await withdraw()
  await findDialog()
  await press('Confirm')
  await expectFieldError('Password', 'Password is required')
  await fill('Password', 'not my password')
  await press('Confirm')
  await expectFieldError('Password', 'Password is incorrect')
  expect(await findDialog()).toBeInTheDocument()
  await press('Close')
})

it('sends nothing more when it is closed, and keeps the amount', async () => {
  requireProof()
  const { press } = await withdraw()
  await findDialog()
  await press('Close')
  await expectToast(proofRequired.detail)
  expect(sentWrites()).toEqual(['POST /api/payouts/'])
  expect(screen.getByLabelText('Amount to withdraw')).toHaveValue('50.00')
})

it('offers Google to an account without a password', async () => {
  requireProof(['google'])
  answer('get /api/auth/settings/', { google_client_id: null })
  const { press } = await withdraw()
  await findDialog('Use Google to continue')
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
  await press('Close')
})

it('takes a code of the app, and shows a wrong one on its field', async () => {
  requireProof(['app', 'recovery_code'])
  answer('post /api/auth/reauthenticate/', { app_code: ['This code is not correct'], code: 'invalid' }, 400)
  const { fill, press } = await withdraw()
  await findDialog('Enter a code from your app to continue')
  await fill('Code', '123456')
  await press('Confirm')
  await expectFieldError('Code', 'This code is not correct')
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  await press('Use a recovery code')
  await findDialog('Enter a recovery code to continue')
  await fill('Recovery code', 'k3vd-9mq0-tx7p')
  await press('Confirm')
  await waitFor(() => expect(sentWrites().at(-1)).toBe('POST /api/payouts/'))
})

it('takes a passkey, and says calmly when its prompt was closed', async () => {
  havePasskeys(closePrompt)
  requireProof(['passkey', 'app'])
  answer('post /api/auth/reauthenticate/passkey/options/', passkeyOptionsOf())
  const { press } = await withdraw()
  await findDialog('Use your passkey to continue')
  await press('Use your passkey')
  expect(await screen.findByText(/prompt was closed or timed out/)).toBeInTheDocument()
  havePasskeys()
  await press('Use your passkey')
  await expectToast('Withdrawal requested')
  expect(sentWrites()).toContain('POST /api/auth/reauthenticate/')
})

it('offers the other ways when the browser has no passkeys', async () => {
  requireProof(['passkey', 'app'])
  const { press } = await withdraw()
  await findDialog('Enter a code from your app to continue')
  expect(screen.getByText('This browser doesn’t support passkeys.')).toBeInTheDocument()
  expect(screen.getByLabelText('Code')).toBeInTheDocument()
  await press('Close')
})

it('closes when the session ends', async () => {
  requireProof()
  const { store } = await withdraw()
  await findDialog()
  store.dispatch(loggedOut())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})
