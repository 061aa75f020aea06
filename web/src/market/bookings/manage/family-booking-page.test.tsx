import type { BookingDetail } from '@tendwell/contract/bookings/bookings'
import type { AvailableBooking } from '@tendwell/contract/safety/disputes'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import {
  backupsOf,
  booking,
  bookingRequest,
  monday,
  ownCaretakerProfile,
  reviewableBooking,
} from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { assignedDisputes, ownDisputes } from '../../../../test/lists.ts'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../../../test/server.ts'
import { CaregiverBookingPage } from './caregiver-booking-page.tsx'
import { FamilyBookingPage } from './family-booking-page.tsx'

const [window] = booking.windows as [BookingDetail['windows'][number]]
const completed = { ...window, state: 'completed' } as const
const canceled = {
  ...window,
  state: 'canceled',
  canceled_by: 'caretaker',
  canceled_at: '2026-06-01T10:00:00Z',
  canceled_for: null,
  cancel_reason: null,
  refund_usd: 126,
} as const

const disputable: AvailableBooking = {
  id: 12,
  caregiver_name: 'Nora Lind',
  windows: [],
  total_price_usd: 126,
  total_hours: 3,
  submitted_at: '2026-05-20T11:00:00Z',
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

function openFamilyPage(changes: Partial<BookingDetail> = {}, route = '/bookings/12') {
  answer('get /api/requests/bookings/caretaker/12/', { ...booking, ...changes })
  answer('get /api/reviews/caretakers/reviewable-bookings/', listOf([reviewableBooking]))
  answer('get /api/auth/caretaker/profile/', ownCaretakerProfile)
  answer('get /api/disputes/mine/', listOf([]))
  answer('get /api/disputes/bookings/available/', listOf([]))
  return renderPage(<FamilyBookingPage />, {
    route,
    path: '/bookings/:requestId',
    session: sessionOf(family),
  })
}

/** The links under "What’s next", by name. */
async function findSteps() {
  const list = within(await screen.findByRole('region', { name: 'What’s next' }))
  const links = await list.findAllByRole('link')
  return links.map((link) => link.getAttribute('href'))
}

it('confirms a new booking, with its hours, person, price and what to do next', async () => {
  openFamilyPage()
  expect(await screen.findByRole('heading', { level: 1, name: 'Booking with Nora Lind' })).toBeInTheDocument()
  expect(screen.getByText('You’re booked with Nora Lind')).toBeInTheDocument()
  expect(screen.getByText('Confirmed')).toBeInTheDocument()
  expect(screen.getByText('Tue, Jun 2')).toBeInTheDocument()
  expect(screen.getByText('9:00 AM – 12:00 PM')).toBeInTheDocument()
  expect(screen.getByText('3 hours at $42.00')).toBeInTheDocument()
  expect(screen.getByText('Total').parentElement).toHaveTextContent('$126.00')
  expect(screen.getByRole('link', { name: 'Message' })).toHaveAttribute('href', '/chat?caregiverId=2')
  expect(screen.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/caregivers/2')
  expect(await findSteps()).toEqual(['/caretaker/profile?next=%2Fbookings%2F12#phone'])
  expect(screen.getByText('Nora Lind hasn’t added a phone number. Send a message.')).toBeInTheDocument()
})

it('shows the children, the address, the note and the open dispute of a booking that was paid days ago', async () => {
  openFamilyPage({
    paid_at: '2026-05-28T11:30:00Z',
    children: [{ name: 'Astrid', age: 3, age_months: null, due_date: null }],
    note: 'Two cats.',
    address: {
      street: '12 Plane Street',
      apartment: '',
      neighborhood: 'Cobble Hill',
      postal_code: '11201',
      city: 'Brooklyn',
      country: 'United States',
    },
  })
  answer('get /api/disputes/mine/', listOf([{ ...ownDisputes[0], id: 5 }]))
  const panel = within(await screen.findByRole('region', { name: 'About this visit' }))
  expect(panel.getByText('Astrid (3 years)')).toBeInTheDocument()
  expect(panel.getByText('12 Plane Street, Cobble Hill, Brooklyn 11201, United States')).toBeInTheDocument()
  expect(panel.getByText('Two cats.')).toBeInTheDocument()
  expect(screen.getByText('Confirmed')).toBeInTheDocument()
  expect(screen.queryByText('You’re booked with Nora Lind')).not.toBeInTheDocument()
  expect(await screen.findByText('View dispute DPT-5')).toBeInTheDocument()
  expect(screen.queryByText('Report a problem')).not.toBeInTheDocument()
})

it('shows a caregiver what the family notes about each child', async () => {
  const child = { age: 3, age_months: null, due_date: null }
  openCaregiverPage({
    children: [
      { ...child, name: 'Astrid', notes: 'Peanut allergy: EpiPen in the hall' },
      { ...child, name: 'Tom' },
    ],
  })
  const panel = within(await screen.findByRole('region', { name: 'About this visit' }))
  const items = panel.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['Astrid (3 years)Peanut allergy: EpiPen in the hall', 'Tom (3 years)'])
})

it('says to a caregiver under review why the details of a visit are hidden, and whom to ask', async () => {
  openCaregiverPage({ is_restricted: true })
  const panel = within(await screen.findByRole('region', { name: 'About this visit' }))
  expect(panel.getByText(/^Your profile is not verified/)).toBeVisible()
  expect(panel.getByText(/from 48 hours before the visit/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'View profile' })).not.toBeInTheDocument()
  expect(panel.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
})

it('calls the other side and finds the address, and asks for a phone number only while there is none', async () => {
  openCaregiverPage({
    phone_number: '+1 (212) 555-0142',
    lacks_phone: false,
    is_phone_verified: true,
    shares_phone: true,
    emergency_contact: { name: 'Grandma', phone: '+1 212 555 0199' },
    address: { street: '12 Plane Street', neighborhood: '', city: 'Brooklyn', country: 'United States' },
  })
  const call = await screen.findByRole('link', { name: 'Call +1 (212) 555-0142' })
  expect(call).toHaveAttribute('href', 'tel:+12125550142')
  expect(screen.getByText(/^\+1 \(212\) 555-0142 \(verified\),/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open in Maps' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=12%20Plane%20Street%2C%20Brooklyn%2C%20United%20States',
  )
  expect(screen.getByText('In an emergency: Grandma')).toBeVisible()
  expect(screen.getByRole('link', { name: '+1 212 555 0199' })).toHaveAttribute('href', 'tel:+12125550199')
  expect(screen.queryByText('Add your phone number')).not.toBeInTheDocument()
  expect(screen.queryByText(/hasn’t added a phone number/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
})

it('changes what a booking ahead says about the visit, and leaves its children as they are', async () => {
  const { press, fill } = openFamilyPage({ note: 'Two cats.' })
  expect(screen.queryByRole('link', { name: /^Call/ })).not.toBeInTheDocument()
  await press('Change')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change this visit' }))
  await fill('Street address', '12 Plane Street')
  await fill('Their name', 'Grandma')
  await press('Save')
  expect(await dialog.findByText('Add their phone number')).toBeVisible()
  await fill('City', 'Brooklyn')
  await fill('Their phone number', '+1 212 555 0199')
  answer('patch /api/requests/12/visit/', booking)
  await press('Save')
  await expectToast('Visit changed')
  expect(lastBody()).toMatchObject({
    note: 'Two cats.',
    address: { street: '12 Plane Street', city: 'Brooklyn' },
    emergency_contact: { name: 'Grandma', phone: '+1 212 555 0199' },
  })
  expect(lastBody()).not.toHaveProperty('children')
})

it('saves a new child apart from the visit, and the visit not before that', async () => {
  const { press, user } = openFamilyPage()
  await press('Change')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change this visit' }))
  await press(/^Add (a|another) child$/)
  await waitFor(() => expect(dialog.getByLabelText('Child name')).toHaveFocus())
  await user.paste('Leo')
  await press('Save')
  expect(dialog.getByText('Add this child or cancel it')).toBeVisible()
  await user.type(dialog.getByLabelText('Child name'), '{Enter}')
  expect(await dialog.findByText('Choose the month')).toBeVisible()
  expect(dialog.getByLabelText('Child name')).toHaveValue('Leo')
  expect(sentWrites()).toEqual([])
})

it('offers a change of the visits ahead of a series, also once one has begun', async () => {
  const ahead = [32, 33].map((id) => ({ ...window, booking_id: id }))
  const { press } = openFamilyPage({ windows: [completed, ...ahead, { ...canceled, booking_id: 34 }] })
  await press('Change')
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the 2 visits ahead' }))
  expect(dialog.getByText(/^This is about what is ahead, not about visits that have begun/)).toBeVisible()
})

it('offers no change once the last visit has begun', async () => {
  openFamilyPage({ note: 'Two cats.', windows: [completed, { ...canceled, booking_id: 32 }] })
  expect(await screen.findByText('Two cats.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
})

it('offers a review, another booking and a dispute once it is over', async () => {
  openFamilyPage({ windows: [{ ...completed, booking_id: reviewableBooking.id }] })
  answer('get /api/disputes/bookings/available/', listOf([disputable]))
  await screen.findByText('Report a problem')
  await screen.findByText('Write a review')
  expect(await findSteps()).toEqual([
    `/my-reviews?booking=${reviewableBooking.id}`,
    '/caregiver/2/book?again=12',
    '/caretaker/disputes/add?booking=12',
  ])
})

it('says who canceled which visits, and which of them others are free for', async () => {
  const later = (day: string) => ({
    start_utc: `2026-06-${day}T13:00:00Z`,
    end_utc: `2026-06-${day}T16:00:00Z`,
  })
  const own = { ...canceled, refund_usd: 63 }
  const lost = { ...canceled, ...later('16'), booking_id: 32, canceled_by: 'caregiver' } as const
  const ahead = { ...window, ...later('23'), booking_id: 33 }
  answer('get /api/requests/12/backup-caregivers/', backupsOf([listedCaregiver(5)], { windows: [lost] }))
  openFamilyPage({ windows: [own, lost, ahead] })
  expect(
    (await screen.findByText('You canceled this visit, refund of $63.00')).parentElement,
  ).toHaveTextContent(/Jun 2.*You canceled this visit/)
  const byCaregiver = screen.getByText('Nora Lind canceled this visit, refund of $126.00').parentElement
  expect(byCaregiver).toHaveTextContent(/Jun 16.*Nora Lind canceled this visit/)
  const others = await screen.findByRole('region', { name: 'Also free at these times' })
  expect(others).toHaveTextContent('Jun 16')
  expect(others).not.toHaveTextContent('Jun 2 ')
  expect(screen.getByText(/^Cancel by Jun 20, 2026, .* to get all \$126\.00 back\.$/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cancel visit' })).toBeInTheDocument()
})

it('keeps visits that are ahead, over and canceled apart, and heads none that are alone', async () => {
  const on = (day: string) => ({
    start_utc: `2026-${day}T13:00:00Z`,
    end_utc: `2026-${day}T16:00:00Z`,
  })
  const over = { ...window, ...on('05-26'), state: 'completed' } as const
  const { unmount } = openFamilyPage({
    windows: [over, { ...window, ...on('06-09') }, { ...canceled, ...on('06-16') }],
  })
  for (const [name, heading, day] of [
    ['Upcoming visits', 'Upcoming', 'Jun 9'],
    ['Visits that are over', 'Already over', 'May 26'],
    ['Canceled times', 'Canceled', 'Jun 16'],
  ] as const) {
    const group = await screen.findByRole('region', { name })
    expect(group).toHaveTextContent(new RegExp(`^${heading}.*${day}`))
    expect(within(group).getAllByRole('listitem')).toHaveLength(1)
  }
  unmount()
  openFamilyPage({ windows: [over] })
  expect(await screen.findByRole('region', { name: 'Visits that are over' })).not.toHaveTextContent(/over/)
})

it('offers no others for a visit that we canceled for the family, or that has passed', async () => {
  const passed = { ...canceled, canceled_by: 'caregiver', start_utc: '2026-05-31T13:00:00Z' } as const
  const forFamily = { ...canceled, booking_id: 32, canceled_by: 'admin', canceled_for: 'caretaker' } as const
  openFamilyPage({ windows: [passed, forFamily] })
  expect(
    await screen.findByText('Tendwell canceled this visit for the family, refund of $126.00'),
  ).toBeInTheDocument()
  expect(screen.queryByText(/free at/)).not.toBeInTheDocument()
})

it('says for which side we canceled each visit, where it is known', async () => {
  const byUs = { ...canceled, canceled_by: 'admin', start_utc: '2026-05-31T13:00:00Z' } as const
  answer('get /api/requests/12/backup-caregivers/', backupsOf([]))
  openFamilyPage({
    windows: [
      { ...byUs, canceled_for: 'caretaker', refund_usd: 63 },
      { ...byUs, booking_id: 32, canceled_for: 'caregiver' },
      { ...byUs, booking_id: 33, canceled_for: null },
    ],
  })
  const lines = await screen.findAllByText(/^Tendwell canceled/)
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Tendwell canceled this visit for the family, refund of $63.00',
    'Tendwell canceled this visit for the caregiver, refund of $126.00',
    'Tendwell canceled this visit, refund of $126.00',
  ])
})

it('says what of a canceled booking the family’s bank decides about, or gave back', async () => {
  const byUs = { ...canceled, canceled_by: 'admin', canceled_for: 'caretaker', owed_usd: 126 } as const
  const { unmount } = openFamilyPage({ windows: [{ ...byUs, refund_usd: 0 }] })
  expect(
    await screen.findByText('Tendwell canceled this visit for the family, $126.00 by the bank’s decision'),
  ).toBeVisible()
  expect(screen.queryByText(/no refund/)).not.toBeInTheDocument()
  unmount()
  openFamilyPage({ windows: [{ ...byUs, refund_usd: 26 }] })
  const partly =
    'Tendwell canceled this visit for the family, refund of $26.00 and $100.00 by the bank’s decision'
  expect(await screen.findByText(partly)).toBeVisible()
})

it('shows a refund of a visit that took place', async () => {
  const refund = { id: 3, created_at: '2026-05-30T13:00:00Z', amount_usd: 42.67, reason: 'Came late' }
  openFamilyPage({ refunded_usd: 42.67, refunds: [{ ...refund, status: 'succeeded' }] })
  expect((await screen.findByText('Refunded')).parentElement).toHaveTextContent('−$42.67')
  expect(screen.getByRole('list', { name: 'Refunds' })).toHaveTextContent(
    '$42.67, refunded · May 30, 2026 · Came late',
  )
  expect(screen.getByText('After refunds')).toBeVisible()
  expect(screen.queryByText(/on its way/)).not.toBeInTheDocument()
})

it.each(['pending', 'failed'] as const)('says of a %s refund that it is on its way', async (status) => {
  const refund = { id: 3, created_at: '2026-05-30T13:00:00Z', amount_usd: 42.67, reason: 'Came late' }
  openFamilyPage({ refunding_usd: 42.67, refunds: [{ ...refund, status }] })
  expect(await screen.findByRole('list', { name: 'Refunds' })).toHaveTextContent('$42.67, on its way ·')
})

it('shows what came back for a canceled booking, and no way to people who are gone', async () => {
  const refund = { id: 3, created_at: '2026-05-30T13:00:00Z', amount_usd: 126, reason: 'You canceled' }
  openFamilyPage({
    windows: [canceled],
    refunded_usd: 0,
    refunding_usd: 126,
    refunds: [{ ...refund, status: 'pending' }],
    can_message: false,
    is_caregiver_listed: false,
  })
  expect(await screen.findByText('You canceled this visit, refund of $126.00')).toBeInTheDocument()
  expect(screen.getByText('Refund on its way').parentElement).toHaveTextContent('−$126.00')
  expect(screen.queryByText('Refunded')).not.toBeInTheDocument()
  expect(screen.getByText('You can’t send messages to Nora Lind right now.')).toBeInTheDocument()
  for (const name of ['Message', 'View profile']) {
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument()
  }
  expect(await findSteps()).toEqual(['/caregivers'])
})

it('says to the one who blocked that they did, with a way to lift the block', async () => {
  const { user } = openFamilyPage({ can_message: false, has_blocked: true, is_caregiver_listed: false })
  expect(await screen.findByText('You blocked Nora Lind.')).toBeInTheDocument()
  expect(screen.queryByText(/^You can’t send messages/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Unblock' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Unblock Nora Lind?' })
  answer('delete /api/blocks/2/', {}, 204)
  answer('get /api/requests/bookings/caretaker/12/', booking)
  await user.click(within(dialog).getByRole('button', { name: 'Unblock' }))
  expect(await screen.findByRole('link', { name: 'Message' })).toBeInTheDocument()
  expect(screen.queryByText(/^You blocked/)).not.toBeInTheDocument()
})

function openCaregiverPage(changes: Partial<BookingDetail> = {}) {
  answer('get /api/requests/bookings/caregiver/12/', { ...booking, payment_id: null, ...changes })
  answer('get /api/disputes/assigned-to-me/', listOf([{ ...assignedDisputes[0], id: 5 }]))
  return renderPage(<CaregiverBookingPage />, {
    route: '/caregiver/bookings/12',
    path: '/caregiver/bookings/:requestId',
    session: sessionOf(caregiver),
  })
}

it('shows a caregiver the family and the wallet, and no receipt', async () => {
  openCaregiverPage()
  expect(await screen.findByRole('heading', { name: 'Booking with Fay Hart' })).toBeInTheDocument()
  expect(screen.queryByText(/^You’re booked/)).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/caretakers/1')
  await screen.findByText('View dispute DPT-5')
  expect(await findSteps()).toEqual([
    '/caretakers/1',
    '/caregiver/profile?next=%2Fcaregiver%2Fbookings%2F12#phone',
    '/caregiver/disputes/5',
    '/caregiver/wallet',
  ])
  expect(screen.queryByRole('link', { name: 'Receipt' })).not.toBeInTheDocument()
})

it.each([
  ['2026-06-09T16:00:00Z', true],
  ['2026-05-30T16:00:00Z', false],
])('says what a caregiver receives, and until then from which day: %s', async (from, isAhead) => {
  openCaregiverPage({ earning: { amount_usd: 113.4, withdrawable_from: from } })
  expect((await screen.findByText('You receive')).parentElement).toHaveTextContent('$113.40')
  const text = 'You can withdraw it from Jun 9, 2026 at the earliest.'
  expect(screen.queryByText(text) !== null).toBe(isAhead)
})

it.each([
  [
    'caregiver',
    'dispute',
    'Dispute DPT-5 is open',
    'Fay Hart, and our team in the dispute.',
    '/caregiver/disputes/5',
  ],
  [
    'caretaker',
    'dispute',
    'Dispute DPT-5 is open',
    'Nora Lind, or close the dispute first.',
    '/caretaker/disputes/5',
  ],
  ['caregiver', 'bank', 'The family’s bank is looking into this payment', 'Fay Hart.', null],
  ['caretaker', 'bank', 'Your bank is looking into this payment', 'Nora Lind.', null],
] as const)('offers a %s no change while the money is on hold: %s', async (side, hold, title, whom, path) => {
  const earning = { amount_usd: 126, withdrawable_from: '2026-06-09T16:00:00Z' }
  if (side === 'caregiver') openCaregiverPage({ hold, earning })
  else openFamilyPage({ hold, free_cancellation: 'caregiver_under_review' })
  answer('get /api/disputes/mine/', listOf([{ ...ownDisputes[0], id: 5 }]))
  const notice = (await screen.findByText(title)).parentElement as HTMLElement
  expect(notice).toHaveTextContent('can’t be canceled or moved. If')
  expect(notice).toHaveTextContent(`tell ${whom}`)
  expect(screen.getByText('Nothing can be canceled while the money is on hold.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Cancel|Propose)/ })).not.toBeInTheDocument()
  expect(screen.queryByText(/^You can withdraw it/)).not.toBeInTheDocument()
  expect(screen.queryByText(/^If you cancel/)).not.toBeInTheDocument()
  expect(screen.queryByText(/^On hold/) !== null).toBe(side === 'caregiver')
  const link = screen.queryByRole('link', { name: 'View dispute' })
  expect(link?.getAttribute('href') ?? null).toBe(path)
  if (hold === 'bank') expect(await screen.findByText('View dispute DPT-5')).toBeVisible()
  else expect(screen.queryByText('View dispute DPT-5')).not.toBeInTheDocument()
})

it('says nothing of getting to know the family once the visits are over', async () => {
  openCaregiverPage({ windows: [completed] })
  await screen.findByText('View dispute DPT-5')
  expect(await findSteps()).toEqual(['/caregiver/disputes/5', '/caregiver/wallet'])
  expect(screen.getByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/caretakers/1')
})

it('offers no way to a family whose page the caregiver can’t open any more', async () => {
  openCaregiverPage({ can_message: false, windows: [completed] })
  await screen.findByText('View dispute DPT-5')
  expect(await findSteps()).toEqual(['/caregiver/disputes/5', '/caregiver/wallet'])
  expect(screen.queryByRole('link', { name: 'View profile' })).not.toBeInTheDocument()
})

it('leads to the family of a visit ahead, although one has blocked the other', async () => {
  openCaregiverPage({ can_message: false, has_blocked: true })
  expect(await screen.findByRole('link', { name: 'View profile' })).toHaveAttribute('href', '/caretakers/1')
})

it.each(['/bookings/12', '/bookings/abc'])(
  'says that there is no booking at %s, without a retry',
  async (route) => {
    for (const call of ['bookings/caretaker/12', '12']) {
      answer(`get /api/requests/${call}/`, { detail: 'Not found', code: 'not_found' }, 404)
    }
    renderPage(<FamilyBookingPage />, { route, path: '/bookings/:requestId', session: sessionOf(family) })
    expect(await screen.findByText('Failed to load booking')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
    for (const link of screen.getAllByRole('link', { name: 'My Bookings' })) {
      expect(link).toHaveAttribute('href', '/bookings')
    }
  },
)

it('shows a request that isn’t paid, with who else is free', async () => {
  answer('get /api/requests/bookings/caretaker/12/', { detail: 'Not found', code: 'not_found' }, 404)
  answer('get /api/requests/12/', { ...bookingRequest, status: 'rejected', rejection_cause: 'caregiver' })
  answer('get /api/requests/12/backup-caregivers/', backupsOf([listedCaregiver(5)]))
  renderPage(<FamilyBookingPage />, {
    route: '/bookings/12',
    path: '/bookings/:requestId',
    session: sessionOf(family),
  })
  expect(await screen.findByRole('heading', { name: 'Request to Nora Lind' })).toBeInTheDocument()
  expect(screen.getByText('Declined')).toBeInTheDocument()
  expect(await screen.findByRole('region', { name: 'Also free at these times' })).toBeInTheDocument()
})

it('offers to retry when the booking fails to load', async () => {
  const { press } = openFamilyPage()
  answer('get /api/requests/bookings/caretaker/12/', {}, 500)
  expect(await screen.findByText('Failed to load booking')).toBeInTheDocument()
  answer('get /api/requests/bookings/caretaker/12/', booking)
  await press('Retry')
  expect(await screen.findByText('Confirmed')).toBeInTheDocument()
})

it.each([
  ['family', openFamilyPage, 'Nora Lind'],
  ['caregiver', openCaregiverPage, 'Fay Hart'],
])(
  'tells the %s whom to call and where to report, first of all during a visit',
  async (_side, open, other) => {
    open({ windows: [{ ...window, state: 'in_progress' }] })
    const panel = await screen.findByRole('region', { name: 'Safety' })
    expect(within(panel).getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911')
    const hours = screen.getByRole('region', { name: 'When' })
    expect(panel.compareDocumentPosition(hours)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    fireEvent.click(within(panel).getByRole('button', { name: 'Something is wrong' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Something is wrong' }))
    expect(dialog.getByText(new RegExp(`${other} won’t be told`))).toBeVisible()
    expect(dialog.getByRole('link', { name: 'Call 911' })).toBeVisible()
  },
)

it('says whom to call below what’s next at another time', async () => {
  openFamilyPage()
  const panel = await screen.findByRole('region', { name: 'Safety' })
  const next = screen.getByRole('region', { name: 'What’s next' })
  expect(next.compareDocumentPosition(panel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

describe('asking a caregiver how the family was', () => {
  const ended = {
    ...completed,
    start_utc: '2026-05-30T13:00:00Z',
    end_utc: '2026-05-30T16:00:00Z',
  }
  const earlier = {
    ...ended,
    booking_id: 30,
    start_utc: '2026-05-29T13:00:00Z',
    end_utc: '2026-05-29T16:00:00Z',
  }
  const list = 'get /api/reviews/bookings/12/family-ratings/'
  const rating = {
    booking_id: 31,
    as_described: true,
    safe: true,
    kind: false,
    note: 'Shouted.',
    created_at: '2026-06-01T12:00:00Z',
  }
  const waiting = (...ids: number[]) => listOf(ids.map((booking_id) => ({ booking_id, rating: null })))

  it('takes an answer to each question, once a visit, and says who reads it', async () => {
    answer(list, waiting(30, 31))
    const { user, press, fill } = openCaregiverPage({ windows: [earlier, ended] })
    const panel = within(await screen.findByRole('region', { name: 'How was the family?' }))
    expect(panel.getByText(/^Only our team reads your answers\. Fay Hart and other/)).toBeVisible()
    expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Answer for Sat, May 30, 9:00 AM – 12:00 PM',
      'Answer for Fri, May 29, 9:00 AM – 12:00 PM',
    ])
    await press('Answer for Sat, May 30, 9:00 AM – 12:00 PM')
    const dialog = within(await screen.findByRole('dialog', { name: 'How was Fay Hart?' }))
    await press('Send to our team')
    expect(await dialog.findAllByText('Choose yes or no')).toHaveLength(3)
    expect(sentWrites()).toEqual([])
    for (const [question, choice] of [
      ['Was it as described?', 'Yes'],
      ['Did you feel safe?', 'Yes'],
      ['Were they kind to you?', 'No'],
    ] as const) {
      const group = within(dialog.getByRole('radiogroup', { name: new RegExp(question.replace('?', '')) }))
      await user.click(group.getByRole('radio', { name: choice }))
    }
    await fill(/What should our team know/, 'Shouted.')
    answer('post /api/reviews/family-ratings/', rating, 201)
    answer(
      list,
      listOf([
        { booking_id: 30, rating: null },
        { booking_id: 31, rating },
      ]),
    )
    await press('Send to our team')
    await expectToast('Thank you. Only our team reads this')
    const { created_at: _at, ...sent } = rating
    expect(lastBody()).toEqual(sent)
    expect(await panel.findAllByRole('button')).toHaveLength(1)
    expect(panel.getByText(/^Fri, May 29/)).toBeVisible()
  })

  it('asks for nothing before the end of a visit', async () => {
    openCaregiverPage()
    await screen.findByText('View dispute DPT-5')
    expect(screen.queryByRole('region', { name: 'How was the family?' })).not.toBeInTheDocument()
  })

  it('asks no more once all visits are answered', async () => {
    answer(list, listOf([{ booking_id: 31, rating }]))
    openCaregiverPage({ windows: [ended] })
    await screen.findByText('View dispute DPT-5')
    expect(screen.queryByRole('region', { name: 'How was the family?' })).not.toBeInTheDocument()
  })
})

it('tells the caregiver alone that a card had the family’s name', async () => {
  const { unmount } = openCaregiverPage({ is_card_checked: true })
  expect(await screen.findByText('Identity: card checked.')).toBeVisible()
  unmount()
  openFamilyPage({ is_card_checked: true })
  await screen.findByText('Confirmed')
  expect(screen.queryByText('Identity: card checked.')).not.toBeInTheDocument()
})
