import type { Receipt } from '@tendwell/contract/payments/payments'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paidCare, payment } from '../../../../test/data.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer } from '../../../../test/server.ts'
import { ReceiptPage } from './receipt-page.tsx'

const receipt: Receipt = {
  ...payment,
  description: 'Care by Nora Lind, 3 hours',
  payer_name: family.full_name,
  payer_email: family.email,
  paid_at: '2026-06-01T11:30:00Z',
  failure_reason: null,
  refunds: [],
}

function openReceipt(route = '/payments/8/receipt') {
  return renderPage(<ReceiptPage />, {
    route,
    path: '/payments/:paymentId/receipt',
    session: sessionOf(family),
  })
}

async function openSheet(changes: Partial<Receipt> = {}) {
  answer('get /api/payments/8', { ...receipt, ...changes })
  openReceipt()
  return within(await screen.findByRole('article'))
}

it('shows who paid what for whose care, and the provider’s ids in full', async () => {
  const sheet = await openSheet()
  for (const text of ['Receipt #8', family.full_name, family.email, 'Nora Lind', 'Booking #12']) {
    expect(sheet.getByText(text)).toBeInTheDocument()
  }
  expect(sheet.getByRole('link', { name: 'Booking #12' })).toHaveAttribute('href', '/bookings/12')
  const dates = within(sheet.getByRole('region', { name: 'Dates of care' }))
  expect(dates.getByRole('listitem')).toHaveTextContent(/^Tue, Jun 2.*9:00 AM – 12:00 PM$/)
  expect(sheet.getByText('3 hours at $42.00')).toBeInTheDocument()
  expect(sheet.getByText('Total paid').parentElement).toHaveTextContent('$126.00')
  expect(sheet.getByText('ch_1QabcdEF12345678')).toBeInTheDocument()
  expect(sheet.getByText('pi_1QabcdEF87654321')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Print or save' })).toBeInTheDocument()
})

it('marks the dates that were canceled', async () => {
  const canceled = { start_utc: '2026-06-09T13:00:00Z', end_utc: '2026-06-09T16:00:00Z', is_canceled: true }
  const sheet = await openSheet({ care: { ...paidCare, windows: [...paidCare.windows, canceled] } })
  const dates = within(sheet.getByRole('region', { name: 'Dates of care' })).getAllByRole('listitem')
  expect(dates).toHaveLength(2)
  expect(dates[0]).toHaveTextContent(/^Tue, Jun 2.*12:00 PM$/)
  expect(dates[1]).toHaveTextContent(/^Tue, Jun 9.*12:00 PM Canceled$/)
})

it('says that a refund is on its way until it was sent', async () => {
  const sheet = await openSheet({
    refunding_usd: 126,
    is_refunding: true,
    refunds: [
      {
        id: 3,
        created_at: '2026-06-10T09:00:00Z',
        amount: 126,
        reason: 'You canceled',
        status: 'pending',
        reference: null,
      },
    ],
  })
  expect(sheet.getAllByText('Refund on its way')).toHaveLength(2)
  expect(sheet.getByText('Paid after refunds').parentElement).toHaveTextContent('$0.00')
  expect(sheet.queryByText('Total paid')).not.toBeInTheDocument()
  expect(sheet.queryByText('Pending')).not.toBeInTheDocument()
  expect(sheet.getByText(/, on its way$/)).toBeInTheDocument()
  expect(sheet.getByText(/We’re refunding this payment in full to your card\./)).toBeInTheDocument()
})

it('says the same of a refund that the card refused as the booking does', async () => {
  const sheet = await openSheet({
    refunding_usd: 126,
    is_refunding: true,
    refunds: [
      {
        id: 3,
        created_at: '2026-06-10T09:00:00Z',
        amount: 126,
        reason: 'You canceled',
        status: 'failed',
        reference: null,
      },
    ],
  })
  expect(sheet.getByText(/, on its way$/)).toBeInTheDocument()
  expect(sheet.queryByText(/delayed/)).not.toBeInTheDocument()
})

it('shows a refund and what is left', async () => {
  const sheet = await openSheet({
    refunded_usd: 40,
    refunds: [
      {
        id: 1,
        created_at: '2026-06-05T11:30:00Z',
        amount: 40,
        reason: 'A dispute was closed with a refund',
        status: 'succeeded',
        reference: null,
      },
    ],
  })
  expect(sheet.getByText('Paid, partly refunded')).toBeInTheDocument()
  expect(sheet.getByText('A dispute was closed with a refund')).toBeInTheDocument()
  expect(sheet.getByText('Refunded', { selector: 'dt' }).parentElement).toHaveTextContent('−$40.00')
  expect(sheet.getByText('Paid after refunds').parentElement).toHaveTextContent('$86.00')
})

it('says which refund the bank gave back itself', async () => {
  const refund = { created_at: '2026-06-05T11:30:00Z', reason: 'You canceled', reference: null }
  const sheet = await openSheet({
    refunded_usd: 90,
    refunds: [
      { ...refund, id: 1, amount: 90, status: 'succeeded' },
      { ...refund, id: 2, amount: 10, status: 'taken_back' },
    ],
  })
  expect(sheet.getAllByText(/, refunded$/)).toHaveLength(1)
  expect(sheet.getByText(/, given back by the bank$/)).toBeInTheDocument()
  expect(sheet.getByText(/so we didn’t send that to your card\.$/)).toBeInTheDocument()
  expect(sheet.queryByText(/passes it on after the care/)).not.toBeInTheDocument()
})

it('says that an unpaid receipt was not charged', async () => {
  const sheet = await openSheet({
    status: 'failed',
    paid_at: null,
    failure_reason: 'Your card was declined.',
  })
  expect(sheet.getByText('Not paid').parentElement).toHaveTextContent('$0.00')
  expect(sheet.getByText('Your card was declined.')).toBeInTheDocument()
  expect(sheet.getByText(/Your card wasn’t charged\./)).toBeInTheDocument()
  expect(sheet.queryByText('Total paid')).not.toBeInTheDocument()
})

it('says that there is no such payment, without a retry', async () => {
  answer('get /api/payments/8', { detail: 'Not found', code: 'not_found' }, 404)
  openReceipt()
  expect(await screen.findByText('Failed to load receipt')).toBeInTheDocument()
  const links = screen.getAllByRole('link', { name: 'Payment History' })
  for (const link of links) expect(link).toHaveAttribute('href', '/payments/history')
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Print or save' })).not.toBeInTheDocument()
})

it('offers to retry when the receipt fails to load', async () => {
  answer('get /api/payments/8', {}, 500)
  const { press } = openReceipt()
  expect(await screen.findByText('Failed to load receipt')).toBeInTheDocument()
  answer('get /api/payments/8', receipt)
  await press('Retry')
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

it('opens the payments when the URL has no id', async () => {
  const { address } = openReceipt('/payments/abc/receipt')
  await waitFor(() => expect(address()).toBe('/payments/history'))
})

it('shows no receipt of another payment', async () => {
  answer('get /api/payments/8', receipt)
  const { goTo } = openReceipt()
  await screen.findByRole('article')
  answer('get /api/payments/9', {}, 500)
  await goTo('/payments/9/receipt')
  expect(await screen.findByText('Failed to load receipt')).toBeInTheDocument()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Print or save' })).not.toBeInTheDocument()
})
