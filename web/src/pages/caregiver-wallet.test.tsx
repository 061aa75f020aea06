import type {
  Payout,
  PayoutMethod,
  Wallet,
  WalletCategory,
  WalletEntry,
  YearTotals,
} from '@tendwell/contract/wallet'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday } from '../../test/data.ts'
import { expectFieldError, expectToast } from '../../test/expect.ts'
import { caregiver, family, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../test/server.ts'
import { Component as CaregiverWallet } from './caregiver-wallet.tsx'

const wallet: Wallet = {
  balance: 120.5,
  pending: 84,
  held: 42,
  currency: 'usd',
  details_submitted: true,
  payouts_held: false,
}
const payout: Payout = {
  id: 4,
  created_at: '2026-06-01T11:00:00Z',
  amount: 50,
  currency: 'usd',
  status: 'paid',
  provider_payout_id: 'po_1QabcdEF12345678',
  failure_reason: null,
}
const entry: WalletEntry = {
  id: 7,
  created_at: '2026-06-01T11:00:00Z',
  category: 'escrow_in',
  direction: 'credit',
  amount: 84,
  currency: 'usd',
  booking: {
    request_id: 12,
    caretaker_name: family.full_name,
    start_utc: '2026-06-02T13:00:00Z',
    end_utc: '2026-06-02T16:00:00Z',
  },
}
const method: PayoutMethod = {
  details_submitted: true,
  payouts_enabled: true,
  bank_last4: '6789',
  payable_from: null,
}
const noMethod: PayoutMethod = {
  details_submitted: false,
  payouts_enabled: false,
  bank_last4: null,
  payable_from: null,
}
const totals: YearTotals = {
  year: 2026,
  timezone: 'America/New_York',
  first_month: '2025-11',
  earned: 1200,
  fees: 60,
  refunds: 40,
  paid_out: 500,
}
const amountLabel = 'Amount to withdraw'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  answer('get /api/wallets/mine', wallet)
  answer('get /api/wallets/mine/entries', listOf([]))
  answer('get /api/payouts/method', method)
  answer('get /api/payouts/me', listOf([]))
  answer('get /api/wallets/mine/totals', totals)
})

function openWallet(query = '') {
  return renderPage(<CaregiverWallet />, {
    route: `/caregiver/wallet${query}`,
    session: sessionOf(caregiver),
  })
}

async function findRows(table: string) {
  return within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
}

it('says that payouts are on hold instead of offering one', async () => {
  answer('get /api/wallets/mine', { ...wallet, payouts_held: true })
  openWallet()
  expect(await screen.findByText('Payouts are on hold')).toBeInTheDocument()
  expect(screen.queryByLabelText(amountLabel)).not.toBeInTheDocument()
})

it('shows the available, pending and held money', async () => {
  openWallet()
  expect(await screen.findByText('Available balance, USD')).toBeInTheDocument()
  expect(screen.getByText('$120.50')).toBeInTheDocument()
  expect(screen.getByText('Pending', { selector: 'dt' }).parentElement).toHaveTextContent('$84.00')
  expect(screen.getByText('On hold', { selector: 'dt' }).parentElement).toHaveTextContent('$42.00')
})

it('withdraws an amount and empties the field', async () => {
  const { fill, press } = openWallet()
  answer('post /api/payouts/', { ...payout, status: 'pending' }, 201)
  await screen.findByLabelText(amountLabel)
  await fill(amountLabel, '50.25')
  await press('Withdraw')
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw $50.25?' })
  expect(dialog).toHaveTextContent('your bank account ending in 6789')
  expect(sentWrites()).toEqual([])
  await press('Withdraw $50.25')
  await expectToast('Withdrawal requested')
  expect(lastBody()).toEqual({ amount: 50.25 })
  await waitFor(() => expect(screen.getByLabelText(amountLabel)).toHaveValue(''))
})

it('fills in the whole balance', async () => {
  const { press } = openWallet()
  await screen.findByLabelText(amountLabel)
  await press('All, $120.50')
  expect(screen.getByLabelText(amountLabel)).toHaveValue('120.50')
})

it('withdraws nothing unless it is confirmed', async () => {
  const { fill, press } = openWallet()
  await screen.findByLabelText(amountLabel)
  await fill(amountLabel, '50')
  await press('Withdraw')
  await screen.findByRole('alertdialog')
  await press('Cancel')
  expect(screen.getByLabelText(amountLabel)).toHaveValue('50.00')
  expect(sentWrites()).toEqual([])
})

it('keeps two decimals of an amount', async () => {
  const { fill } = openWallet()
  await screen.findByLabelText(amountLabel)
  await fill(amountLabel, '10.505')
  expect(screen.getByLabelText(amountLabel)).toHaveValue('10.50')
})

it.each(['', '0'])('requires an amount above 0, not “%s”', async (amount) => {
  const { fill, press } = openWallet()
  await screen.findByLabelText(amountLabel)
  await fill(amountLabel, amount)
  await press('Withdraw')
  await expectFieldError(amountLabel, 'Enter an amount above 0, with at most two decimals')
  expect(sentWrites()).toEqual([])
})

it.each([
  [400, { detail: 'You can withdraw at most $120.50', code: 'invalid' }, 'You can withdraw at most $120.50'],
  [500, {}, 'Withdrawal failed'],
])('shows why a withdrawal failed (%i) and keeps the amount', async (status, body, message) => {
  const { fill, press } = openWallet()
  answer('post /api/payouts/', body, status)
  await screen.findByLabelText(amountLabel)
  await fill(amountLabel, '900')
  await press('Withdraw')
  await press('Withdraw $900.00')
  await expectToast(message)
  expect(screen.getByLabelText(amountLabel)).toHaveValue('900.00')
})

it('offers to set up payouts before any withdrawal', async () => {
  answer('get /api/payouts/method', noMethod)
  answer('post /api/payouts/onboarding-link', { url: '#onboarding' })
  const { press } = openWallet()
  await screen.findByRole('button', { name: 'Set up payouts' })
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  await press('Set up payouts')
  // jsdom can't leave the page, but it follows an anchor.
  await waitFor(() => expect(window.location.hash).toBe('#onboarding'))
  window.location.hash = ''
})

it.each([
  [503, { detail: 'The provider does not answer', code: 'unavailable' }, 'The provider does not answer'],
  [500, {}, 'Unable to start onboarding'],
])('shows why payouts can’t be set up (%i)', async (status, body, message) => {
  answer('get /api/payouts/method', noMethod)
  answer('post /api/payouts/onboarding-link', body, status)
  const { press } = openWallet()
  await screen.findByRole('button', { name: 'Set up payouts' })
  await press('Set up payouts')
  await expectToast(message)
  expect(screen.getByRole('button', { name: 'Set up payouts' })).toBeEnabled()
})

it('says while the provider still checks the bank details', async () => {
  answer('get /api/payouts/method', { ...method, payouts_enabled: false })
  openWallet()
  expect(await screen.findByText('Your bank details are being checked')).toBeInTheDocument()
})

it('says until when payouts are held back after a change of bank details', async () => {
  answer('get /api/payouts/method', { ...method, payable_from: '2026-06-03T12:30:00Z' })
  openWallet()
  expect(await screen.findByText('Withdrawals are paused')).toBeInTheDocument()
  expect(screen.getByText(/you can withdraw again from .*Jun 3, 2026/)).toBeInTheDocument()
  expect(screen.getByText('Payouts go to your bank account ending in 6789.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
})

it('says that there are no payouts and no activity', async () => {
  openWallet()
  expect(await screen.findByText('No payout requests yet.')).toBeInTheDocument()
  expect(await screen.findByText('No entries yet.')).toBeInTheDocument()
})

it('shows a payout and copies its id in full', async () => {
  answer('get /api/payouts/me', listOf([payout]))
  const { press } = openWallet()
  const [row] = await findRows('Payout Requests')
  expect(row).toHaveTextContent('$50.00')
  expect(row).toHaveTextContent('Paid')
  expect(row).toHaveTextContent('po_12345678')
  await press('Copy payout ID po_12345678')
  await expectToast('Payout ID copied!')
  expect(await navigator.clipboard.readText()).toBe(payout.provider_payout_id)
})

it('shows a payout of unknown status as canceled, and why one failed', async () => {
  const failed = { ...payout, id: 5, status: 'failed', failure_reason: 'The account is closed' }
  answer('get /api/payouts/me', listOf([{ ...payout, status: 'reversed' }, failed]))
  openWallet()
  const [unknown, second] = await findRows('Payout Requests')
  expect(unknown).toHaveTextContent('Canceled')
  expect(second).toHaveTextContent('Failed')
  expect(second).toHaveTextContent('The account is closed')
})

it.each<[WalletCategory, 'credit' | 'debit', string, string]>([
  ['escrow_in', 'credit', 'Payment received', '+$84.00'],
  ['payout_out', 'debit', 'Payout', '−$84.00'],
  ['fee', 'debit', 'Fee', '−$84.00'],
  ['refund_out', 'debit', 'Refund', '−$84.00'],
  ['dispute_hold', 'debit', 'Dispute hold', '−$84.00'],
  ['release', 'credit', 'Release', '+$84.00'],
])('shows %s (%s) as “%s”, %s', async (category, direction, word, amount) => {
  answer('get /api/wallets/mine/entries', listOf([{ ...entry, category, direction }]))
  openWallet()
  const [row] = await findRows('Recent Activity')
  expect(within(row as HTMLElement).getByText(word)).toBeInTheDocument()
  expect(row).toHaveTextContent(amount)
})

it('names the booking of an entry and links to it, and none for a payout', async () => {
  const transfer: WalletEntry = { ...entry, id: 8, category: 'payout_out', direction: 'debit', booking: null }
  answer('get /api/wallets/mine/entries', listOf([entry, transfer]))
  openWallet()
  const [payment, payoutRow] = await findRows('Recent Activity')
  expect(within(payment as HTMLElement).getByRole('link', { name: 'Fay Hart, Jun 2, 2026' })).toHaveAttribute(
    'href',
    '/caregiver/bookings/12',
  )
  expect(within(payoutRow as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
})

it('shows the totals of a year and leads to its statements', async () => {
  openWallet()
  const statements = within(await screen.findByRole('region', { name: 'Statements' }))
  for (const [term, usd] of [
    ['Earned', '$1,200.00'],
    ['Fees', '$60.00'],
    ['Refunds', '$40.00'],
    ['Paid out', '$500.00'],
  ]) {
    expect((await statements.findByText(term as string)).parentElement).toHaveTextContent(usd as string)
  }
  expect(statements.getByText('Months and years are in New York time.')).toBeInTheDocument()
  expect(statements.getByRole('link', { name: 'View statement' })).toHaveAttribute(
    'href',
    '/caregiver/wallet/statements/2026-06',
  )
})

it('has no statement before the first payment', async () => {
  answer('get /api/wallets/mine/totals', { ...totals, first_month: null })
  openWallet()
  expect(await screen.findByText(/^Your first statement appears here/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'View statement' })).not.toBeInTheDocument()
})

it('shows five entries and two payouts a page', async () => {
  answer('get /api/wallets/mine/entries', listOf([entry], 6))
  answer('get /api/payouts/me', listOf([payout], 3))
  const { user, address } = openWallet()
  const pages = await screen.findByRole('navigation', { name: 'Payout Requests: pages' })
  expect(pages).toHaveTextContent('Page 1 of 2')
  expect(screen.getByRole('navigation', { name: 'Recent Activity: pages' })).toHaveTextContent('Page 1 of 2')
  await user.click(within(pages).getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(address()).toBe('/caregiver/wallet?payouts_page=2'))
  expect(screen.getByRole('navigation', { name: 'Recent Activity: pages' })).toHaveTextContent('Page 1 of 2')
})

it('filters the activity by kind and day, and the payouts by status', async () => {
  const queries: Record<string, string>[] = []
  const note = ({ request }: { request: Request }) => {
    queries.push(Object.fromEntries(new URL(request.url).searchParams))
    return HttpResponse.json(listOf([]))
  }
  server.use(http.get('/api/wallets/mine/entries', note), http.get('/api/payouts/me', note))
  const { press, address } = openWallet(
    '?activity=payout&activity_date=2026-06-01&payout_status=failed&activity_page=2',
  )
  await waitFor(() => expect(queries).toContainEqual({ status: 'failed', page: '1' }))
  expect(queries).toContainEqual({
    type: 'payout',
    date: '2026-06-01',
    timezone: 'America/New_York',
    page: '2',
  })
  expect(await screen.findByText('No entries match these filters.')).toBeInTheDocument()
  expect(await screen.findByText('No payouts have this status.')).toBeInTheDocument()
  await press('Clear filters')
  await press('Show all')
  await waitFor(() => expect(address()).toBe('/caregiver/wallet'))
})

it.each([
  ['get /api/wallets/mine', 'Failed to load wallet', wallet],
  ['get /api/payouts/method', 'Failed to load payout setup', method],
  ['get /api/payouts/me', 'Failed to load payouts', listOf([])],
  ['get /api/wallets/mine/entries', 'Failed to load activity', listOf([])],
  ['get /api/wallets/mine/totals', 'Failed to load statements', totals],
] as const)('offers to retry after %s fails', async (call, title, body) => {
  answer(call, {}, 500)
  const { press } = openWallet()
  expect(await screen.findByText(title)).toBeInTheDocument()
  answer(call, body)
  await press('Retry')
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})
