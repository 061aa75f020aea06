import type { Payment } from '@tendwell/contract/payments/payments'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday, paidCare, payment } from '../../../../test/data.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, listOf } from '../../../../test/server.ts'
import { PaymentHistoryPage } from './payment-history-page.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

const unpaid: Payment = {
  ...payment,
  status: 'failed',
  provider_charge_id: null,
  provider_payment_intent_id: null,
  care: { ...paidCare, is_booked: false },
}

function openHistory(payments: Payment[], count = payments.length) {
  answer('get /api/payments/mine', listOf(payments, count))
  return renderPage(<PaymentHistoryPage />, { route: '/payments/history', session: sessionOf(family) })
}

/** The row of the only payment. */
async function findRow() {
  const table = within(await screen.findByRole('table', { name: 'Payments' }))
  return within(table.getAllByRole('row')[1] as HTMLElement)
}

it('says that there are no transactions', async () => {
  openHistory([])
  expect(await screen.findByText('No transactions yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find a Caregiver' })).toHaveAttribute('href', '/caregivers')
})

it('shows the visit, the person, the amount, the status, the receipt and the booking, and no provider’s id', async () => {
  openHistory([payment])
  const row = await findRow()
  expect(row.getByText('Nora Lind')).toBeInTheDocument()
  const times = row.getByText('9:00 AM – 12:00 PM')
  expect(times).toHaveClass('whitespace-nowrap')
  expect(times.parentElement).toHaveTextContent(/^Tue, Jun 2.*9:00 AM – 12:00 PM$/)
  expect(row.getByRole('link', { name: /^Booking/ })).toHaveAttribute('href', '/bookings/12')
  expect(screen.queryByText(/ch_|pi_/)).not.toBeInTheDocument()
  expect(row.getByText('Jun 1, 2026')).toBeInTheDocument()
  expect(row.getByText('Paid')).toBeInTheDocument()
  expect(row.getByText('$126.00')).toBeInTheDocument()
  expect(row.getByRole('link', { name: /^Receipt/ })).toHaveAttribute('href', '/payments/8/receipt')
})

it.each([
  ['the visits that are left', [true, false], /^Tue, Jun 9.*12:00 PM$/],
  ['canceled ones if none is', [true, true], /^Tue, Jun 2.*12:00 PM and 1 more, canceled$/],
])('shows %s', async (_, canceled, text) => {
  const windows = canceled.map((is_canceled, index) => ({
    start_utc: `2026-06-0${index * 7 + 2}T13:00:00Z`,
    end_utc: `2026-06-0${index * 7 + 2}T16:00:00Z`,
    is_canceled,
  }))
  openHistory([{ ...payment, care: { ...paidCare, windows } }])
  const times = (await findRow()).getAllByText('9:00 AM – 12:00 PM', { exact: false })[0]
  expect(times?.parentElement).toHaveTextContent(text)
})

it.each<[string, Partial<Payment>, string, string]>([
  ['a partial refund', { refunded_usd: 40 }, 'Paid, partly refunded', '$40.00 refunded'],
  [
    'a refund under way',
    { refunding_usd: 126, is_refunding: true },
    'Refund on its way',
    '$126.00 refund on its way',
  ],
  ['a part under way', { refunding_usd: 26 }, 'Paid, refund on its way', '$26.00 refund on its way'],
  [
    'two partial refunds',
    { refunded_usd: 40, refunding_usd: 26 },
    'Paid, partly refunded',
    '$26.00 refund on its way',
  ],
])('shows %s', async (_, changes, status, text) => {
  openHistory([{ ...payment, ...changes }])
  const row = await findRow()
  expect(row.getByText(status)).toBeInTheDocument()
  expect(row.getByText(text)).toBeInTheDocument()
  expect(row.queryByText('Paid')).not.toBeInTheDocument()
})

it('leads to the checkout of a payment that was not charged, which has no receipt', async () => {
  openHistory([unpaid])
  const row = await findRow()
  expect(row.queryByRole('link', { name: /^Booking/ })).not.toBeInTheDocument()
  expect(row.getByRole('link', { name: /^Checkout/ })).toHaveAttribute('href', '/checkout/12')
  expect(row.queryByRole('link', { name: /^Receipt/ })).not.toBeInTheDocument()
})

it('leads nowhere once the times of a payment that was not charged have begun', async () => {
  vi.setSystemTime('2026-06-02T13:00:00Z')
  openHistory([unpaid])
  const row = await findRow()
  expect(row.queryByRole('link')).not.toBeInTheDocument()
})

it('shows ten payments a page', async () => {
  openHistory([payment], 11)
  expect(await screen.findByRole('navigation', { name: 'Payments: pages' })).toHaveTextContent('Page 1 of 2')
})

it('offers to retry when the payments fail to load', async () => {
  answer('get /api/payments/mine', {}, 500)
  const { press } = renderPage(<PaymentHistoryPage />, {
    route: '/payments/history',
    session: sessionOf(family),
  })
  expect(await screen.findByText('Failed to load payments')).toBeInTheDocument()
  answer('get /api/payments/mine', listOf([payment]))
  await press('Retry')
  expect(await findRow()).toBeDefined()
})
