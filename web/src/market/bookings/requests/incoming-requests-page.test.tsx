import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { OwnCaregiverProfile } from '@tendwell/contract/profiles/profiles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { bookingRequest, monday, ownCaregiverProfile } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../../../test/server.ts'
import { IncomingRequestsPage } from './incoming-requests-page.tsx'

const changeStatus = 'patch /api/requests/12/status/'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

function openIncoming(
  results: BookingRequest[] = [bookingRequest],
  profile: Partial<OwnCaregiverProfile> = {},
  query = '',
) {
  answer('get /api/auth/caregiver/profile/', { ...ownCaregiverProfile, ...profile })
  answer('get /api/requests/incoming/', listOf(results))
  return renderPage(<IncomingRequestsPage />, {
    route: `/requests/incoming${query}`,
    session: sessionOf(caregiver),
  })
}

it('says that there are no requests', async () => {
  openIncoming([])
  expect(await screen.findByText('No incoming requests')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Set Availability' })).toHaveAttribute(
    'href',
    '/caregiver/availability',
  )
})

it('shows the request of the address first and once, also one of another page of the list', async () => {
  const later: BookingRequest = { ...bookingRequest, id: 13 }
  answer('get /api/requests/13/', later)
  openIncoming([bookingRequest, later], {}, '?request=13')
  const lines = await screen.findAllByText(/^Request #/)
  expect(lines.map(({ textContent }) => textContent?.slice(0, 11))).toEqual(['Request #13', 'Request #12'])
  cleanup()
  openIncoming([bookingRequest], {}, '?request=13')
  await waitFor(() => expect(screen.getAllByText(/^Request #/)).toHaveLength(2))
  cleanup()
  answer('get /api/requests/14/', {}, 404)
  openIncoming([], {}, '?request=14')
  expect(await screen.findByText('No incoming requests')).toBeInTheDocument()
})

it('links the family’s name to its profile', async () => {
  openIncoming()
  expect(await screen.findByRole('link', { name: 'Fay Hart' })).toHaveAttribute('href', '/caretakers/1')
})

it('shows ages, the part of town and the note before the payment', async () => {
  const visit = {
    children: [{ age: 0, age_months: 8, due_date: null }],
    note: 'Two cats.',
    address: { neighborhood: 'Cobble Hill', city: 'Brooklyn', country: 'United States' },
  }
  openIncoming([
    { ...bookingRequest, ...visit },
    { ...bookingRequest, ...visit, id: 13, status: 'rejected', rejection_cause: 'caregiver' },
    { ...bookingRequest, id: 14 },
  ])
  const [open, rejected, bare] = (await screen.findAllByRole('article')).map((card) => within(card))
  for (const card of [open, rejected]) {
    expect(card?.getByText('8 months')).toBeInTheDocument()
    expect(card?.getByText(/^Cobble Hill, Brooklyn, United States/)).toBeInTheDocument()
    expect(card?.getByText('Two cats.')).toBeInTheDocument()
  }
  const hint = 'You’ll see the full address once the family has paid.'
  expect(open?.getByText(hint)).toBeInTheDocument()
  expect(rejected?.queryByText(hint)).not.toBeInTheDocument()
  expect(bare?.queryByText('Address')).not.toBeInTheDocument()
})

it('says that children are not of the ages the caregiver cares for', async () => {
  const years = (age: number) => ({ age, age_months: null, due_date: null })
  const children = [years(1), years(7), years(3), years(7)]
  openIncoming(
    [
      { ...bookingRequest, children },
      { ...bookingRequest, children, id: 13, status: 'rejected', rejection_cause: 'caregiver' },
      { ...bookingRequest, children: [years(1)], id: 14 },
    ],
    { care_ages: ['newborn', 'baby'] },
  )
  const cards = await screen.findAllByRole('article')
  expect(await within(cards[0] as HTMLElement).findByText(/^Not among the ages/)).toHaveTextContent(
    'Not among the ages you care for: 7 years and 3 years',
  )
  for (const card of cards.slice(1)) expect(card).not.toHaveTextContent('Not among')
})

it('says how far the visit is, and that it is farther than the caregiver travels', async () => {
  const address = { neighborhood: '', city: 'Brooklyn', country: 'United States' }
  openIncoming(
    [
      { ...bookingRequest, address, distance_km: 9.1 },
      { ...bookingRequest, address, id: 13, distance_km: 51.2 },
      { ...bookingRequest, address, id: 14, distance_km: 0.2 },
      { ...bookingRequest, address, id: 15 },
    ],
    { country: 'United States', travel_km: 16.09344 },
  )
  const [near, far, same, unknown] = await screen.findAllByRole('article')
  expect(near).toHaveTextContent('About 6 miles away')
  expect(near).not.toHaveTextContent('Farther than')
  expect(far).toHaveTextContent('About 32 miles awayFarther than the 10 miles you travel')
  expect(same).toHaveTextContent('In your city')
  expect(unknown).not.toHaveTextContent(/away|In your city/)
})

it('says it in kilometers where they are used, and knows no limit without one', async () => {
  const address = { neighborhood: '', city: 'Lyon', country: 'France' }
  openIncoming([{ ...bookingRequest, address, distance_km: 51.2 }], { country: 'France', travel_km: null })
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('About 52 km away')
  expect(card).not.toHaveTextContent('Farther than')
})

it('says before several visits are accepted that their money comes after the last one', async () => {
  const [window] = bookingRequest.windows as [BookingRequest['windows'][number]]
  const windows = [window, { ...window, start_utc: '2026-06-09T13:00:00Z', end_utc: '2026-06-09T16:00:00Z' }]
  openIncoming([
    { ...bookingRequest, windows },
    { ...bookingRequest, id: 13 },
    { ...bookingRequest, id: 14, windows, is_paid: true, status: 'accepted' },
  ])
  const cards = (await screen.findAllByRole('article')).map((card) => within(card))
  expect(cards.map((card) => card.queryByText(/^You’re paid for all visits/)?.textContent)).toEqual([
    'You’re paid for all visits after the last one, on Tue, Jun 9.',
    undefined,
    undefined,
  ])
})

it('accepts a request', async () => {
  const { press } = openIncoming()
  await screen.findByRole('article')
  const accepted: BookingRequest = { ...bookingRequest, status: 'accepted' }
  answer(changeStatus, accepted)
  answer('get /api/requests/incoming/', listOf([accepted]))
  await press('Accept')
  await expectToast('Request accepted')
  expect(lastBody()).toEqual({ status: 'accepted' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument())
})

it('rejects a request after a confirmation', async () => {
  const { press } = openIncoming()
  await screen.findByRole('article')
  await press('Reject')
  const dialog = await screen.findByRole('alertdialog', { name: 'Reject this request?' })
  expect(dialog).toHaveTextContent('Fay Hart')
  await press('Cancel')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])

  await press('Reject')
  answer(changeStatus, {}, 500)
  await press('Reject request')
  await expectToast('Failed to update request')
  answer(changeStatus, { ...bookingRequest, status: 'rejected' })
  await press('Reject request')
  await expectToast('Request rejected')
  expect(lastBody()).toEqual({ status: 'rejected' })
})

it('rejects a request with a reason from the list', async () => {
  const { press, choose } = openIncoming()
  await press('Reject')
  await choose('Reason', 'These hours don’t suit me')
  answer(changeStatus, { ...bookingRequest, status: 'rejected', reject_reason: 'hours' })
  await press('Reject request')
  await expectToast('Request rejected')
  expect(lastBody()).toEqual({ status: 'rejected', reason: 'hours' })
})

it('shows why an answer was refused, or that it failed', async () => {
  const { press } = openIncoming()
  await screen.findByRole('article')
  answer(changeStatus, { detail: 'This request was answered', code: 'conflict' }, 409)
  await press('Accept')
  await expectToast('This request was answered')
  answer(changeStatus, {}, 500)
  await press('Accept')
  await expectToast('Failed to update request')
  expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled()
})

it.each<[string, Partial<BookingRequest>]>([
  ['accepted', { status: 'accepted' }],
  ['rejected', { status: 'rejected', rejection_cause: 'caregiver' }],
  ['paid', { status: 'accepted', is_paid: true }],
  [
    'begun',
    { windows: bookingRequest.windows.map((one) => ({ ...one, start_utc: '2026-06-01T11:59:00Z' })) },
  ],
])('cannot answer a request that is %s', async (_, changes) => {
  openIncoming([{ ...bookingRequest, ...changes }])
  await screen.findByRole('article')
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument()
})

it.each([
  // Also after a block, which isn't told apart.
  ['caregiver', 'You rejected this request.'],
  ['unavailable', 'Closed: these times could no longer be booked with you.'],
] as const)('says why a request was closed: %s', async (rejection_cause, note) => {
  openIncoming([{ ...bookingRequest, status: 'rejected', rejection_cause }])
  expect(await screen.findByText(note)).toBeInTheDocument()
  expect(screen.queryByText('Declined')).not.toBeInTheDocument()
})

it('offers to retry when the requests fail to load', async () => {
  answer('get /api/auth/caregiver/profile/', ownCaregiverProfile)
  answer('get /api/requests/incoming/', {}, 500)
  const { press } = renderPage(<IncomingRequestsPage />, {
    route: '/requests/incoming',
    session: sessionOf(caregiver),
  })
  expect(await screen.findByText('Failed to load requests')).toBeInTheDocument()
  answer('get /api/requests/incoming/', listOf([bookingRequest]))
  await press('Retry')
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument()
})

it.each([
  ['flagged', 'Your profile is under review'],
  ['rejected', 'We couldn’t verify your profile'],
  ['pending', 'Your profile is pending admin verification'],
] as const)('tells a %s caregiver why they can’t accept, and lets them reject', async (status, title) => {
  openIncoming([bookingRequest], {
    verification_status: status,
    rejection_reason: status === 'rejected' ? 'Bulk rejection' : null,
  })
  expect(await screen.findByText(title)).toBeInTheDocument()
  await screen.findByRole('article')
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled()
  if (status === 'rejected') expect(screen.getByText(/Contact support to learn what to change/)).toBeVisible()
  expect(screen.queryByText(/Bulk/)).not.toBeInTheDocument()
})

it.each([
  [
    { gov_id_back: null },
    'Upload the back of your ID so we can verify you. You can accept requests once you’re verified.',
  ],
  [
    {},
    'We’re checking your profile and your ID, and email you once it’s decided. You can accept requests once you’re verified.',
  ],
])('says to a pending caregiver what is missing, or that we mail: %j', async (missing, text) => {
  const papers = { gov_id_front: '/api/files/1', gov_id_back: '/api/files/2' }
  openIncoming([], { verification_status: 'pending', ...papers, ...missing })
  expect(await screen.findByText(text)).toBeVisible()
})
