import type { Payout, PayoutMethod, Wallet } from '@tendwell/contract/payments/wallet'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { expectFieldError, expectToast } from '../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../test/server.ts'
import { Balance } from './balance.tsx'

const wallet: Wallet = {
  balance: 120.5,
  withdrawable: 120.5,
  waiting: [],
  pending: 84,
  held: 42,
  currency: 'usd',
  details_submitted: true,
  payouts_held: false,
  holds: [],
  first_payout_days: 0,
}
const method: PayoutMethod = {
  details_submitted: true,
  payouts_enabled: true,
  bank_last4: '6789',
  payable_from: null,
  held_because: null,
}
const noMethod: PayoutMethod = {
  details_submitted: false,
  payouts_enabled: false,
  bank_last4: null,
  payable_from: null,
  held_because: null,
}
const payout: Payout = {
  id: 4,
  created_at: '2026-06-01T11:00:00Z',
  amount: 50.25,
  currency: 'usd',
  status: 'pending',
  provider_payout_id: null,
  failure_reason: null,
}
const amountLabel = 'Amount to withdraw'

beforeEach(() => {
  answer('get /api/wallets/mine', wallet)
  answer('get /api/payouts/method', method)
})

const openBalance = () => renderPage(<Balance />, { session: sessionOf(caregiver) })

async function openForm() {
  const page = openBalance()
  return { ...page, amount: await screen.findByLabelText(amountLabel) }
}

it('says that payouts are on hold instead of offering one', async () => {
  answer('get /api/wallets/mine', { ...wallet, payouts_held: true })
  openBalance()
  expect(await screen.findByText('Payouts are on hold')).toBeInTheDocument()
  expect(screen.queryByLabelText(amountLabel)).not.toBeInTheDocument()
})

it('shows the available, pending and held money, and fills in all that can be withdrawn', async () => {
  const { amount, press } = await openForm()
  expect(screen.getByText('Available balance, USD')).toBeInTheDocument()
  expect(screen.getByText('$120.50')).toBeInTheDocument()
  expect(screen.getByText('Pending', { selector: 'dt' }).parentElement).toHaveTextContent('$84.00')
  expect(screen.getByText('On hold', { selector: 'dt' }).parentElement).toHaveTextContent('$42.00')
  await press('All, $120.50')
  expect(amount).toHaveValue('120.50')
})

it('says how much waits, until when and why, and offers only the rest', async () => {
  answer('get /api/wallets/mine', {
    ...wallet,
    withdrawable: 20.5,
    first_payout_days: 7,
    waiting: [
      { amount: 40, until: '2026-06-03T12:30:00Z', because: 'first_payout' },
      { amount: 60, until: '2026-06-04T12:30:00Z', because: 'new_family' },
    ],
  })
  const { amount, press } = await openForm()
  const [first, second] = within(screen.getByRole('region', { name: 'Waiting' })).getAllByRole('listitem')
  expect(first).toHaveTextContent(
    /\$40\.00 until .*Jun 3, 2026.*Until your first payout has arrived, your money waits for 7 days/,
  )
  expect(second).toHaveTextContent(
    /\$60\.00 until .*Jun 4, 2026.*You earned more than \$500 within 14 days from families that are new to you/,
  )
  expect(screen.getByText('You can withdraw up to $20.50.')).toBeInTheDocument()
  expect(
    screen.getByText(/^You can withdraw \$20\.50 of it now\. \$40\.00 can be .* from Jun 3, 2026/),
  ).toBeVisible()
  await press('All, $20.50')
  expect(amount).toHaveValue('20.50')
})

it('offers no withdrawal while all of the balance waits, and says from when it can be', async () => {
  const waiting: Wallet['waiting'] = [
    { amount: 120.5, until: '2026-06-03T12:30:00Z', because: 'first_payout' },
  ]
  answer('get /api/wallets/mine', { ...wallet, withdrawable: 0, first_payout_days: 7, waiting })
  const { amount } = await openForm()
  expect(
    screen.getByText(/^You can withdraw \$0\.00 of it now\. It can be withdrawn from Jun 3, 2026/),
  ).toBeVisible()
  expect(screen.getByText(/^Nothing can be withdrawn before Jun 3, 2026/)).toBeVisible()
  expect(screen.queryByText(/You can withdraw up to/)).not.toBeInTheDocument()
  expect(amount).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDisabled()
})

it.each([
  [7, 'Until your first payout has arrived, you can withdraw money 7 days after the visit.'],
  [0, 'Then it’s added to your balance.'],
])('says before the first visit when its money can be withdrawn: %s days', async (days, text) => {
  answer('get /api/wallets/mine', { ...wallet, balance: 0, withdrawable: 0, first_payout_days: days })
  await openForm()
  expect(screen.getByText(`Paid by families and held until after the visit. ${text}`)).toBeInTheDocument()
  expect(screen.getByText('There’s nothing to withdraw now.')).toBeInTheDocument()
})

it('lists what is on hold of each booking, and links to it', async () => {
  const booking = (id: number) => ({
    request_id: id,
    caretaker_name: 'Fay Hart',
    start_utc: '2026-06-02T13:00:00Z',
    end_utc: '2026-06-02T16:00:00Z',
    visits: 1,
    are_nights: false,
  })
  answer('get /api/wallets/mine', {
    ...wallet,
    held: 170,
    holds: [
      { amount: 128, because: 'dispute', booking: booking(12) },
      { amount: 42, because: 'bank', booking: booking(13) },
    ],
  })
  await openForm()
  const [first, second] = within(screen.getByRole('region', { name: 'What is on hold' })).getAllByRole(
    'listitem',
  ) as [HTMLElement, HTMLElement]
  expect(first).toHaveTextContent('$128.00Fay Hart, Jun 2, 2026While the dispute is open')
  expect(within(first).getByRole('link')).toHaveAttribute('href', '/caregiver/bookings/12')
  expect(second).toHaveTextContent('$42.00Fay Hart, Jun 2, 2026While the bank decides')
})

it('says nothing about waiting when nothing waits', async () => {
  await openForm()
  expect(screen.queryByRole('region', { name: 'Waiting' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'What is on hold' })).not.toBeInTheDocument()
})

it('withdraws an amount once it is confirmed, and empties the field', async () => {
  const { amount, fill, press } = await openForm()
  answer('post /api/payouts/', payout, 201)
  await fill(amountLabel, '50,25')
  expect(amount).toHaveAccessibleDescription('That’s $50.25.')
  await press('Withdraw')
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw $50.25?' })
  expect(dialog).toHaveTextContent('your bank account ending in 6789')
  await press('Cancel')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(amount).toHaveValue('50.25')
  expect(sentWrites()).toEqual([])
  await press('Withdraw')
  await press('Withdraw $50.25')
  await expectToast('Withdrawal requested')
  expect(lastBody()).toEqual({ amount: 50.25 })
  await waitFor(() => expect(amount).toHaveValue(''))
})

it('requires an amount above 0', async () => {
  const { amount, fill, press } = await openForm()
  const message = 'Enter an amount above 0, with at most two decimals'
  await press('Withdraw')
  await expectFieldError(amountLabel, message)
  await fill(amountLabel, '1')
  await waitFor(() => expect(amount).not.toHaveAttribute('aria-invalid'))
  await fill(amountLabel, '0')
  await press('Withdraw')
  await expectFieldError(amountLabel, message)
  expect(sentWrites()).toEqual([])
})

it('shows why a withdrawal failed, and keeps the amount', async () => {
  const { amount, fill, press } = await openForm()
  await fill(amountLabel, '900')
  for (const [status, body, message] of [
    [
      400,
      { detail: 'You can withdraw at most $120.50', code: 'invalid' },
      'You can withdraw at most $120.50',
    ],
    [500, {}, 'Withdrawal failed'],
  ] as const) {
    answer('post /api/payouts/', body, status)
    await press('Withdraw')
    await press('Withdraw $900.00')
    await expectToast(message)
    expect(amount).toHaveValue('900.00')
  }
})

it('offers to set up payouts before any withdrawal, and says why that fails', async () => {
  onTestFinished(() => {
    window.location.hash = ''
  })
  answer('get /api/payouts/method', noMethod)
  const { press } = openBalance()
  for (const [status, body, message] of [
    [503, { detail: 'The provider does not answer', code: 'unavailable' }, 'The provider does not answer'],
    [500, {}, 'Unable to start onboarding'],
  ] as const) {
    answer('post /api/payouts/onboarding-link', body, status)
    await press('Set up payouts')
    await expectToast(message)
  }
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  answer('post /api/payouts/onboarding-link', { url: '#onboarding' })
  await press('Set up payouts')
  // jsdom can't leave the page, but it follows an anchor.
  await waitFor(() => expect(window.location.hash).toBe('#onboarding'))
})

it('says while the provider still checks the bank details', async () => {
  answer('get /api/payouts/method', { ...method, payouts_enabled: false })
  openBalance()
  expect(await screen.findByText('Your bank details are being checked')).toBeInTheDocument()
})

it('says of a first bank account why it waits, and not that it changed', async () => {
  answer('get /api/payouts/method', {
    ...method,
    payable_from: '2026-06-03T12:30:00Z',
    held_because: 'bank_added',
  })
  openBalance()
  expect(await screen.findByText(/^You added your bank account.*from Jun 3, 2026/)).toBeInTheDocument()
  expect(screen.queryByText(/changed/)).not.toBeInTheDocument()
})

it.each([
  ['not_me', '2026-06-03T12:30:00Z', /a change of your account wasn’t you.*Jun 3, 2026/],
  ['bank_disowned', null, /this bank account isn’t yours. Nothing is paid out to it/],
  ['bank_in_review', null, /Your bank account is in review/],
  ['bank_refused', null, /We can’t pay out to this bank account/],
])('says that payouts are held back: %s', async (why, from, text) => {
  answer('get /api/payouts/method', { ...method, payable_from: from, held_because: why })
  openBalance()
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Change bank details' })).toBeInTheDocument()
})

it('says until when payouts are held back after a change of bank details', async () => {
  answer('get /api/payouts/method', {
    ...method,
    payable_from: '2026-06-03T12:30:00Z',
    held_because: 'bank_changed',
  })
  openBalance()
  expect(await screen.findByText('Withdrawals are paused')).toBeInTheDocument()
  expect(screen.getByText(/you can withdraw again from .*Jun 3, 2026/)).toBeInTheDocument()
  expect(screen.getByText('Payouts go to your bank account ending in 6789.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
})

it('offers to retry when the balance or the payout setup fails to load', async () => {
  answer('get /api/wallets/mine', {}, 500)
  answer('get /api/payouts/method', {}, 500)
  const { press } = openBalance()
  expect(await screen.findByText('Failed to load wallet')).toBeInTheDocument()
  answer('get /api/wallets/mine', wallet)
  await press('Retry')
  expect(await screen.findByText('Failed to load payout setup')).toBeInTheDocument()
  answer('get /api/payouts/method', method)
  await press('Retry')
  expect(await screen.findByLabelText(amountLabel)).toBeInTheDocument()
  expect(screen.queryByText(/^Failed/)).not.toBeInTheDocument()
})
