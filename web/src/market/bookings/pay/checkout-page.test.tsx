import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { PaymentStanding } from '@tendwell/contract/payments/payments'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { bookingRequest, monday, ownCaretakerProfile } from '../../../../test/data.ts'
import { expectEnabled } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites, server } from '../../../../test/server.ts'
import { CheckoutPage } from './checkout-page.tsx'

const accepted: BookingRequest = { ...bookingRequest, status: 'accepted' }
const startCall = 'post /api/payments/bookings/12/confirm'
const unpaid: PaymentStanding = { status: 'pending', failure_reason: null, is_refunding: false }
const notFound = { detail: 'Not found', code: 'not_found' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  answer('get /api/auth/caretaker/profile/', ownCaretakerProfile)
})

function openCheckout(route = '/checkout/12') {
  return renderPage(<CheckoutPage />, { route, path: '/checkout/:requestId', session: sessionOf(family) })
}

/** Opens the checkout of a request, after an earlier attempt to pay if given. */
async function openRequest(request: BookingRequest, earlier?: Partial<PaymentStanding>, query = '') {
  answer('get /api/requests/12/', { ...request, payment_id: earlier ? 8 : null })
  // Without an earlier attempt there is nothing to ask for.
  if (earlier) answer('get /api/payments/bookings/12', { ...unpaid, ...earlier })
  const page = openCheckout(`/checkout/12${query}`)
  await screen.findByRole('heading', { name: 'Nora Lind' })
  return page
}

const payButton = () => screen.queryByRole('button', { name: /^Pay/ })

it('shows the hours, the visit, until when canceling is free, the rate, no service fee and the total', async () => {
  const lines = { street: '12 Plane Street', apartment: '', neighborhood: '', postal_code: '' }
  const address = { ...lines, city: 'Brooklyn', country: 'United States' }
  const children = [{ name: 'Astrid', age: 3, age_months: null, due_date: null }]
  await openRequest({ ...accepted, cancellation_policy: 'flexible', children, address })
  expect(screen.getByText('Astrid (3 years)')).toBeInTheDocument()
  expect(screen.getByText('12 Plane Street, Brooklyn, United States')).toBeInTheDocument()
  expect(screen.getByText(/^Cancel by .*Jun 1.*9:00 AM.* to get everything back\.$/)).toBeInTheDocument()
  expect(screen.getByText('Request #12')).toBeInTheDocument()
  expect(screen.getByText(/9:00 AM – 12:00 PM/)).toBeInTheDocument()
  const prices = [
    ['3 hours at $42.00', '$126.00'],
    ['Service fee', '$0.00'],
    ['Total', '$126.00'],
  ] as const
  for (const [term, value] of prices) {
    expect(screen.getByText(term).parentElement).toHaveTextContent(`${term}${value}`)
  }
  expect(screen.getByRole('button', { name: 'Pay $126.00' })).toBeEnabled()
  expect(screen.getByRole('heading', { name: 'What happens next' })).toBeInTheDocument()
})

it.each([
  ['', '/caretaker/profile?next=%2Fcheckout%2F12#phone'],
  ['+1 212 555 0142', null],
])('asks for a phone number where the family has none: "%s"', async (phone_number, expected) => {
  answer('get /api/auth/caretaker/profile/', { ...ownCaretakerProfile, phone_number })
  const { store } = await openRequest(accepted)
  await waitFor(() =>
    expect(Object.values(store.getState().api.queries)).toContainEqual(
      expect.objectContaining({ endpointName: 'ownCaretakerProfile', status: 'fulfilled' }),
    ),
  )
  await waitFor(() => {
    const link = screen.queryByRole('link', { name: 'Add your phone number' })
    expect(link?.getAttribute('href') ?? null).toBe(expected)
  })
})

it('says that paying one of several requests withdraws the others', async () => {
  await openRequest({ ...accepted, group: { open_others: 1, booked_name: null } })
  expect(screen.getByText(/^You asked 2 caregivers for these times: pay one/)).toBeVisible()
})

it('lets the family withdraw the request instead', async () => {
  const { press } = await openRequest(accepted)
  await press('Withdraw')
  const withdrawn = { ...accepted, status: 'rejected', rejection_cause: 'withdrawn' } as const
  answer('post /api/requests/12/withdraw/', withdrawn)
  answer('get /api/requests/12/', withdrawn)
  await press('Withdraw request')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument())
  expect(payButton()).not.toBeInTheDocument()
  expect(sentWrites()).toEqual(['POST /api/requests/12/withdraw/'])
})

it('opens the provider’s card page', async () => {
  const { press } = await openRequest(accepted)
  // jsdom can't leave the page, but it follows an anchor.
  answer(startCall, { checkout_url: '#card-page' })
  await press('Pay $126.00')
  await waitFor(() => expect(window.location.hash).toBe('#card-page'))
  window.location.hash = ''
  expect(sentWrites()).toEqual(['POST /api/payments/bookings/12/confirm'])
})

it.each<[string, Partial<BookingRequest>, string, string, string]>([
  ['a paid request', { is_paid: true }, 'This request is already paid', 'View booking', '/bookings/12'],
  [
    'one of several of which another is booked',
    {
      status: 'rejected',
      rejection_cause: 'withdrawn',
      group: { open_others: 0, booked_name: 'Amara Diallo' },
    },
    'This request was withdrawn',
    'My Bookings',
    '/bookings',
  ],
  [
    'one that is not accepted',
    { status: 'submitted' },
    'Nora Lind hasn’t accepted this request yet',
    'My Requests',
    '/requests',
  ],
  [
    'a rejected one',
    { status: 'rejected', rejection_cause: 'caregiver' },
    'Nora Lind couldn’t take this request',
    'Find a Caregiver',
    '/caregivers',
  ],
  [
    'one that lost its hours',
    { status: 'rejected', rejection_cause: 'conflict' },
    'These times are taken',
    'Choose other times',
    '/caregiver/2/book',
  ],
])('does not take money for %s', async (_, changes, title, label, to) => {
  await openRequest({ ...accepted, ...changes })
  expect(screen.getByText(title)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', to)
  expect(payButton()).not.toBeInTheDocument()
  expect(screen.queryByText(/^Cancel by|so soon/)).not.toBeInTheDocument()
})

it('strikes out what was canceled of a paid request', async () => {
  const windows = accepted.windows.map((one) => ({ ...one, is_canceled: true }))
  await openRequest({ ...accepted, is_paid: true, windows })
  expect(screen.getByRole('region', { name: 'Canceled times' })).toHaveTextContent('9:00 AM – 12:00 PM')
})

it('does not take money once the hours have started', async () => {
  vi.setSystemTime('2026-06-02T13:00:00Z')
  await openRequest(accepted)
  expect(screen.getByText('These times have already started')).toBeInTheDocument()
  expect(payButton()).not.toBeInTheDocument()
})

it('lets only the owner of a request pay', async () => {
  answer('get /api/requests/12/', notFound, 404)
  openCheckout()
  expect(await screen.findByText('Only the request owner can pay')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'My Requests' })).toHaveAttribute('href', '/requests')
  expect(payButton()).not.toBeInTheDocument()
})

it.each([
  ['no address of a card page', 200, {}, 'No checkout URL returned', false],
  ['an error without a reason', 500, {}, 'Failed to confirm booking', false],
  [
    'a refusal',
    409,
    { detail: 'This request is already paid', code: 'conflict' },
    'This request is already paid',
    true,
  ],
])(
  'shows %s, says that nothing was charged, and can be tried again',
  async (_, status, body, message, isRefused) => {
    const { press, address } = await openRequest(accepted)
    answer(startCall, body, status)
    await press('Pay $126.00')
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(message)
    expect(notice).toHaveTextContent('You weren’t charged')
    await waitFor(() => expect(notice).toHaveFocus())
    expect(screen.queryAllByRole('link', { name: 'Find a Caregiver' })).toHaveLength(isRefused ? 1 : 0)
    await expectEnabled('Pay $126.00')
    expect(address()).toBe('/checkout/12')
  },
)

it.each<[string, Partial<PaymentStanding>, string, string]>([
  [
    'a declined card',
    { failure_reason: 'Your card was declined.' },
    'Your card was declined',
    'You weren’t charged. Try again with this card or another one.',
  ],
  [
    'an expired card page',
    { status: 'failed', failure_reason: 'The card page has expired' },
    'The card page has expired',
    'You weren’t charged. You can try again on a new payment page.',
  ],
])('says after %s that nothing was charged', async (_, earlier, title, text) => {
  await openRequest(accepted, earlier)
  expect(await screen.findByText(title)).toBeInTheDocument()
  expect(screen.getByText(text)).toBeInTheDocument()
  expect(payButton()).toBeEnabled()
})

it('says after a canceled checkout that nothing was charged', async () => {
  await openRequest(accepted, {}, '?canceled=1')
  expect(await screen.findByText('You weren’t charged')).toBeInTheDocument()
  expect(payButton()).toBeEnabled()
})

it('shows a payment that succeeded although its checkout was canceled', async () => {
  answer('get /api/requests/12/', { ...accepted, payment_id: 8 })
  server.use(
    http.get('/api/payments/bookings/12', ({ request }) => {
      expect(new URL(request.url).search).toBe('?refresh=true')
      answer('get /api/requests/12/', { ...accepted, payment_id: 8, is_paid: true })
      return HttpResponse.json({ ...unpaid, status: 'succeeded' })
    }),
  )
  openCheckout('/checkout/12?canceled=1')
  expect(await screen.findByText('This request is already paid')).toBeInTheDocument()
  expect(payButton()).not.toBeInTheDocument()
  expect(screen.queryByText('You weren’t charged')).not.toBeInTheDocument()
})

it('offers to retry when the request fails to load', async () => {
  answer('get /api/requests/12/', {}, 500)
  const { press } = openCheckout()
  expect(await screen.findByText('Failed to load request')).toBeInTheDocument()
  answer('get /api/requests/12/', accepted)
  await press('Retry')
  expect(await screen.findByRole('button', { name: 'Pay $126.00' })).toBeInTheDocument()
})

it('opens the requests when the URL has no id', async () => {
  const { address } = openCheckout('/checkout/abc')
  await waitFor(() => expect(address()).toBe('/requests'))
})

it('offers no payment of the request before when the next one is not theirs', async () => {
  const { goTo } = await openRequest(accepted)
  expect(payButton()).toBeInTheDocument()
  answer('get /api/requests/13/', notFound, 404)
  await goTo('/checkout/13')
  expect(await screen.findByText('Only the request owner can pay')).toBeInTheDocument()
  expect(payButton()).not.toBeInTheDocument()
})
