import type { Booking } from '@tendwell/contract/bookings/bookings'
import type { CancellationPreview } from '@tendwell/contract/cancellation/calls'
import type { Side } from '@tendwell/contract/sign-in/accounts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openBookingPage } from '../../../../test/booking-page.tsx'
import { booking, bookingRequest, cancellation, monday, proofRequired } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'

const [window] = booking.windows as [Booking['windows'][number]]
const later = {
  ...window,
  booking_id: 32,
  start_utc: '2026-06-09T13:00:00Z',
  end_utc: '2026-06-09T16:00:00Z',
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openDialog(
  side: Side,
  windows: Booking['windows'],
  label: string,
  more: Partial<Booking> = {},
) {
  const page = await openBookingPage(side, { windows, ...more })
  await page.press(label)
  return { ...page, dialog: within(await screen.findByRole('alertdialog')) }
}

it('shows a family what comes back and what the caregiver keeps, then cancels', async () => {
  const [full] = cancellation().windows
  const windows = [
    { ...full, refund_percent: 50, refund_usd: 63, kept_usd: 63 },
  ] as CancellationPreview['windows']
  answer('get /api/requests/12/cancellation/', cancellation({ windows, refund_usd: 63, kept_usd: 63 }))
  const { dialog, choose, press } = await openDialog('caretaker', [window], 'Cancel booking')
  expect((await dialog.findByText('Back to your card')).parentElement).toHaveTextContent('$63.00')
  expect(dialog.getByText('It’s less than 72 hours away, so canceling refunds half.')).toBeInTheDocument()
  expect(dialog.getByText('Nora Lind keeps').parentElement).toHaveTextContent('$63.00')
  expect(dialog.getByText(/Moderate policy: Full refund until 72 hours/)).toBeInTheDocument()
  expect(dialog.queryByText(/waits for finance/)).not.toBeInTheDocument()
  await choose('Reason', 'Change of plans')
  answer('post /api/requests/12/cancel/', bookingRequest)
  await press('Cancel visit')
  await expectToast('Canceled. $63.00 is on its way to your card')
  expect(lastBody()).toEqual({ booking_ids: [31], reason: 'plans_changed', refund_usd: 63 })
})

it('asks again when the refund has changed meanwhile', async () => {
  answer('get /api/requests/12/cancellation/', cancellation())
  const { dialog, choose, press } = await openDialog('caretaker', [window], 'Cancel booking')
  await dialog.findByText('Back to your card')
  await choose('Reason', 'Illness')
  answer('get /api/requests/12/cancellation/', cancellation({ refund_usd: 63, kept_usd: 63 }))
  const detail = 'The refund has changed'
  answer('post /api/requests/12/cancel/', { detail, code: 'conflict', request_id: 'x', refund_usd: 63 }, 409)
  await press('Cancel visit')
  expect(await dialog.findByText('The refund has changed')).toBeInTheDocument()
  expect((await dialog.findByText('Nora Lind keeps')).parentElement).toHaveTextContent('$63.00')
  answer('post /api/requests/12/cancel/', bookingRequest)
  await press('Cancel visit')
  await expectToast('Canceled. $63.00 is on its way to your card')
})

it('asks who they are where the server wants a proof, and then cancels', async () => {
  answer('get /api/requests/12/cancellation/', cancellation({ refund_usd: 63, kept_usd: 63 }))
  const { dialog, choose, press, fill } = await openDialog('caretaker', [window], 'Cancel booking')
  await dialog.findByText('Back to your card')
  await choose('Reason', 'Illness')
  answer('post /api/requests/12/cancel/', proofRequired, 403)
  await press('Cancel visit')
  const proof = await screen.findByRole('dialog', { name: 'Enter your password to continue' })
  expect(proof).toHaveTextContent('We ask for this when you cancel several bookings within a day')
  answer('post /api/auth/reauthenticate/', { message: 'Confirmed' })
  answer('post /api/requests/12/cancel/', bookingRequest)
  await fill('Password', 'a long password 1')
  await press('Confirm')
  await expectToast('Canceled. $63.00 is on its way to your card')
})

it('cancels only the visits that are chosen', async () => {
  answer('get /api/requests/12/cancellation/', cancellation({ refund_usd: 252 }))
  const { dialog, choose, press, user } = await openDialog('caretaker', [window, later], 'Cancel visits')
  const visits = within(dialog.getByRole('group', { name: 'Visits to cancel' }))
  const all = visits.getByRole('checkbox', { name: 'All visits ahead' })
  const first = visits.getByRole('checkbox', { name: 'Tue, Jun 2 9:00 AM – 12:00 PM' })
  const second = visits.getByRole('checkbox', { name: 'Tue, Jun 9 9:00 AM – 12:00 PM' })
  for (const box of [all, first, second]) expect(box).not.toBeChecked()
  expect(dialog.getByText('Choose at least one visit.')).toBeInTheDocument()
  expect(dialog.queryByText('Back to your card')).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Cancel visit' })).toBeDisabled()
  await user.click(second)
  expect(first).not.toBeChecked()
  await dialog.findByText('Back to your card')
  await choose('Reason', 'Illness')
  answer('post /api/requests/12/cancel/', bookingRequest)
  await press('Cancel visit')
  await expectToast('Canceled. $252.00 is on its way to your card')
  expect(lastBody()).toMatchObject({ booking_ids: [32] })
})

it('says that the proposal to move a visit ends with the visit, and not with another one', async () => {
  answer('get /api/requests/12/cancellation/', cancellation())
  const move: Booking['move'] = {
    id: 7,
    request_id: 12,
    status: 'proposed',
    proposed_by: 'caregiver',
    booking_ids: [32],
    from_windows: [],
    to_windows: [],
    kept_usd: 0,
    proposed_at: '2026-06-01T11:00:00Z',
    expires_at: '2026-06-02T13:00:00Z',
  }
  const { dialog, user } = await openDialog('caretaker', [window, later], 'Cancel visits', { move })
  const note = /The proposal of another time ends too\.$/
  await user.click(dialog.getByRole('checkbox', { name: /^Tue, Jun 2/ }))
  expect(dialog.queryByText(note)).not.toBeInTheDocument()
  await user.click(dialog.getByRole('checkbox', { name: /^Tue, Jun 9/ }))
  expect(dialog.getByText(note)).toBeInTheDocument()
})

it('cancels one visit and all later ones, but none before it', async () => {
  answer('get /api/requests/12/cancellation/', cancellation())
  const last = {
    ...later,
    booking_id: 33,
    start_utc: '2026-06-16T13:00:00Z',
    end_utc: '2026-06-16T16:00:00Z',
  }
  const { dialog, choose, press, user } = await openDialog(
    'caretaker',
    [window, later, last],
    'Cancel visits',
  )
  expect(dialog.queryByRole('button', { name: 'This and all later visits' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('checkbox', { name: /^Tue, Jun 9/ }))
  await press('This and all later visits')
  expect(dialog.getByRole('checkbox', { name: /^Tue, Jun 2/ })).not.toBeChecked()
  expect(dialog.queryByRole('button', { name: 'This and all later visits' })).not.toBeInTheDocument()
  await dialog.findByText('Back to your card')
  await choose('Reason', 'Illness')
  answer('post /api/requests/12/cancel/', bookingRequest)
  await press('Cancel 2 visits')
  await expectToast('Canceled. $126.00 is on its way to your card')
  expect(lastBody()).toMatchObject({ booking_ids: [32, 33] })
})

it('gives no share by the policy as the reason where a late move left the caregiver more', async () => {
  const [full] = cancellation().windows
  const windows = [
    { ...full, refund_percent: 100, refund_usd: 63, kept_usd: 63 },
  ] as CancellationPreview['windows']
  answer('get /api/requests/12/cancellation/', cancellation({ windows, refund_usd: 63, kept_usd: 63 }))
  const { dialog } = await openDialog('caretaker', [window], 'Cancel booking')
  await dialog.findByText('Back to your card')
  expect(dialog.queryByText(/so canceling refunds/)).not.toBeInTheDocument()
})

it('says which of several visits is not refunded in full, and until when the amount holds', async () => {
  const [full] = cancellation().windows
  const half = { ...full, booking_id: 31, refund_percent: 50, refund_usd: 63, kept_usd: 63 }
  const until = '2026-06-06T13:00:00Z'
  const windows = [half, { ...full, ...later, refund_until: until }] as CancellationPreview['windows']
  answer('get /api/requests/12/cancellation/', cancellation({ windows, refund_usd: 189, kept_usd: 63 }))
  const { dialog, user } = await openDialog('caretaker', [window, later], 'Cancel visits')
  await user.click(dialog.getByRole('checkbox', { name: 'All visits ahead' }))
  expect(await dialog.findByText('Tue, Jun 2: $63.00 of $126.00 comes back.')).toBeInTheDocument()
  expect(dialog.getByText(/^This amount holds until Jun 6, 2026/)).toBeInTheDocument()
  expect(dialog.queryByText(/^Tue, Jun 9: /)).not.toBeInTheDocument()
})

it('tells a caregiver that the family gets everything back, and what it does to their completion rate', async () => {
  answer('get /api/requests/12/cancellation/', cancellation({ completion_rate: { now: 100, after: 92 } }))
  const { dialog, choose, press } = await openDialog('caregiver', [window], 'Cancel booking')
  expect((await dialog.findByText('Back to Fay Hart')).parentElement).toHaveTextContent('$126.00')
  expect(dialog.getByText(/falls from 100% to 92%/)).toBeInTheDocument()
  await choose('Reason', 'Family emergency')
  answer('post /api/requests/12/cancel/', bookingRequest)
  await press('Cancel visit')
  await expectToast('Canceled. The family gets a full refund')
  expect(sentWrites()).toEqual(['POST /api/requests/12/cancel/'])
})

it('offers to retry when the refund can’t be worked out, and to send again what failed', async () => {
  answer('get /api/requests/12/cancellation/', {}, 500)
  const { dialog, choose, press } = await openDialog('caretaker', [window], 'Cancel booking')
  expect(await dialog.findByText('Failed to work out the refund')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Cancel visit' })).toBeDisabled()
  answer('get /api/requests/12/cancellation/', cancellation({ refund_usd: 63, kept_usd: 63 }))
  await press('Retry')
  await dialog.findByText('Back to your card')
  await choose('Reason', 'Illness')
  answer('post /api/requests/12/cancel/', {}, 500)
  await press('Cancel visit')
  await expectToast('Failed to cancel the booking')
  answer('post /api/requests/12/cancel/', bookingRequest)
  await press('Cancel visit')
  await expectToast('Canceled. $63.00 is on its way to your card')
})

it('says why a booking can’t be canceled', async () => {
  const detail = 'This booking has an open dispute, so it can’t be canceled'
  answer('get /api/requests/12/cancellation/', { detail, code: 'conflict', request_id: 'x' }, 409)
  const { dialog } = await openDialog('caretaker', [window], 'Cancel booking')
  expect(await dialog.findByText(detail)).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Cancel visit' })).toBeDisabled()
})
