import type { BookingRecord } from '@tendwell/contract/console/bookings'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectToast } from '../../../test/expect.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import { bookingRecord } from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../../test/server.ts'
import { BookingPage } from './booking-page.tsx'

const options = {
  refundable_usd: 252,
  caregiver_usd: 126,
  alone_usd: null,
  obstacle: null,
  waiting: null,
}

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
const support: User = { ...admin, staff_role: 'support' }
const finance: User = { ...admin, staff_role: 'finance' }

async function openBooking(booking: BookingRecord = bookingRecord, user: User = admin, change: object = {}) {
  answer('get /api/admin-panel/bookings/12/', booking)
  answer('get /api/admin-panel/bookings/12/refund/', { ...options, ...change })
  answer('get /api/admin-panel/history/', listOf([]))
  answer('get /api/admin-panel/notes/', listOf([]))
  const page = renderPage(<BookingPage />, {
    route: '/admin/bookings/12',
    path: '/admin/bookings/:requestId',
    session: sessionOf(user),
  })
  await screen.findByRole('region', { name: 'People' })
  return page
}

const region = (name: string) => within(screen.getByRole('region', { name }))

it('shows people, visits, money, disputes and what happened', async () => {
  await openBooking()
  const people = region('People')
  expect(people.getByRole('link', { name: 'Nora Lind' })).toHaveAttribute('href', '/admin/people/2')
  expect(people.getByText('Family, deactivated')).toBeVisible()
  expect(people.getByRole('link', { name: 'Dispute DPT-5' })).toHaveAttribute('href', '/admin/disputes/5')
  const rows = region('Visits').getAllByRole('row')
  expect(rows[1]).toHaveTextContent('Jun 24, 2026')
  expect(rows[1]).toHaveTextContent('Illness')
  expect(rows[2]).toHaveTextContent('Confirmed')
  expect(region('Payment #7').getByText('$100.80')).toBeVisible()
  expect(region('Refund #3').getByText(/Canceled by the family/)).toBeVisible()
  const steps = region('Timeline').getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Request sent/),
    expect.stringMatching(/^\$252\.00 paid \(payment #7\)/),
    expect.stringMatching(/^Visit canceled by the family · Illness, \$126\.00 to refund/),
  ])
})

it('says of each canceled visit what became of its money', async () => {
  const [canceled, ahead] = bookingRecord.windows
  if (!canceled || !ahead) throw new Error('The booking has two visits')
  const windows = [
    { ...canceled, start_utc: '2026-06-20T09:00:00Z', refund_usd: 0, owed_usd: 126, refund_status: null },
    { ...canceled, start_utc: '2026-06-21T09:00:00Z', refund_usd: 0, owed_usd: 0, refund_status: null },
    { ...canceled, start_utc: '2026-06-22T09:00:00Z', refund_status: 'pending' as const },
    { ...canceled, start_utc: '2026-06-23T09:00:00Z', refund_status: 'succeeded' as const },
    { ...canceled, start_utc: '2026-06-24T09:00:00Z', refund_status: 'failed' as const },
    {
      ...canceled,
      start_utc: '2026-06-25T09:00:00Z',
      refund_usd: 100,
      owed_usd: 126,
      refund_status: 'succeeded' as const,
    },
    ahead,
  ]
  await openBooking({ ...bookingRecord, windows })
  const rows = region('Visits').getAllByRole('row').slice(1)
  const cells = rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)
  expect(cells).toEqual([
    'Refund$126.00 by the bank’s decision',
    'RefundNothing to refund',
    'Refund$126.00Refund on its way',
    'Refund$126.00Refunded',
    'Refund$126.00Refund refused',
    'Refund$100.00Refunded$26.00 by the bank’s decision',
    'Refund–',
  ])
})

it('says of a visit that took place what was refunded later, of it or of the booking', async () => {
  const [, ahead] = bookingRecord.windows
  if (!ahead) throw new Error('The booking has two visits')
  const refunded = {
    ...ahead,
    state: 'completed' as const,
    booking_refunds: [
      { status: 'succeeded' as const, amount_usd: 25 },
      { status: 'pending' as const, amount_usd: 5.5 },
    ],
  }
  const readCells = () =>
    region('Visits')
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)
  const page = await openBooking({ ...bookingRecord, windows: [refunded] })
  expect(readCells()).toEqual(['Refund$25.00Refunded$5.50Refund on its way'])
  page.unmount()
  const later = { ...ahead, start_utc: '2026-07-08T09:00:00Z' }
  await openBooking({ ...bookingRecord, windows: [refunded, later] })
  expect(readCells()).toEqual([
    'Refund$25.00 of the bookingRefunded$5.50 of the bookingRefund on its way',
    'Refund–',
  ])
})

async function chooseReason(page: Awaited<ReturnType<typeof openBooking>>) {
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByRole('button', { name: 'Show' })).toBeDisabled()
  await page.press(/Reason/)
  await page.user.click(screen.getByRole('option', { name: 'A question about a booking' }))
  await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
}

it('says of a payment that all of it is on its way back, and nothing of the kind while a part is', async () => {
  const payments = bookingRecord.payments.flatMap((payment) => [
    { ...payment, refunded_usd: 126, refund_pending_usd: 126 },
    { ...payment, id: 8, refunded_usd: 0, refund_pending_usd: 126 },
  ])
  await openBooking({ ...bookingRecord, payments })
  const header = (name: string) => region(name).getByRole('heading', { name }).parentElement
  expect(header('Payment #7')).toHaveTextContent(/^Payment #7Refund on its way$/)
  expect(header('Payment #8')).not.toHaveTextContent('Refund on its way')
})

it('shows children, address and note only after a reason is chosen', async () => {
  const page = await openBooking()
  expect(region('About the visit').getByText(/Opening them is recorded\.$/)).toBeVisible()
  answer('post /api/admin-panel/bookings/12/visit/show/', {
    children: [],
    address: null,
    emergency_contact: null,
    note: 'The bell is broken.',
  })
  await page.press('Show')
  await chooseReason(page)
  expect(await region('About the visit').findByText('The bell is broken.')).toBeVisible()
  expect(lastBody()).toEqual({ reason: 'booking' })
})

it('shows nothing about the visit where there is nothing', async () => {
  await openBooking({ ...bookingRecord, has_visit_details: false })
  expect(screen.queryByRole('region', { name: 'About the visit' })).not.toBeInTheDocument()
})

it('shows messages only after they are asked for, with a reason', async () => {
  const page = await openBooking()
  expect(region('Conversation').getByText(/^2 messages .* Reading them is recorded\.$/)).toBeVisible()
  answer(
    'get /api/admin-panel/bookings/12/messages/',
    listOf([
      {
        id: 1,
        sender: 'caretaker',
        text: 'See you at nine',
        created_at: '2026-06-02T09:00:00Z',
        is_removed: false,
      },
    ]),
  )
  await page.press('Read messages')
  await chooseReason(page)
  expect(await region('Conversation').findByText('See you at nine')).toBeVisible()
  expect(region('Conversation').getByText(/^Fay Hart/)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Conversation' })).toHaveFocus())
})

it('offers to cancel only while a visit is ahead', async () => {
  await openBooking()
  expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeVisible()
})

it('offers finance staff neither to cancel nor to read messages', async () => {
  await openBooking(bookingRecord, finance)
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Read messages' })).not.toBeInTheDocument()
  expect(region('People').getByText('Dispute DPT-5')).toBeVisible()
  expect(region('People').queryByRole('link', { name: /Dispute/ })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'All requests' })).toHaveAttribute('href', '/admin/requests')
})

it('shows a booking whose visits are over as it is', async () => {
  const windows = bookingRecord.windows.map((window) => ({ ...window, state: 'canceled' as const }))
  await openBooking({ ...bookingRecord, windows, messages: 0 })
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Read messages' })).not.toBeInTheDocument()
})

/** Its first visit took place. */
const begun: BookingRecord = {
  ...bookingRecord,
  windows: bookingRecord.windows.map((window) => ({ ...window, state: 'completed', canceled_by: null })),
}

async function openRefund(change: object = {}, user: User = admin) {
  const page = await openBooking(begun, user, change)
  await page.press('Refund booking 12')
  return page
}

it('refunds an amount from whom staff choose, with what they were shown', async () => {
  const page = await openRefund()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund booking #12' }))
  expect(dialog.getByText(/^\$252\.00 can be refunded to Fay Hart/)).toBeVisible()
  await page.user.type(dialog.getByRole('textbox', { name: /^Refund to Fay Hart/ }), '200')
  await page.user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Came late')
  // An error before it is pressed, and no button that names what can't be refunded.
  expect(await dialog.findByText('You can refund at most $126.00')).toBeVisible()
  await page.user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(dialog.getByText('You can refund at most $126.00')).toBeVisible()
  expect(sentWrites()).toEqual([])
  expect(
    dialog.getByText(/Reviews of this booking, later ones too, don’t count in their rating/),
  ).toBeVisible()
  await page.user.click(dialog.getByRole('radio', { name: /^Tendwell/ }))
  await page.user.click(dialog.getByRole('checkbox', { name: /paid another way/ }))
  await page.user.type(await dialog.findByRole('textbox', { name: /^Reference/ }), 'SEPA 4711')
  answer('post /api/admin-panel/bookings/12/refund/', {
    message: 'The refund is recorded',
    is_waiting: false,
  })
  await page.user.click(dialog.getByRole('button', { name: 'Record $200.00 as paid' }))
  await expectToast('The refund is recorded')
  expect(lastBody()).toEqual({
    amount_usd: 200,
    borne_by: 'tendwell',
    reason: 'Came late',
    refundable_usd: 252,
    reference: 'SEPA 4711',
  })
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('says to support what they decide on alone, and asks to refund more, but not more than there is', async () => {
  const page = await openRefund({ alone_usd: 50, caregiver_usd: null }, support)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^You decide on \$50\.00 of this booking alone/)).toBeVisible()
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
  const amount = dialog.getByRole('textbox', { name: /^Refund to Fay Hart/ })
  await page.user.type(amount, '50')
  expect(dialog.getByRole('button', { name: 'Refund $50.00' })).toBeVisible()
  await page.user.clear(amount)
  await page.user.type(amount, '50,01')
  expect(amount).toHaveAccessibleDescription('That’s $50.01.')
  expect(dialog.getByRole('button', { name: 'Ask to refund $50.01' })).toBeVisible()
  await page.user.clear(amount)
  await page.user.type(amount, '1234')
  expect(dialog.getByText('You can refund at most $252.00')).toBeVisible()
  expect(dialog.queryByRole('button', { name: /^Ask/ })).not.toBeInTheDocument()
})

it('says why nothing can be refunded now', async () => {
  await openRefund({ obstacle: 'This booking has an open dispute' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund booking #12' }))
  expect(await dialog.findByText(/^This booking has an open dispute\./)).toBeVisible()
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
})

it('shows a refund that waits with the money, and in the dialog, for finance to decide', async () => {
  const page = await openRefund({ waiting }, finance)
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund booking #12' }))
  expect(await dialog.findByText('$210.00')).toBeVisible()
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Refund to approve', hidden: true })).toBeInTheDocument()
  await page.user.click(dialog.getByRole('button', { name: 'Approve the refund of booking 12' }))
  answer('post /api/admin-panel/waiting-refunds/1/decision/', { message: 'Refunded' })
  answer('get /api/admin-panel/bookings/12/refund/', options)
  await page.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Refund $210.00' }),
  )
  await expectToast('Refunded')
  expect(lastBody()).toEqual({ decision: 'approved', refundable_usd: 252 })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Refund to approve' })).not.toBeInTheDocument(),
  )
})

it('shows a refund that waits to support, who don’t decide on it', async () => {
  await openBooking(bookingRecord, support, { waiting })
  expect(await screen.findByRole('region', { name: 'Refund to approve' })).toHaveTextContent(
    /\$210\.00.*Sam Support/,
  )
  expect(region('Refund to approve').getByText('Finance or an admin decides.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument()
})

it('offers no refund while all that was paid is for visits ahead', async () => {
  await openBooking()
  expect(screen.queryByRole('button', { name: 'Refund booking 12' })).not.toBeInTheDocument()
})

it('says for whom staff canceled, and why, and who is suspended', async () => {
  const windows = bookingRecord.windows.map((window) =>
    window.canceled_by
      ? { ...window, canceled_by: 'admin' as const, canceled_for: 'caretaker' as const }
      : window,
  )
  const caretaker = { ...bookingRecord.caretaker, is_suspended: true }
  await openBooking({ ...bookingRecord, windows, caretaker })
  expect(region('Visits').getByText('by Tendwell for the family · Illness')).toBeVisible()
  expect(region('Timeline').getByText(/^Visit canceled by Tendwell for the family · Illness/)).toBeVisible()
  expect(region('People').getByText('Family, suspended')).toBeVisible()
})

it('offers no refund of a booking without a payment to refund', async () => {
  const payments = bookingRecord.payments.map((payment) => ({ ...payment, status: 'failed' as const }))
  await openBooking({ ...bookingRecord, payments })
  expect(screen.queryByRole('button', { name: 'Refund booking 12' })).not.toBeInTheDocument()
})
