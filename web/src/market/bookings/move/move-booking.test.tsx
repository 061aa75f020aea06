import type { Move } from '@tendwell/contract/bookings/moves'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openBookingPage } from '../../../../test/booking-page.tsx'
import { booking, monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { formatInstant } from '../../../lib/format/format.ts'

const times = (date: string, hour: number) => ({
  date,
  start: `${String(hour).padStart(2, '0')}:00`,
  end: `${String(hour + 1).padStart(2, '0')}:00`,
  start_utc: `${date}T${String(hour + 4).padStart(2, '0')}:00:00Z`,
  end_utc: `${date}T${String(hour + 5).padStart(2, '0')}:00:00Z`,
})

const move: Move = {
  id: 7,
  request_id: 12,
  status: 'proposed',
  proposed_by: 'caretaker',
  booking_ids: [31],
  from_windows: [{ ...times('2026-06-02', 9), end: '12:00', end_utc: '2026-06-02T16:00:00Z' }],
  to_windows: [{ ...times('2026-06-03', 10), end: '13:00', end_utc: '2026-06-03T17:00:00Z' }],
  kept_usd: 63,
  proposed_at: '2026-06-01T11:00:00Z',
  expires_at: '2026-06-02T13:00:00Z',
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

it('moves a night with one press', async () => {
  const hours = (date: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => times(date, from + index)).map((slot, index) => ({
      ...slot,
      start_utc: new Date(Date.parse(`${date}T04:00:00Z`) + (from + index) * 3_600_000).toISOString(),
      end_utc: new Date(Date.parse(`${date}T04:00:00Z`) + (from + index + 1) * 3_600_000).toISOString(),
    }))
  answer('get /api/requests/12/move-slots/', {
    slots: [...hours('2026-06-03', 22, 24), ...hours('2026-06-04', 0, 1)],
  })
  const { press, user } = await openBookingPage('caretaker')
  await press('Propose another time')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: /June 3, 2026, 1 night free$/ }))
  expect(dialog.getByRole('button', { name: /June 4, 2026, closed$/ })).toBeInTheDocument()
  await press('10:00 PM – 1:00 AM, next day')
  expect(dialog.getByText('Ready to send')).toBeInTheDocument()
  for (const time of ['10:00 PM – 11:00 PM', '11:00 PM – 12:00 AM', '12:00 AM – 1:00 AM, next day']) {
    expect(dialog.getByRole('button', { name: time })).toHaveAttribute('aria-pressed', 'true')
  }
})

it('proposes as many hours as the visit has', async () => {
  const slots = [9, 10, 11, 12].map((hour) => times('2026-06-03', hour))
  answer('get /api/requests/12/move-slots/', { slots })
  const { press, user } = await openBookingPage('caretaker')
  await press('Propose another time')
  const dialog = within(await screen.findByRole('dialog'))
  expect(
    dialog.getByText(
      /If you canceled now, Nora Lind would keep \$63\.00\. Moving doesn’t change that: if you cancel the new time/,
    ),
  ).toBeInTheDocument()
  expect(dialog.getByText('3 hours left to choose')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Send proposal' })).toBeDisabled()
  expect(dialog.queryByText(/^Press the time/)).not.toBeInTheDocument()
  await user.click(await dialog.findByRole('button', { name: /June 3, 2026/ }))
  const hint = 'Press the time it should begin. We choose the 3 hours from there.'
  expect(dialog.getByText(hint)).toBeInTheDocument()
  await press('9:00 AM – 10:00 AM')
  expect(dialog.getByText('Ready to send')).toBeInTheDocument()
  await press('12:00 PM – 1:00 PM')
  expect(dialog.getByText('1 hour too many')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Send proposal' })).toBeDisabled()
  await press('12:00 PM – 1:00 PM')
  await press('10:00 AM – 11:00 AM')
  expect(dialog.getByText('Ready to send')).toBeInTheDocument()
  answer('post /api/requests/12/moves/', move, 201)
  await press('Send proposal')
  await expectToast(`Proposed. Nora Lind can answer until ${formatInstant(move.expires_at)}`)
  expect(lastBody()).toMatchObject({
    booking_ids: [31],
    windows: [{ date: '2026-06-03', start: '10:00', end: '13:00', start_utc: '2026-06-03T14:00:00Z' }],
  })
})

it('lets the other side accept, after saying what happens', async () => {
  const { press } = await openBookingPage('caregiver', { move })
  expect(screen.getByText('Fay Hart proposes another time')).toBeInTheDocument()
  const until = formatInstant(move.expires_at)
  expect(screen.getByText(`Answer by ${until}. Until then nothing changes.`)).toBeInTheDocument()
  expect(screen.getByText('Wed, Jun 3')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Propose another time' })).not.toBeInTheDocument()
  await press('Accept')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(
    dialog.getByText(
      /^The booking moves at once.*If Fay Hart canceled now, you would keep \$63\.00\..*if they cancel the new time/,
    ),
  ).toBeInTheDocument()
  answer('patch /api/moves/7/', {}, 500)
  await press('Accept')
  await expectToast('Failed to answer the proposal')
  answer('patch /api/moves/7/', { ...move, status: 'accepted' })
  answer('get /api/requests/bookings/caregiver/12/', booking)
  await press('Accept')
  await expectToast('Accepted. The booking has its new time')
  expect(sentWrites()).toEqual(Array(2).fill('PATCH /api/moves/7/'))
  expect(lastBody()).toEqual({ status: 'accepted' })
})

it('says that the new start decides when the caregiver proposes the move, to both sides', async () => {
  const byCaregiver: Move = { ...move, proposed_by: 'caregiver', kept_usd: 0 }
  const { press } = await openBookingPage('caretaker', { move: byCaregiver })
  await press('Accept')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent(
    'If you cancel the new time, what you get back depends only on how long before its start you cancel.',
  )
  expect(dialog).not.toHaveTextContent('would keep')
})

it('tells the caregiver who proposes what they keep', async () => {
  answer('get /api/requests/12/move-slots/', { slots: [] })
  const { press } = await openBookingPage('caregiver')
  await press('Propose another time')
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent(
    'You propose this, so the cancellation policy starts over with its start: if Fay Hart cancels the new time, what you keep depends only on how long before that they cancel.',
  )
  expect(dialog).not.toHaveTextContent('would keep')
})

it('lets the other side decline', async () => {
  const { press } = await openBookingPage('caregiver', { move })
  await press('Decline')
  await screen.findByRole('alertdialog')
  answer('patch /api/moves/7/', { ...move, status: 'declined' })
  answer('get /api/requests/bookings/caregiver/12/', booking)
  await press('Decline')
  await expectToast('Declined. The booking stays as it is')
  expect(lastBody()).toEqual({ status: 'declined' })
  await waitFor(() => expect(screen.queryByText('Fay Hart proposes another time')).not.toBeInTheDocument())
})

it('lets the side that proposed withdraw, and not answer', async () => {
  const { press } = await openBookingPage('caretaker', { move })
  expect(screen.getByText('You proposed another time')).toBeInTheDocument()
  const until = formatInstant(move.expires_at)
  expect(screen.getByText(`Nora Lind can answer until ${until}.`)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  answer('patch /api/moves/7/', { ...move, status: 'withdrawn' })
  answer('get /api/requests/bookings/caretaker/12/', booking)
  await press('Withdraw')
  await expectToast('Withdrawn. The booking stays as it is')
  expect(lastBody()).toEqual({ status: 'withdrawn' })
})

it('says when the new times are no longer free', async () => {
  const { press } = await openBookingPage('caregiver', { move })
  await press('Accept')
  await screen.findByRole('alertdialog')
  const detail = 'These times are no longer free, so the booking stays as it is'
  answer('patch /api/moves/7/', { detail, code: 'conflict', request_id: 'x' }, 409)
  answer('get /api/requests/bookings/caregiver/12/', booking)
  await press('Accept')
  await expectToast(detail)
  await vi.waitFor(() => expect(screen.queryByText('Fay Hart proposes another time')).not.toBeInTheDocument())
})

it('says nothing of what the caregiver keeps where all would come back', async () => {
  const windows = booking.windows.map((window) => ({
    ...window,
    start_utc: '2026-06-12T13:00:00Z',
    end_utc: '2026-06-12T16:00:00Z',
  }))
  answer('get /api/requests/12/move-slots/', { slots: [] })
  const { press } = await openBookingPage('caretaker', { windows })
  await press('Propose another time')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/The price stays the same\./)).toBeInTheDocument()
  expect(dialog.queryByText(/still keeps/)).not.toBeInTheDocument()
})
