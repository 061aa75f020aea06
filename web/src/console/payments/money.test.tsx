import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { expectExport, expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import {
  adminPayment as payment,
  adminPayout as payout,
  adminRefund as refund,
} from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { PayoutsPage } from '../payouts/payouts-page.tsx'
import { PaymentsPage } from './payments-page.tsx'

function answerList(path: string, rows: readonly object[]) {
  const queries: Record<string, string>[] = []
  server.use(
    http.get(`/api/admin-panel/${path}/`, ({ request: { url } }) => {
      queries.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json(listOf([...rows]))
    }),
  )
  return queries
}

beforeEach(() => {
  answer('get /api/admin-panel/bank-reviews/', listOf([]))
  answer('get /api/admin-panel/chargebacks/', listOf([]))
  answer('get /api/admin-panel/waiting-refunds/', listOf([]))
})

const open = (page: React.ReactElement, route: string) =>
  renderPage(page, { route, session: sessionOf(admin) })

it('says that money is refunded only once it was sent', async () => {
  answerList('payments', [
    { ...payment, refund_pending_usd: 99 },
    { ...payment, id: 8, refunded_usd: 40, refund_pending_usd: 0 },
  ])
  open(<PaymentsPage />, '/admin/payments')
  const cells = (await screen.findAllByRole('row')).map((row) => row.textContent)
  expect(cells[1]).toContain('$99.00 on its way')
  expect(cells[2]).toContain('$40.00')
  expect(cells[2]).not.toContain('on its way')
})

it('lists payments with links to both sides and the booking, and retries a stuck one', async () => {
  const booked = { ...payment, step: 'succeeded', is_stuck: false }
  answerList('payments', [
    payment,
    { ...booked, id: 8 },
    { ...booked, id: 9, request_id: 13, can_refund: true },
    { ...payment, id: 10, step: 'open', is_stuck: false },
  ])
  const page = open(<PaymentsPage />, '/admin/payments')
  const table = within(await screen.findByRole('table', { name: 'Payments' }))
  expect(table.getAllByRole('link', { name: '#12' })[0]).toHaveAttribute('href', '/admin/bookings/12')
  expectPersonLinks({ 'Fay Hart': payment.family.id, 'Nora Lind': 2 }, table)
  await expectExport('payments')
  expect(table.getByText('Stuck: Paid, not booked yet')).toBeVisible()
  expect(table.getAllByText('Booked')).toHaveLength(2)
  // Neither a checkout that waits for the card is tried again, nor what lies ahead refunded.
  expect(table.getByText('Waiting for the card')).toBeVisible()
  expect(table.getAllByRole('button', { name: /^Refund/ })).toHaveLength(1)
  expect(table.getByRole('button', { name: 'Refund booking 13' })).toBeVisible()
  expect(table.getAllByRole('button', { name: /^Retry/ })).toHaveLength(1)
  answer('post /api/admin-panel/payments/7/retry/', { message: 'Payment is being tried again' })
  await page.press('Retry payment 7')
  await expectToast('Payment is being tried again')
})

it('filters by state, and starts the other list without it', async () => {
  const queries = answerList('payments', [payment])
  answerList('refunds', [refund])
  const page = open(<PaymentsPage />, '/admin/payments')
  await screen.findByRole('table', { name: 'Payments' })
  await page.choose('State', 'Stuck')
  await waitFor(() => expect(queries.at(-1)).toEqual({ state: 'stuck', page: '1', page_size: '20' }))
  await page.user.click(screen.getByRole('tab', { name: 'Refunds' }))
  expect(await screen.findByText('The card was closed')).toBeVisible()
  expect(page.address()).toBe('/admin/payments?tab=refunds')
  const refunds = within(screen.getByRole('table', { name: 'Refunds' }))
  expect(refunds.getByRole('link', { name: refund.family.name })).toHaveAttribute(
    'href',
    expect.stringContaining(`/admin/people/${refund.family.id}`),
  )
  await expectExport('refunds')
})

it('cancels a payout that was not sent, after a confirmation', async () => {
  const steps = ['paid', 'processing', 'returning', 'failed', 'canceled']
  const others = steps.map((step, index) => ({ ...payout, id: 5 + index, step, can_cancel: false }))
  answerList('payouts', [payout, ...others])
  const page = open(<PayoutsPage />, '/admin/payouts')
  const table = within(await screen.findByRole('table', { name: 'Payouts' }))
  for (const word of ['Not sent yet', 'Arrived', 'On its way', 'Coming back', 'Failed', 'Canceled'])
    expect(table.getByText(word)).toBeVisible()
  expectPersonLinks({ 'Nora Lind': payout.caregiver.id }, table)
  await expectExport('payouts')
  expect(screen.queryByRole('button', { name: 'Retry payout 5' })).not.toBeInTheDocument()
  await page.press('Cancel payout 4')
  expect(sentWrites()).toEqual([])
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^Nothing was sent to the bank yet\. Nora Lind can withdraw/)).toBeVisible()
  answer('post /api/admin-panel/payouts/4/cancel/', { message: 'Payout canceled' })
  await page.user.click(dialog.getByRole('button', { name: 'Cancel payout' }))
  await expectToast('Payout canceled')
})

it('says that nothing is stuck, and takes the filter back', async () => {
  answerList('payouts', [])
  const page = open(<PayoutsPage />, '/admin/payouts?state=stuck')
  expect(await screen.findByText('No stuck payouts')).toBeVisible()
  await page.press('Clear filters')
  expect(await screen.findByText('No payouts')).toBeVisible()
  expect(page.address()).toBe('/admin/payouts')
})

it('decides on a bank account that somebody else has too, with a reason', async () => {
  answerList('payouts', [])
  const review = {
    person_id: 21,
    name: 'Nora Lind',
    opened_at: '2026-06-01T09:00:00Z',
    earlier: { decision: 'refused', at: '2026-05-01T09:00:00Z' },
    matches: [
      { person_id: 22, name: 'Vera Holt', is_banned: true, is_current: false },
      { person_id: 23, name: 'Clara Lindqvist', is_banned: false, is_current: false },
    ],
  }
  answer('get /api/admin-panel/bank-reviews/', listOf([review]))
  const page = open(<PayoutsPage />, '/admin/payouts')
  const panel = within(await screen.findByRole('region', { name: 'Bank accounts to review' }))
  expectPersonLinks({ 'Nora Lind': 21, 'Vera Holt': 22 }, panel)
  await expectExport('bank-reviews', panel)
  expect(panel.getByText(/banned/)).toBeVisible()
  expect(panel.getByText(/\(before\)/)).toHaveTextContent('Clara Lindqvist (before)')
  expect(panel.getByText(/^Refused for them on May 1, 2026/)).toBeVisible()
  await page.press('Refuse the bank account of Nora Lind')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^Nothing is paid out to it\./)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Refuse' })).toBeDisabled()
  await page.fill('Reason *', 'It is the account of a banned person')
  answer('post /api/admin-panel/bank-reviews/21/decision/', { message: 'Bank account refused' })
  answer('get /api/admin-panel/bank-reviews/', listOf([]))
  await page.user.click(dialog.getByRole('button', { name: 'Refuse' }))
  await expectToast('Bank account refused')
  expect(lastBody()).toEqual({
    decision: 'refused',
    reason: 'It is the account of a banned person',
    opened_at: review.opened_at,
  })
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Bank accounts to review' })).not.toBeInTheDocument(),
  )
})

it('shows no bank accounts when none waits', async () => {
  answerList('payouts', [])
  open(<PayoutsPage />, '/admin/payouts')
  await screen.findByText('No payouts')
  expect(screen.queryByText('Bank accounts to review')).not.toBeInTheDocument()
})

it('lists open chargebacks with their deadline above the payments, and nothing without any', async () => {
  answerList('payments', [payment])
  const { unmount } = open(<PaymentsPage />, '/admin/payments')
  await screen.findByRole('table', { name: 'Payments' })
  expect(screen.queryByText('Chargebacks')).not.toBeInTheDocument()
  unmount()
  answer(
    'get /api/admin-panel/chargebacks/',
    listOf([
      {
        id: 3,
        payment_id: 7,
        request_id: 12,
        dispute_id: null,
        family: payment.family,
        caregiver: payment.caregiver,
        amount_usd: 200,
        held_usd: 180,
        reason: 'product_not_received',
        opened_at: '2026-06-01T09:00:00Z',
        evidence_due_at: '2026-06-10T09:00:00Z',
        provider_chargeback_id: 'du_1',
      },
    ]),
  )
  open(<PaymentsPage />, '/admin/payments')
  const table = within(await screen.findByRole('table', { name: 'Chargebacks' }))
  const [, row] = table.getAllByRole('row')
  expect(row).toHaveTextContent(/\$200\.00.*\$180\.00.*Product not received.*Jun 10, 2026/)
  expect(table.getByRole('link', { name: 'Booking #12' })).toHaveAttribute('href', '/admin/bookings/12')
  expectPersonLinks({ 'Fay Hart': payment.family.id, 'Nora Lind': 2 }, table)
  await expectExport('chargebacks', within(screen.getByRole('region', { name: 'Chargebacks' })))
})

it('asks before it approves or declines a refund that support asked for', async () => {
  answerList('payments', [payment])
  const waiting = {
    id: 1,
    request_id: 12,
    dispute_id: null,
    family: { id: 1, name: 'Fay Hart' },
    caregiver: { id: 2, name: 'Nora Lind' },
    amount_usd: 210,
    borne_by: 'tendwell',
    reason: 'Came late',
    asked_by: { id: 9, name: 'Sam Support' },
    asked_at: '2026-06-12T09:00:00Z',
    refundable_usd: 252,
  }
  answer('get /api/admin-panel/waiting-refunds/', listOf([waiting]))
  const page = open(<PaymentsPage />, '/admin/payments')
  const panel = within(await screen.findByRole('region', { name: 'Refunds to approve' }))
  expect(panel.getByText('Came late')).toBeVisible()
  expectPersonLinks({ 'Fay Hart': 1, 'Nora Lind': 2, 'Sam Support': 9 }, panel)
  await expectExport('waiting-refunds', panel)
  await page.press('Approve the refund of booking 12')
  expect(sentWrites()).toEqual([])
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(
    dialog.getByText(
      /^\$252\.00 of the booking can be refunded\. Fay Hart gets this, and Tendwell pays for it/,
    ),
  ).toBeVisible()
  answer('post /api/admin-panel/waiting-refunds/1/decision/', { message: 'The refund is on its way' })
  answer('get /api/admin-panel/waiting-refunds/', listOf([]))
  await page.user.click(dialog.getByRole('button', { name: 'Refund $210.00' }))
  await expectToast('The refund is on its way')
  expect(lastBody()).toEqual({ decision: 'approved', refundable_usd: 252 })
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Refunds to approve' })).not.toBeInTheDocument(),
  )
})

it('says which dispute an approval closes, and with what', async () => {
  answerList('payments', [payment])
  const waiting = {
    id: 1,
    request_id: 12,
    dispute_id: 5,
    family: { id: 1, name: 'Fay Hart' },
    caregiver: { id: 2, name: 'Nora Lind' },
    amount_usd: 210,
    borne_by: 'caregiver',
    reason: 'It was cut short.',
    asked_by: { id: 9, name: 'Sam Support' },
    asked_at: '2026-06-12T09:00:00Z',
    refundable_usd: 252,
  }
  answer('get /api/admin-panel/waiting-refunds/', listOf([waiting]))
  const page = open(<PaymentsPage />, '/admin/payments')
  const panel = within(await screen.findByRole('region', { name: 'Refunds to approve' }))
  expect(panel.getByRole('link', { name: 'DPT-5' })).toHaveAttribute('href', '/admin/disputes/5')
  await page.press('Approve the refund of booking 12')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(
    dialog.getByText(/It closes DPT-5 for good, and both sides read: “It was cut short\.”/),
  ).toBeVisible()
  await page.press('Cancel')
  await page.press('Decline the refund of booking 12')
  expect(await screen.findByText(/Nothing is refunded, and the dispute stays open/)).toBeVisible()
  const decline = within(await screen.findByRole('alertdialog'))
  expect(decline.getByText('Sam Support reads it in the email about your decision.')).toBeVisible()
  expect(decline.getByRole('button', { name: 'Decline' })).toBeDisabled()
  await page.user.type(decline.getByRole('textbox', { name: 'Reason *' }), 'They were on time')
  answer('post /api/admin-panel/waiting-refunds/1/decision/', { message: 'Refund declined' })
  await page.user.click(decline.getByRole('button', { name: 'Decline' }))
  await expectToast('Refund declined')
  expect(lastBody()).toEqual({ decision: 'declined', refundable_usd: 252, reason: 'They were on time' })
})

it('records a refund that the card has refused once as paid another way, with its reference', async () => {
  answerList('refunds', [
    { ...refund, step: 'pending', refusals: 1 },
    { ...refund, id: 4, step: 'pending', refusals: 0 },
  ])
  const page = open(<PaymentsPage />, '/admin/payments?tab=refunds')
  await screen.findByRole('table', { name: 'Refunds' })
  expect(
    screen.queryByRole('button', { name: 'Record refund 4 as paid another way' }),
  ).not.toBeInTheDocument()
  await page.press('Record refund 3 as paid another way')
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Record $126.00 as paid' }))
  expect(await dialog.findByText('Reference is required')).toBeVisible()
  await page.user.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'SEPA 4711')
  answer('post /api/admin-panel/refunds/3/paid-another-way/', { message: 'The refund is recorded' })
  await page.user.click(dialog.getByRole('button', { name: 'Record $126.00 as paid' }))
  await expectToast('The refund is recorded')
  expect(lastBody()).toEqual({ reference: 'SEPA 4711' })
})

it('shows no empty table when nothing waited and a later load fails', async () => {
  answerList('payments', [payment])
  const { returnToTab, store } = open(<PaymentsPage />, '/admin/payments')
  await screen.findByRole('table', { name: 'Payments' })
  answer('get /api/admin-panel/chargebacks/', {}, 500)
  returnToTab()
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ endpointName: 'openChargebacks', status: 'rejected' }),
    ),
  )
  expect(screen.queryByText('Chargebacks')).not.toBeInTheDocument()
})
