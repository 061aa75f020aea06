import type {
  Payout,
  PayoutMethod,
  Wallet,
  WalletEntry,
  YearTotals,
} from '@tendwell/contract/payments/wallet'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday } from '../../../test/data.ts'
import { expectToast } from '../../../test/expect.ts'
import { caregiver, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, listOf, server } from '../../../test/server.ts'
import { WalletPage } from './wallet-page.tsx'

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
  balance_change: 0,
  pending_change: 0,
  held_change: 0,
  currency: 'usd',
  booking: {
    request_id: 12,
    caretaker_name: family.full_name,
    start_utc: '2026-06-02T13:00:00Z',
    end_utc: '2026-06-02T16:00:00Z',
    visits: 1,
    are_nights: false,
  },
  withdrawable_from: null,
}
const method: PayoutMethod = {
  details_submitted: true,
  payouts_enabled: true,
  bank_last4: '6789',
  payable_from: null,
  held_because: null,
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  answer('get /api/wallets/mine', wallet)
  answer('get /api/wallets/mine/entries', listOf([]))
  answer('get /api/payouts/method', method)
  answer('get /api/payouts/me', listOf([]))
  answer('get /api/wallets/mine/totals', totals)
})

function openWallet(query = '') {
  return renderPage(<WalletPage />, {
    route: `/caregiver/wallet${query}`,
    session: sessionOf(caregiver),
  })
}

async function findRows(table: string) {
  return within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
}

it('says that there are no payouts, no activity and no statement before the first payment', async () => {
  answer('get /api/wallets/mine/totals', { ...totals, first_month: null })
  openWallet()
  expect(await screen.findByText('No payout requests yet.')).toBeInTheDocument()
  expect(await screen.findByText('No entries yet.')).toBeInTheDocument()
  expect(await screen.findByText(/^Your first statement appears here/)).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'View statement' })).not.toBeInTheDocument()
})

it('shows amounts that arrive as text', async () => {
  answer('get /api/wallets/mine', { ...wallet, balance: '1120.50', pending: '84.00' })
  openWallet()
  expect(await screen.findByText('$1,120.50')).toBeInTheDocument()
  expect(screen.getByText('$84.00')).toBeInTheDocument()
})

it('shows payouts, one of unknown status as canceled, why one failed, and copies an id in full', async () => {
  const failed = { ...payout, id: 5, status: 'failed', failure_reason: 'The account is closed' }
  const unknown = { ...payout, id: 6, status: 'reversed' }
  answer(
    'get /api/payouts/me',
    listOf([payout, { ...failed, provider_payout_id: null }, { ...unknown, provider_payout_id: null }]),
  )
  const { press } = openWallet()
  const [paid, second, third] = await findRows('Payout Requests')
  expect(paid).toHaveTextContent(/\$50\.00.*Paid.*po_12345678/)
  expect(second).toHaveTextContent(/Failed.*The account is closed/)
  expect(third).toHaveTextContent('Canceled')
  await press('Copy payout ID po_12345678')
  await expectToast('Payout ID copied!')
  expect(await navigator.clipboard.readText()).toBe(payout.provider_payout_id)
})

it('names each kind of entry with its sign, and links to the booking of a payment', async () => {
  const kinds = [
    ['escrow_in', 'credit', 'Payment received', '+$84.00'],
    ['payout_out', 'debit', 'Payout', '−$84.00'],
    ['fee', 'debit', 'Fee', '−$84.00'],
    ['refund_out', 'debit', 'Refund', '−$84.00'],
    ['dispute_hold', 'debit', 'Dispute hold', '−$84.00'],
    ['release', 'credit', 'Release', '+$84.00'],
  ] as const
  const entries: WalletEntry[] = kinds.map(([category, direction], index) => {
    return { ...entry, id: index + 1, category, direction, booking: index === 1 ? null : entry.booking }
  })
  answer('get /api/wallets/mine/entries', listOf(entries))
  openWallet()
  const rows = (await findRows('Recent Activity')).map((row) => within(row))
  expect(rows).toHaveLength(kinds.length)
  for (const [index, [, , word, amount]] of kinds.entries()) {
    expect(rows[index]?.getByText(word)).toBeInTheDocument()
    expect(rows[index]?.getByText(amount)).toBeInTheDocument()
  }
  expect(rows[0]?.getByRole('link', { name: 'Fay Hart, Jun 2, 2026' })).toHaveAttribute(
    'href',
    '/caregiver/bookings/12',
  )
  expect(rows[1]?.queryByRole('link')).not.toBeInTheDocument()
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

it('offers to retry each part that fails to load', async () => {
  const parts = [
    ['get /api/wallets/mine', 'Failed to load wallet', wallet],
    ['get /api/payouts/me', 'Failed to load payouts', listOf([])],
    ['get /api/wallets/mine/entries', 'Failed to load activity', listOf([])],
    ['get /api/wallets/mine/totals', 'Failed to load statements', totals],
  ] as const
  for (const [call] of parts) answer(call, {}, 500)
  const { user } = openWallet()
  for (const [call, title, body] of parts) {
    expect(await screen.findByText(title)).toBeInTheDocument()
    answer(call, body)
  }
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry)
  await waitFor(() => expect(screen.queryByText(/^Failed to load/)).not.toBeInTheDocument())
})

it('shows no figures of another year than the chosen one', async () => {
  const { press, choose } = openWallet()
  expect(await screen.findByText('$1,200.00')).toBeInTheDocument()
  answer('get /api/wallets/mine/totals', {}, 500)
  await choose('Year', '2025')
  expect(await screen.findByText('Failed to load statements')).toBeInTheDocument()
  expect(screen.queryByText('$1,200.00')).not.toBeInTheDocument()
  answer('get /api/wallets/mine/totals', { ...totals, year: 2025, earned: 300 })
  await press('Retry')
  expect(await screen.findByText('$300.00')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /2025.*Year/ })).toBeInTheDocument()
})
