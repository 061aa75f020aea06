import type { Booking, BookingRequest } from '@tendwell/contract/bookings/bookings'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import { backupsOf, booking, bookingRequest, emptyBlockPreview, monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, listOf, sentWrites } from '../../../../test/server.ts'
import { saveItem } from '../../../lib/session/user-storage.ts'
import { MyRequestsPage } from './my-requests-page.tsx'

const [window] = booking.windows as [Booking['windows'][number]]
const bookingsCall = 'get /api/requests/bookings/caretaker/'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

function openRequests(results: BookingRequest[], count = results.length, route = '/requests') {
  for (const { id } of results)
    answer(`get /api/requests/${id}/backup-caregivers/`, backupsOf([], { windows: [] }))
  answer('get /api/requests/mine/', listOf(results, count))
  answer(bookingsCall, listOf([]))
  return renderPage(<MyRequestsPage />, { route, session: sessionOf(family) })
}

it('says that there are no requests and leads to the search', async () => {
  openRequests([])
  expect(await screen.findByText('No requests yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Find a Caregiver' })).toHaveAttribute('href', '/caregivers')
})

it('withdraws an unpaid request after asking', async () => {
  const { press } = openRequests([{ ...bookingRequest, status: 'accepted' }])
  await screen.findByRole('article')
  await press('Withdraw')
  expect(await screen.findByText(/We’ll let Nora Lind know/)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  answer('post /api/requests/12/withdraw/', {}, 500)
  await press('Withdraw request')
  await expectToast('Failed to withdraw request')
  const withdrawn = { ...bookingRequest, status: 'rejected', rejection_cause: 'withdrawn' } as const
  answer('post /api/requests/12/withdraw/', withdrawn)
  answer('get /api/requests/mine/', listOf([withdrawn]))
  await press('Withdraw request')
  await expectToast('Request withdrawn')
  expect(await screen.findByText('Withdrawn. You weren’t charged.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
})

it('offers to withdraw a request that waits for its answer', async () => {
  openRequests([{ ...bookingRequest, status: 'submitted' }])
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible()
})

it.each<Partial<BookingRequest>>([{ status: 'rejected' }, { status: 'accepted', is_paid: true }])(
  'offers to withdraw nothing that is closed or paid: %j',
  async (changes) => {
    openRequests([{ ...bookingRequest, ...changes }])
    await screen.findByRole('article')
    expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  },
)

it('shows hours, price and status of a request', async () => {
  openRequests([bookingRequest])
  const card = within(await screen.findByRole('article'))
  expect(card.getByRole('heading', { name: 'Nora Lind' })).toBeInTheDocument()
  expect(card.getByText('Request #12, sent 1 hour ago')).toBeInTheDocument()
  expect(card.getByText('Submitted')).toBeInTheDocument()
  expect(card.getByText('$126.00')).toBeInTheDocument()
  expect(card.getByText('3 hours at $42.00')).toBeInTheDocument()
  expect(card.queryByRole('link', { name: 'Complete Payment' })).not.toBeInTheDocument()
})

it('strikes out the canceled times of a booked request, and shows what is left of its price', async () => {
  const [first] = bookingRequest.windows as [BookingRequest['windows'][number]]
  const canceled = {
    ...first,
    start_utc: '2026-06-09T13:00:00Z',
    end_utc: '2026-06-09T16:00:00Z',
    is_canceled: true,
  }
  const paid = { ...bookingRequest, status: 'accepted', is_paid: true, total_hours: 6 } as const
  openRequests([{ ...paid, windows: [first, canceled], total_price_usd: 252, refunding_usd: 126 }])
  const card = within(await screen.findByRole('article'))
  const struck = within(card.getByRole('region', { name: 'Canceled times' }))
  expect(struck.getByText('Tue, Jun 9')).toBeInTheDocument()
  expect(struck.queryByText('Tue, Jun 2')).not.toBeInTheDocument()
  expect(card.getByText('$126.00').parentElement).toHaveTextContent('$126.00 after refund')
  expect(card.getByText('3 hours, 3 hours canceled')).toBeInTheDocument()
  expect(card.getByText('Paid and booked. 1 of 2 visits was canceled.')).toBeInTheDocument()
})

it('says why to pay above what the bar with the button may cover', async () => {
  openRequests([{ ...bookingRequest, status: 'accepted', note: 'The key is below the mat' }])
  const card = within(await screen.findByRole('article'))
  const why = card.getByText(/the first family to pay gets them/)
  const details = card.getByText('The key is below the mat')
  expect(why.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it.each<[string, Partial<BookingRequest>, number]>([
  ['a submitted request', {}, 1],
  ['one that can be paid', { status: 'accepted' }, 1],
  ['a paid one', { status: 'accepted', is_paid: true }, 0],
  ['a rejected one', { status: 'rejected', rejection_cause: 'caregiver' }, 0],
])('shows the cancellation policy until the payment: %s', async (_, changes, count) => {
  openRequests([{ ...bookingRequest, ...changes }])
  const card = within(await screen.findByRole('article'))
  expect(card.queryAllByText('Moderate cancellation policy.')).toHaveLength(count)
})

it.each<[string, Partial<BookingRequest>, string | null, string | null]>([
  ['an accepted request', { status: 'accepted' }, 'Complete Payment', '/checkout/12'],
  ['a paid request', { status: 'accepted', is_paid: true }, 'View booking', '/bookings/12'],
  [
    'a canceled request',
    { status: 'accepted', is_paid: true, is_canceled: true },
    'View booking',
    '/bookings/12',
  ],
  ['a rejected one', { status: 'rejected', rejection_cause: 'caregiver' }, null, null],
  [
    'one that lost its hours',
    { status: 'rejected', rejection_cause: 'conflict' },
    'Choose other times',
    '/caregiver/2/book',
  ],
  [
    'one whose caregiver became unavailable, beside who else is free',
    { status: 'rejected', rejection_cause: 'unavailable' },
    null,
    null,
  ],
  ['a submitted one', {}, null, null],
])('offers the next step of %s', async (_, changes, label, to) => {
  openRequests([{ ...bookingRequest, ...changes }])
  const card = within(await screen.findByRole('article'))
  const steps = card.queryAllByRole('link').filter((link) => !link.getAttribute('href')?.startsWith('/chat'))
  expect(steps.map((step) => [step.textContent, step.getAttribute('href')])).toEqual(
    label ? [[label, to]] : [],
  )
})

it.each<[string, Partial<BookingRequest>, RegExp]>([
  ['answered', {}, /^Waiting for .* They can answer until Jun 2, 2026, 9:00 AM\./],
  ['paid', { status: 'accepted' }, /You can pay until Jun 2, 2026, 9:00 AM\./],
])(
  'says first until when a request can be %s, and links no map of the family’s own address',
  async (_, changes, until) => {
    const address = {
      street: '12 Plane Street',
      neighborhood: '',
      city: 'Brooklyn',
      country: 'United States',
    }
    openRequests([{ ...bookingRequest, ...changes, address }])
    const card = within(await screen.findByRole('article'))
    const hours = card.getByText('9:00 AM – 12:00 PM')
    expect(card.getByText(until).compareDocumentPosition(hours)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(card.getByText('12 Plane Street, Brooklyn, United States')).toBeInTheDocument()
    expect(card.queryByRole('link', { name: 'Open in Maps' })).not.toBeInTheDocument()
  },
)

it('says what is due for an accepted request, and that its times are not booked yet', async () => {
  openRequests([{ ...bookingRequest, status: 'accepted' }])
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Payment due')).toBeInTheDocument()
  expect(card.queryByText('Accepted')).not.toBeInTheDocument()
  expect(card.getByText(/^Nora Lind accepted\. These times aren’t yours until you pay/)).toHaveTextContent(
    'You can pay until Jun 2, 2026, 9:00 AM.',
  )
})

it.each<[BookingRequest['rejection_cause'], string]>([
  ['caregiver', 'Declined'],
  ['conflict', 'Times taken'],
  ['unavailable', 'Closed'],
  ['expired', 'Expired'],
  ['withdrawn', 'Withdrawn'],
])('says why a request was rejected: %s', async (rejection_cause, word) => {
  openRequests([{ ...bookingRequest, status: 'rejected', rejection_cause }])
  const card = within(await screen.findByRole('article'))
  expect(card.getByText(word)).toBeInTheDocument()
  expect(card.queryByText('Rejected')).not.toBeInTheDocument()
})

it('asks for no payment once the times have begun', async () => {
  vi.setSystemTime(new Date('2026-06-02T14:00:00Z'))
  openRequests([{ ...bookingRequest, status: 'accepted' }])
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Expired')).toBeInTheDocument()
  expect(card.queryByText('Payment due')).not.toBeInTheDocument()
  expect(card.queryByRole('link', { name: 'Complete Payment' })).not.toBeInTheDocument()
})

it('confirms a new booking above the list until it is dismissed', async () => {
  const { press } = openRequests([{ ...bookingRequest, status: 'accepted', is_paid: true }])
  answer(bookingsCall, listOf([booking]))
  expect(await screen.findByText('You’re booked with Nora Lind')).toBeInTheDocument()
  const [link] = screen.getAllByRole('link', { name: 'View booking' })
  expect(link).toHaveAttribute('href', '/bookings/12')
  await press('Dismiss')
  expect(screen.queryByText('You’re booked with Nora Lind')).not.toBeInTheDocument()
  expect(screen.getByText('Paid')).toBeInTheDocument()
})

it('does not confirm again what was dismissed', async () => {
  saveItem(family.id, 'dismissed-confirmation', '12', true)
  openRequests([])
  answer(bookingsCall, listOf([booking]))
  expect(await screen.findByText('No requests yet')).toBeInTheDocument()
  expect(screen.queryByText('You’re booked with Nora Lind')).not.toBeInTheDocument()
})

it.each<[string, Partial<Booking>]>([
  ['was paid two days ago', { paid_at: '2026-05-30T11:30:00Z' }],
  ['has begun', { windows: [{ ...window, state: 'in_progress' }] }],
  ['was canceled', { windows: [{ ...window, state: 'canceled' }] }],
])('no longer confirms a booking that %s', async (_, changes) => {
  openRequests([])
  answer(bookingsCall, listOf([{ ...booking, ...changes }]))
  expect(await screen.findByText('No requests yet')).toBeInTheDocument()
  expect(screen.queryByText('You’re booked with Nora Lind')).not.toBeInTheDocument()
})

it.each<[string, Partial<BookingRequest>]>([
  ['has been without an answer for a day', { submitted_at: '2026-05-31T12:00:00Z' }],
  ['was declined', { status: 'rejected', rejection_cause: 'caregiver' }],
  ['was lost to another family', { status: 'rejected', rejection_cause: 'conflict' }],
])('offers others once a request %s', async (_, changes) => {
  openRequests([{ ...bookingRequest, ...changes }])
  answer('get /api/requests/12/backup-caregivers/', backupsOf([listedCaregiver(5)]))
  const others = within(await screen.findByRole('region', { name: 'Also free at these times' }))
  expect(others.getAllByRole('link')[0]).toHaveAttribute('href', '/caregivers/5')
  expect(others.getByRole('button', { name: /^Send request to/ })).toBeInTheDocument()
})

it('asks one of them in a press, and stays with the others', async () => {
  const { press, address } = openRequests([
    { ...bookingRequest, status: 'rejected', rejection_cause: 'caregiver' },
  ])
  answer('get /api/requests/12/backup-caregivers/', backupsOf([listedCaregiver(5), listedCaregiver(6)]))
  await screen.findByRole('region', { name: 'Also free at these times' })
  answer('post /api/requests/12/backup-requests/', bookingRequest, 201)
  const asked = backupsOf([listedCaregiver(6)], {
    requested: [5, 7].map((id) => ({ id, full_name: listedCaregiver(id).full_name })),
  })
  answer('get /api/requests/12/backup-caregivers/', asked)
  await press(`Send request to ${listedCaregiver(5).full_name}`)
  const names = [5, 7].map((id) => listedCaregiver(id).full_name).join(' and ')
  expect(await screen.findByText(`${names} already have your request.`)).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Also free at these times' })).toHaveFocus()
  expect(
    screen.getByRole('button', { name: `Send request to ${listedCaregiver(6).full_name}` }),
  ).toBeEnabled()
  expect(address()).toBe('/requests')
})

it.each<[string, Partial<BookingRequest>]>([
  ['withdrawn', { status: 'rejected', rejection_cause: 'withdrawn' }],
  [
    'declined, and its hours are past',
    {
      status: 'rejected',
      rejection_cause: 'caregiver',
      windows: bookingRequest.windows.map((one) => ({ ...one, start_utc: '2026-06-01T11:59:00Z' })),
    },
  ],
])('offers nobody else for a request that was %s', async (_, changes) => {
  openRequests([{ ...bookingRequest, ...changes }])
  await screen.findByRole('article')
  expect(screen.queryByText(/Also free|No one else/)).not.toBeInTheDocument()
})

it('says why a request was declined, if the caregiver said so', async () => {
  const windows = bookingRequest.windows.map((one) => ({ ...one, start_utc: '2026-06-01T11:59:00Z' }))
  const declined = { ...bookingRequest, windows, status: 'rejected', rejection_cause: 'caregiver' } as const
  openRequests([
    { ...declined, reject_reason: 'hours' },
    { ...declined, id: 13 },
  ])
  expect(
    await screen.findByText('Nora Lind declined: these hours don’t suit. You weren’t charged.'),
  ).toBeVisible()
  expect(screen.getByText('Nora Lind couldn’t take this request. You weren’t charged.')).toBeVisible()
})

it('offers nobody else before that, or once it is answered', async () => {
  const submitted_at = '2026-05-31T12:00:00Z'
  openRequests([bookingRequest, { ...bookingRequest, id: 13, submitted_at, status: 'accepted' }])
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(screen.queryByText(/Also free|No one else/)).not.toBeInTheDocument()
})

it('shows five requests a page and keeps the page in the address', async () => {
  const { press, address } = openRequests([bookingRequest], 11)
  const pages = await screen.findByRole('navigation', { name: 'Requests: pages' })
  expect(pages).toHaveTextContent('Page 1 of 3')
  expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled()
  await press('Next page')
  expect(await screen.findByText('2')).toBeInTheDocument()
  expect(address()).toBe('/requests?page=2')
})

it('offers to retry when the list fails to load', async () => {
  answer('get /api/requests/mine/', {}, 500)
  answer(bookingsCall, listOf([]))
  const { press } = renderPage(<MyRequestsPage />, { route: '/requests', session: sessionOf(family) })
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load requests')
  answer('get /api/requests/mine/', listOf([bookingRequest]))
  await press('Retry')
  expect(await screen.findByRole('article')).toBeInTheDocument()
})

it.each([
  [false, 'Block Nora Lind', 'Block Nora Lind?'],
  [true, 'Unblock Nora Lind', 'Unblock Nora Lind?'],
])(
  'blocks the caregiver of a request without a conversation, or unblocks them: %s',
  async (has_blocked, label, title) => {
    const { press, user } = openRequests([{ ...bookingRequest, has_blocked }])
    await screen.findByRole('article')
    await press('More about Nora Lind')
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([label, 'Report Nora Lind'])
    answer(`get /api/blocks/${bookingRequest.caregiver}/preview/`, emptyBlockPreview)
    await user.click(screen.getByRole('menuitem', { name: label }))
    expect(await screen.findByRole('alertdialog', { name: title })).toBeVisible()
  },
)
