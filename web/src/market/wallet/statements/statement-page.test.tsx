import type { Statement } from '@tendwell/contract/payments/wallet'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer } from '../../../../test/server.ts'
import { toStatementCsv } from './statement-csv.ts'
import { StatementPage } from './statement-page.tsx'

const booking = {
  request_id: 12,
  caretaker_name: '=Fay "F" Hart',
  start_utc: '2026-06-02T13:00:00Z',
  end_utc: '2026-06-04T16:00:00Z',
  visits: 3,
  are_nights: false,
}
const statement: Statement = {
  month: '2026-05',
  timezone: 'America/New_York',
  // Late on May 31 in New York.
  results: [
    {
      id: 7,
      created_at: '2026-06-01T03:30:00Z',
      category: 'escrow_in',
      direction: 'credit',
      amount: 84.5,
      balance_change: 0,
      pending_change: 0,
      held_change: 0,
      currency: 'usd',
      booking,
      withdrawable_from: '2026-06-11T16:00:00Z',
    },
    {
      id: 8,
      created_at: '2026-06-01T03:40:00Z',
      category: 'payout_out',
      direction: 'debit',
      amount: 50,
      balance_change: 0,
      pending_change: 0,
      held_change: 0,
      currency: 'usd',
      booking: null,
      withdrawable_from: null,
    },
  ],
  totals: { earned: 84.5, fees: 0, refunds: 0, paid_out: 50 },
}

function openStatement(month = '2026-05') {
  return renderPage(<StatementPage />, {
    route: `/caregiver/wallet/statements/${month}`,
    path: '/caregiver/wallet/statements/:month',
    session: sessionOf(caregiver),
  })
}

it('shows the month in the caregiver’s time zone, with totals and bookings', async () => {
  answer('get /api/wallets/mine/statement', statement)
  openStatement()
  const table = within(await screen.findByRole('table', { name: 'Statement' }))
  expect(table.getAllByText('May 31, 2026')).toHaveLength(2)
  expect(table.getByText('+$84.50')).toBeInTheDocument()
  expect(table.getByRole('link', { name: /3 visits from Jun 2, 2026$/ })).toHaveAttribute(
    'href',
    '/caregiver/bookings/12',
  )
  expect(screen.getByText('May 2026')).toBeInTheDocument()
  expect(screen.getByText('Paid out').parentElement).toHaveTextContent('$50.00')
})

it('prints, and saves a file', async () => {
  answer('get /api/wallets/mine/statement', statement)
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { press } = openStatement()
  await screen.findByRole('table', { name: 'Statement' })
  await press('Download CSV')
  await press('Print or save')
  expect(saved).toEqual(['tendwell-statement-2026-05.csv'])
  expect(print).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})

it('writes the entries as CSV, without formulas', () => {
  expect(toStatementCsv(statement).split('\r\n')).toEqual([
    '"Date","Time","Activity","Note","Family","Booking","Direction","Amount (USD)"',
    `"2026-05-31","23:30","Payment received","Held until after the visit","'=Fay ""F"" Hart","Booking 12","In","84.50"`,
    '"2026-05-31","23:40","Payout","Sent to your bank","","","Out","50.00"',
    '',
  ])
})

it('says that nothing moved in a month', async () => {
  answer('get /api/wallets/mine/statement', { ...statement, results: [] })
  openStatement()
  expect(await screen.findByText('No entries yet.')).toBeInTheDocument()
})

it('leads back from a month that does not exist', async () => {
  const { address } = openStatement('2026-13')
  expect(address()).toBe('/caregiver/wallet')
})

it('offers to retry', async () => {
  answer('get /api/wallets/mine/statement', {}, 500)
  const { press } = openStatement()
  expect(await screen.findByText('Failed to load statement')).toBeInTheDocument()
  answer('get /api/wallets/mine/statement', statement)
  await press('Retry')
  expect(await screen.findByRole('table', { name: 'Statement' })).toBeInTheDocument()
})

it('shows no statement of another month', async () => {
  answer('get /api/wallets/mine/statement', statement)
  const { goTo } = openStatement()
  await screen.findByRole('table', { name: 'Statement' })
  answer('get /api/wallets/mine/statement', {}, 500)
  await goTo('/caregiver/wallet/statements/2026-04')
  expect(await screen.findByText('Failed to load statement')).toBeInTheDocument()
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument()
})
