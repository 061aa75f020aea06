import type { PaymentStanding } from '@tendwell/contract/payments/payments'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { bookingRequest } from '../../../../test/data.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites, server } from '../../../../test/server.ts'
import { PaymentsSuccessPage } from './payments-success-page.tsx'

const paymentCall = 'get /api/payments/bookings/12'
const confirmCall = 'post /api/requests/confirm/'
const notPaid = { detail: 'This request is not paid yet', code: 'conflict' }
const paid = { ...bookingRequest, status: 'accepted', is_paid: true }
const pending: PaymentStanding = { status: 'pending', failure_reason: null, is_refunding: false }

function openSuccess(standing: Partial<PaymentStanding>) {
  answer('get /api/requests/12/', { ...bookingRequest, status: 'accepted' })
  answer(paymentCall, { ...pending, ...standing })
  return openPage()
}

function openPage() {
  return renderPage(<PaymentsSuccessPage />, {
    route: '/payments/success?request_id=12',
    session: sessionOf(family),
  })
}

it('polls every 1.5 seconds until the payment has succeeded, then leads to the requests', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(confirmCall, notPaid, 409)
  const { address } = openSuccess({})
  let polls = 0
  server.use(
    http.get('/api/payments/bookings/12', () => {
      polls += 1
      return HttpResponse.json({ ...pending, status: polls < 3 ? 'pending' : 'succeeded' })
    }),
  )
  expect(await screen.findByText('We’re confirming your payment')).toBeInTheDocument()
  expect(address()).toBe('/payments/success?request_id=12')
  for (const count of [1, 2]) {
    await waitFor(() => expect(polls).toBeGreaterThanOrEqual(count))
    act(() => void vi.advanceTimersByTime(1_500))
  }
  await waitFor(() => expect(address()).toBe('/requests'))
})

it('says after 20 seconds that it takes longer, and checks again on request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(confirmCall, notPaid, 409)
  const { press, address } = openSuccess({})
  expect(await screen.findByText('We’re confirming your payment')).toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(20_000))
  expect(await screen.findByText('This is taking longer than usual')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to checkout' })).toHaveAttribute('href', '/checkout/12')
  answer(confirmCall, paid)
  answer(paymentCall, { ...pending, status: 'succeeded' })
  await press('Check now')
  await waitFor(() => expect(address()).toBe('/requests'))
})

it('says nothing of a declined card while the payment by the next one is confirmed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const calls: string[] = []
  server.use(
    http.post('/api/requests/confirm/', () => {
      calls.push('confirm')
      return HttpResponse.json(
        { detail: 'The provider does not answer', code: 'unavailable' },
        { status: 503 },
      )
    }),
    http.get('/api/payments/bookings/12', ({ request }) => {
      calls.push(new URL(request.url).search)
      return HttpResponse.json({ ...pending, failure_reason: 'Your card was declined.' })
    }),
  )
  answer('get /api/requests/12/', { ...bookingRequest, status: 'accepted' })
  const { address } = renderPage(<PaymentsSuccessPage />, {
    route: '/payments/success?request_id=12&payment_id=8',
    session: sessionOf(family),
  })
  await waitFor(() => expect(calls.length).toBeGreaterThan(1))
  expect(calls.slice(0, 2)).toEqual(['confirm', '?payment_id=8'])
  for (let seconds = 0; seconds < 18; seconds += 3) {
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(screen.queryByText(/weren’t charged/)).not.toBeInTheDocument()
    expect(screen.queryByText(/declined/)).not.toBeInTheDocument()
  }
  answer(confirmCall, paid)
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(() => expect(address()).toBe('/requests'))
  expect(lastBody()).toEqual({ request_id: 12, payment_id: 8 })
})

it('never says that a payment failed before the provider has answered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(confirmCall, { detail: 'The provider does not answer', code: 'unavailable' }, 503)
  openSuccess({ failure_reason: 'Your card was declined.' })
  expect(await screen.findByText('We’re confirming your payment')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(26_000))
  expect(screen.getByText('This is taking longer than usual')).toBeInTheDocument()
  expect(screen.queryByText('Your payment didn’t go through')).not.toBeInTheDocument()
})

it('confirms a payment whose webhook was lost', async () => {
  answer(confirmCall, paid)
  const { address } = openSuccess({ failure_reason: 'Your card was declined.' })
  await waitFor(() => expect(address()).toBe('/requests'))
  expect(sentWrites()).toEqual(['POST /api/requests/confirm/'])
})

it.each<[string, Partial<PaymentStanding>, string, string, string, string]>([
  [
    'a declined card',
    { failure_reason: 'Your card was declined.' },
    'Your payment didn’t go through',
    'Your card was declined. You weren’t charged.',
    'Try again',
    '/checkout/12',
  ],
  [
    'a failed payment',
    { status: 'failed' },
    'Your payment didn’t go through',
    'You weren’t charged.',
    'Try again',
    '/checkout/12',
  ],
  [
    'a refund under way',
    { failure_reason: 'Another family booked these times first', is_refunding: true },
    'Your refund is on its way',
    'Another family booked these times first. The full amount goes back to your card. It can take your bank 5 to 10 days to show it.',
    'Choose other times',
    '/caregiver/2/book',
  ],
  [
    'a refund',
    { status: 'refunded', failure_reason: 'Another family booked these times first' },
    'You’ve been refunded in full',
    'Another family booked these times first. The full amount goes back to your card. It can take your bank 5 to 10 days to show it.',
    'Payment History',
    '/payments/history',
  ],
])('shows %s', async (_, standing, title, text, label, to) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer(confirmCall, notPaid, 409)
  const { address } = openSuccess(standing)
  await screen.findByText('We’re confirming your payment')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: label })).toHaveAttribute('href', to)
  expect(address()).toBe('/payments/success?request_id=12')
})

it('opens the checkout when nothing was paid', async () => {
  answer('get /api/requests/12/', bookingRequest)
  answer(paymentCall, { detail: 'Not found', code: 'not_found' }, 404)
  answer(confirmCall, notPaid, 409)
  openPage()
  expect(await screen.findByText('No payment yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to checkout' })).toHaveAttribute('href', '/checkout/12')
})

it('offers to retry when the payment fails to load', async () => {
  answer('get /api/requests/12/', bookingRequest)
  answer(paymentCall, {}, 500)
  answer(confirmCall, {}, 500)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { press, address } = openPage()
  await screen.findByText('We’re confirming your payment')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(await screen.findByText('Failed to load payment')).toBeInTheDocument()
  answer(paymentCall, { ...pending, status: 'succeeded' })
  answer(confirmCall, paid)
  await press('Retry')
  await waitFor(() => expect(address()).toBe('/requests'))
})

it('opens the requests when the URL has no id', async () => {
  const { address } = renderPage(<PaymentsSuccessPage />, {
    route: '/payments/success',
    session: sessionOf(family),
  })
  await waitFor(() => expect(address()).toBe('/requests'))
})
