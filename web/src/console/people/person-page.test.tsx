import type { AdminMeeting, AdminReview, AdminSession, PersonRecord } from '@tendwell/contract/console/people'
import type { AdminFamilyRating, FamilyPattern } from '@tendwell/contract/reviews/family-ratings'
import type { PersonTwoStep } from '@tendwell/contract/sign-in/two-step'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { expectPersonLinks, expectToast } from '../../../test/expect.ts'
import { adminReports, adminRequests } from '../../../test/lists.ts'
import { admin, sessionOf } from '../../../test/people.ts'
import {
  adminPayment,
  adminPayout,
  adminRefund,
  auditEntries,
  fineCheck,
  note,
  personRecord,
} from '../../../test/records.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites, server } from '../../../test/server.ts'
import { openRecovery, personTwoStep } from '../../../test/two-step.ts'
import { PersonPage } from './person-page.tsx'

const personReview: AdminReview = {
  id: 4,
  request_id: 12,
  caregiver: { id: 2, name: 'Nora Lind' },
  family: { id: 3, name: 'Fay Hart' },
  rating: 4,
  comment: 'So kind',
  reply: null,
  created_at: '2026-05-01T12:00:00Z',
  is_hidden: true,
}
const personSession: AdminSession = {
  id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0009',
  device: 'Firefox on Windows',
  address: '192.0.2.7',
  country: 'Norway',
  created_at: '2026-05-01T12:00:00Z',
  used_at: '2026-06-01T12:00:00Z',
}
const otherSession: AdminSession = {
  ...personSession,
  id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0010',
  device: 'Safari on iPhone',
  country: null,
}
const personMeeting: AdminMeeting = {
  id: 6,
  caregiver: { id: 2, name: 'Nora Lind' },
  family: { id: 3, name: 'Fay Hart' },
  start_utc: '2030-12-01T14:00:00Z',
  end_utc: '2030-12-01T14:30:00Z',
  way: 'in_person',
  place: '•••',
  note: '',
  status: 'accepted',
}
const familyAnswer: AdminFamilyRating = {
  id: 5,
  booking_id: 12,
  caregiver: { id: 7, name: 'Vera Holt' },
  as_described: true,
  safe: false,
  kind: false,
  note: 'Shouted at me.',
  created_at: '2026-06-01T12:00:00Z',
}
const familyPattern: FamilyPattern = {
  person_id: 2,
  name: 'Nora Lind',
  since: '2026-06-01T12:00:00Z',
  last_id: 5,
  not_safe: 2,
  any_no: 3,
}
const personMoney = { payments: adminPayment, refunds: adminRefund, payouts: adminPayout }

const verification = 'post /api/admin-panel/caregivers/2/verification/'

async function openPerson(
  person: PersonRecord = personRecord,
  user = admin,
  twoStep: PersonTwoStep = personTwoStep,
  status = 200,
) {
  answer('get /api/admin-panel/people/2/', person)
  answer('get /api/admin-panel/requests/', listOf(adminRequests.slice(0, 1)))
  answer('get /api/admin-panel/history/', listOf(auditEntries))
  answer('get /api/admin-panel/notes/', listOf([note]))
  answer('get /api/admin-panel/reports/', listOf(adminReports))
  answer('get /api/admin-panel/people/2/two-step/', twoStep, status)
  answer('get /api/admin-panel/people/2/reviews/', listOf([personReview]))
  answer('get /api/admin-panel/people/2/meetings/', listOf([personMeeting]))
  answer('get /api/admin-panel/people/2/family-ratings/', listOf([familyAnswer]))
  answer('get /api/admin-panel/people/2/sessions/', listOf([personSession, otherSession]))
  for (const [name, row] of Object.entries(personMoney)) {
    server.use(
      http.get(`/api/admin-panel/${name}/`, ({ request: { url } }) => {
        const isTheirs = new URL(url).searchParams.get('person_id') === '2'
        return HttpResponse.json(listOf<object>(isTheirs ? [row] : []))
      }),
    )
  }
  const page = renderPage(<PersonPage />, {
    route: '/admin/people/2',
    path: '/admin/people/:personId',
    session: sessionOf(user),
  })
  await screen.findByRole('heading', { level: 1, name: person.full_name })
  return page
}

const region = (name: string) => within(screen.getByRole('region', { name }))

it('shows who a caregiver is, what is ahead, their documents, money, notes and history', async () => {
  const balances = { available_usd: 84, escrow_usd: 252, held_usd: 12, in_transit_usd: 34 }
  await openPerson({ ...personRecord, balances })
  expect(screen.getByText(/^Caregiver · #2 · joined Jan 5, 2026/)).toBeVisible()
  expect(screen.getByText('2 visits ahead, $252.00 paid')).toBeVisible()
  expect(region('Verification').getByText('Verified')).toBeVisible()
  expect(region('Verification').getByRole('link', { name: /View of ID, front/ })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Balances' })).toHaveTextContent(
    /Available\$84\.00Held until release\$252\.00On hold for disputes\$12\.00Being paid out\$34\.00$/,
  )
  expect(await region('Notes').findByText('Called about parking')).toBeVisible()
  expectPersonLinks({ 'Ada Moss': 3 }, region('Notes'))
  expect(await region('History').findByText(/Decided on the verification/)).toHaveTextContent(
    'status: pending → verified',
  )
  expect(await region('Reports').findByRole('link', { name: '#1' })).toHaveAttribute(
    'href',
    '/admin/reports/1',
  )
  const reports = within(region('Reports').getByRole('table', { name: 'Reports' }))
  expect(reports.getAllByText('About them')).toHaveLength(adminReports.length)
  expect(reports.queryByRole('columnheader', { name: 'Reported by' })).not.toBeInTheDocument()
  const bookings = region('Bookings and disputes')
  expect(await bookings.findByRole('link', { name: '#1' })).toHaveAttribute('href', '/admin/bookings/1')
})

it('lists meetings with the other side, without the place', async () => {
  await openPerson()
  const meeting = (await region('Meetings').findByRole('link', { name: 'Fay Hart' })).closest('tr')
  expect(meeting).toHaveTextContent(/Dec 1, 2030.*, 30 minutes.*In person, •••.*–.*Accepted/)
})

const family: PersonRecord = {
  ...personRecord,
  role: 'caretaker',
  caregiver: null,
  phone_number: '••• 42',
  family: {
    street: '•••',
    apartment: '',
    postal_code: '•••',
    city: 'Boston',
    country: 'United States',
    children: 2,
  },
}

it('masks contact and address until a reason is chosen', async () => {
  const page = await openPerson(family)
  const contact = region('Contact')
  expect(contact.getByText('n•••@example.test')).toBeVisible()
  expect(contact.getByText('••• 42')).toBeVisible()
  expect(contact.getByText('Hidden (Boston, United States)')).toBeVisible()
  expect(contact.queryByRole('link')).not.toBeInTheDocument()
  await page.press('Show')
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Show the contact details of/ }))
  expect(dialog.getByText(/This is recorded/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Show' })).toBeDisabled()
  await page.press('Cancel')
  expect(sentWrites()).toEqual([])

  await page.press('Show')
  await page.press(/Reason/)
  await page.user.click(screen.getByRole('option', { name: 'A request for help' }))
  answer('post /api/admin-panel/people/2/contact/show/', {
    email: 'nora.lind@example.test',
    phone_number: '+1 617 555 0142',
    family: {
      street: '12 Elm Street',
      apartment: '',
      postal_code: '02134',
      city: 'Boston',
      country: 'United States',
    },
  })
  await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('region', { name: 'Contact' })).toHaveFocus())
  expect(region('Contact').getByRole('link', { name: 'nora.lind@example.test' })).toHaveAttribute(
    'href',
    'mailto:nora.lind@example.test',
  )
  expect(lastBody()).toEqual({ reason: 'help' })
  expect(region('Contact').getByText('+1 617 555 0142')).toBeVisible()
  expect(region('Contact').getByText('12 Elm Street, 02134 Boston, United States')).toBeVisible()
  expect(region('Contact').queryByRole('button', { name: 'Show' })).not.toBeInTheDocument()
})

it('says that the photo and description are hidden, and because of which report', async () => {
  const hidden = { at: '2026-06-01T12:00:00Z', report_id: 7 }
  await openPerson({ ...personRecord, caregiver: { ...personRecord.caregiver, hidden } } as PersonRecord)
  expect(region('Profile').getByText('Photo and description hidden')).toBeVisible()
  expect(region('Profile').getByRole('link', { name: 'report #7' })).toHaveAttribute(
    'href',
    '/admin/reports/7',
  )
})

it('shows who has blocked a person, and why', async () => {
  const block = {
    blocker: { id: 3, name: 'Fay Hart' },
    reason: 'harassment' as const,
    text: 'They threatened me',
    blocked_at: '2026-06-01T09:00:00Z',
  }
  await openPerson({ ...personRecord, blocked_by: [block] })
  const blocks = region('Blocked by')
  expect(blocks.getByRole('link', { name: 'Fay Hart' })).toHaveAttribute('href', '/admin/people/3')
  expect(blocks.getByText('Harassment or insults')).toBeVisible()
  expect(blocks.getByText('They threatened me')).toBeVisible()
})

it('shows what a person shares with someone who was banned, and links to them', async () => {
  const match = { trait: 'phone' as const, person_id: 3, banned_at: '2026-06-01T09:00:00Z' }
  await openPerson({ ...personRecord, ban_matches: [match] })
  expect(screen.getByText(/Has the same phone number as/)).toHaveTextContent(
    'Has the same phone number as person #3, whom we deactivated on',
  )
  expect(screen.getByRole('link', { name: 'person #3' })).toHaveAttribute('href', '/admin/people/3')
})

it('revokes a verification with a reason, naming what was seen and the bookings it cancels', async () => {
  const page = await openPerson()
  const sums = { price_usd: 96, policy_refund_usd: 66, full_refund_usd: 66 }
  const booking = {
    request_id: 12,
    person: { id: 3, name: 'Fay Hart' },
    visits: 2,
    start_utc: '2026-07-01T09:00:00Z',
  }
  answer('get /api/admin-panel/people/2/deactivation/', {
    open_requests: 1,
    bookings: [{ ...booking, ...sums }],
    ...sums,
    policy_waiting_usd: 0,
    full_waiting_usd: 0,
  })
  expect(screen.queryByRole('button', { name: 'Verify Nora Lind' })).not.toBeInTheDocument()
  await page.press('Revoke Nora Lind')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText('1 paid booking ahead, $66.00 of $96.00 goes back.')).toBeVisible()
  expect(dialog.getByRole('link', { name: /#12/ })).toBeVisible()
  expect(dialog.getByText(/1 open request will be closed/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Revoke verification' })).toBeDisabled()
  await page.fill('Rejection Reason *', 'The certificate has expired')
  answer(verification, { message: 'Caregiver rejected successfully', verification_status: 'rejected' })
  await page.press('Revoke verification')
  await expectToast('Caregiver rejected successfully')
  expect(lastBody()).toEqual({
    verification_status: 'rejected',
    rejection_reason: 'The certificate has expired',
    admin_notes: '',
    full_name: 'Nora Lind',
    avatar: null,
    document_ids: { id_front: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001', id_back: null, certificate: null },
    refund_usd: 66,
  })
})

it('verifies a rejected caregiver again, whose document was checked', async () => {
  const caregiver = {
    ...personRecord.caregiver,
    documents: personRecord.caregiver?.documents.map((document) => ({ ...document, check: fineCheck })),
    verification_status: 'rejected',
    rejection_reason: 'Blurred',
  }
  const page = await openPerson({ ...personRecord, caregiver } as PersonRecord)
  expect(region('Verification').getByText('Blurred')).toBeVisible()
  answer(verification, { message: 'Caregiver verified successfully', verification_status: 'verified' })
  await page.press('Verify Nora Lind')
  await expectToast('Caregiver verified successfully')
  expect(lastBody()).toMatchObject({ verification_status: 'verified' })
})

it('adds a note', async () => {
  const page = await openPerson()
  await page.fill('New note', 'Sent the new contract')
  answer('post /api/admin-panel/notes/', { ...note, id: 2, text: 'Sent the new contract' }, 201)
  await page.press('Add note')
  await expectToast('Note added')
  expect(lastBody()).toEqual({ subject: 'user:2', text: 'Sent the new contract' })
  expect(screen.getByLabelText('New note')).toHaveValue('')
})

it('keeps a note that is typed while the one before is sent', async () => {
  const page = await openPerson()
  await page.fill('New note', 'Sent the new contract')
  const release = answerLater('post /api/admin-panel/notes/', { ...note, id: 2 }, 201)
  await page.press('Add note')
  await page.fill('New note', 'They signed it')
  release()
  await expectToast('Note added')
  expect(screen.getByLabelText('New note')).toHaveValue('They signed it')
})

it('does not send an empty note', async () => {
  const page = await openPerson()
  await page.press('Add note')
  expect(await screen.findByText('Note is required')).toBeVisible()
  expect(sentWrites()).toEqual([])
})

it.each([
  ['support', false],
  ['admin', true],
] as const)(
  'shows history and sessions of a member of staff to admins only, and no money or reviews: %s',
  async (staffRole, isShown) => {
    const colleague = { ...personRecord, role: 'admin', staff_role: 'finance', caregiver: null } as const
    await openPerson(colleague, { ...admin, staff_role: staffRole })
    for (const name of ['History', 'Sessions'])
      expect(screen.queryByRole('region', { name }) !== null).toBe(isShown)
    for (const name of ['Payments and payouts', 'Reviews'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument()
  },
)

it('shows an admin payments, payouts, reviews and sessions', async () => {
  const page = await openPerson({ ...personRecord, payout_on_its_way: true })
  const money = region('Payments and payouts')
  const tabs = money.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(tabs).toEqual(['Payments', 'Refunds', 'Payouts'])
  const payments = within(await money.findByRole('table', { name: 'payments' }))
  expect(payments.getByRole('columnheader', { name: 'Family' })).toBeVisible()
  // Each row is of this caregiver, and what is stuck is retried where all payments are.
  expect(payments.queryByRole('columnheader', { name: 'Caregiver' })).not.toBeInTheDocument()
  expect(payments.queryByRole('button')).not.toBeInTheDocument()
  await page.user.click(money.getByRole('tab', { name: 'Payouts' }))
  expect(await money.findByRole('table', { name: 'payouts' })).toBeVisible()
  const review = (await region('Reviews').findByText('So kind')).closest('tr')
  expect(review).toHaveTextContent(/Fay Hart.*#12.*4\/5.*Hidden from families/)
  expect(await region('Sessions').findByText('Firefox on Windows')).toBeVisible()
  expect(region('Sessions').getByText(/^192\.0\.2\.7, Norway/)).toHaveTextContent(
    /Logged in .*May 1.*, last active/,
  )
  expect(region('Sessions').getByText('192.0.2.7')).toBeVisible()
  expect(screen.queryByText('A payout is on its way.')).not.toBeInTheDocument()
})

it('shows support staff that a payout is on its way, and no other money', async () => {
  const person = { ...personRecord, payout_on_its_way: true, balances: null }
  await openPerson(person, { ...admin, staff_role: 'support' })
  expect(screen.getByText('A payout is on its way.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Payments and payouts' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Balances' })).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Sessions' })).toBeVisible()
})

it('says why a family can’t pay, and lets it pay again after a lost chargeback', async () => {
  const family: PersonRecord = {
    ...personRecord,
    role: 'caretaker',
    caregiver: null,
    payments_stopped: 'open',
  }
  const open = await openPerson(family, { ...admin, staff_role: 'finance' })
  expect(region('Can’t pay').getByText(/A bank is deciding about one of their payments/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow payments' })).not.toBeInTheDocument()
  // Only caregivers are paid out.
  expect(screen.queryByRole('tab', { name: 'Payouts' })).not.toBeInTheDocument()
  open.unmount()
  const lost: PersonRecord = { ...family, payments_stopped: 'lost' }
  const asSupport = await openPerson(lost, { ...admin, staff_role: 'support' })
  expect(region('Can’t pay').getByText(/until finance or an admin allows it/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Allow payments' })).not.toBeInTheDocument()
  asSupport.unmount()
  const page = await openPerson(lost, { ...admin, staff_role: 'finance' })
  await page.press('Allow payments')
  const dialog = await screen.findByRole('alertdialog', { name: 'Let Nora Lind pay again?' })
  answer('post /api/admin-panel/people/2/allow-payments/', { message: 'They can pay again' })
  answer('get /api/admin-panel/people/2/', family)
  await page.user.click(within(dialog).getByRole('button', { name: 'Allow payments' }))
  await expectToast('They can pay again')
  expect(sentWrites()).toEqual(['POST /api/admin-panel/people/2/allow-payments/'])
})

it('shows finance staff bookings and money, and no documents, decisions, disputes or sessions', async () => {
  await openPerson(personRecord, { ...admin, staff_role: 'finance' })
  expect(screen.queryByRole('link', { name: /View of/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Revoke|Flag/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Bookings and disputes' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Sign-in security' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Sessions' })).not.toBeInTheDocument()
  expect(await region('Bookings').findByRole('link', { name: '#1' })).toHaveAttribute(
    'href',
    '/admin/bookings/1',
  )
  expect(await region('Payments and payouts').findByRole('table', { name: 'payments' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/admin')
})

it('says when there is no such person', async () => {
  answer('get /api/admin-panel/people/2/', { detail: 'Not found', code: 'not_found', request_id: 'x' }, 404)
  renderPage(<PersonPage />, {
    route: '/admin/people/2',
    path: '/admin/people/:personId',
    session: sessionOf(admin),
  })
  expect(await screen.findByText('We couldn’t find a person with this number.')).toBeVisible()
})

it('shows why an account was deactivated', async () => {
  const deactivation = { at: '2026-06-01T12:00:00Z', reason: 'Forged papers', until: null }
  await openPerson({ ...personRecord, is_active: false, deactivation })
  expect(screen.getByText('Deactivated on Jun 1, 2026: Forged papers')).toBeVisible()
})

it('shows until when an account is suspended', async () => {
  const deactivation = { at: '2026-06-01T12:00:00Z', reason: 'Insults', until: '2026-06-20' }
  await openPerson({ ...personRecord, is_active: false, deactivation })
  expect(screen.getByText('Suspended on Jun 1, 2026 until Jun 20, 2026: Insults')).toBeVisible()
  expect(screen.getByText('Suspended until Jun 20, 2026')).toBeVisible()
})

const closedAt = '2026-06-01T12:00:00Z'

it('shows when a person closed the account and when it will be erased', async () => {
  const closed = { at: closedAt, erased_at: '2026-06-15T12:00:00Z', is_due: false, is_erased: false }
  await openPerson({ ...personRecord, is_active: false, closed })
  const line = 'Closed by its owner on Jun 1, 2026. Will be erased on Jun 15, 2026.'
  expect(screen.getByText(line)).toBeVisible()
  expect(screen.getByText('Closed')).toBeVisible()
  expect(region('Contact').getByText(personRecord.email)).toBeVisible()
})

it('says what keeps a closed account from being erased', async () => {
  const closed = { at: closedAt, erased_at: '2026-06-15T12:00:00Z', is_due: true, is_erased: false }
  await openPerson({ ...personRecord, is_active: false, closed })
  expect(
    screen.getByText(/What open reports, disputes and chargebacks need is kept until they are decided\.$/),
  ).toBeVisible()
  expect(screen.queryByText(/Will be erased/)).not.toBeInTheDocument()
})

it('shows only what is kept of an erased person', async () => {
  const closed = { at: closedAt, erased_at: '2026-06-16T12:00:00Z', is_due: false, is_erased: true }
  await openPerson({ ...personRecord, full_name: 'Former member', is_active: false, closed })
  expect(screen.getByText('Erased on Jun 16, 2026')).toBeVisible()
  expect(screen.getByText('Erased')).toBeVisible()
  expect(screen.queryByText(personRecord.email)).not.toBeInTheDocument()
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  const erased = ['Contact', 'Sign-in security', 'Sessions', 'Verification', 'Background checks', 'Profile']
  for (const name of erased) {
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument()
  }
  for (const name of ['History', 'Bookings and disputes', 'Reports', 'Notes', 'Balances']) {
    expect(screen.getByRole('region', { name })).toBeVisible()
  }
})

const security = () => region('Sign-in security')
const ask = 'Ask to turn off two-step sign-in'

it('asks another admin to turn off two-step sign-in, with a reason', async () => {
  const page = await openPerson()
  expect(await security().findByText('Two-step sign-in is on')).toBeVisible()
  expect(security().getByText('8 codes left')).toBeVisible()
  await page.press(ask)
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByRole('button', { name: 'Ask another admin' })).toBeDisabled()
  await page.fill('Reason *', 'Video call, compared with the ID')
  answer('post /api/admin-panel/people/2/two-step/recovery/', { ...openRecovery, can_decide: false }, 201)
  answer('get /api/admin-panel/people/2/two-step/', {
    ...personTwoStep,
    recovery: { ...openRecovery, can_decide: false },
  })
  await page.press('Ask another admin')
  await expectToast('Another admin can approve it in 24 hours')
  expect(lastBody()).toEqual({ reason: 'Video call, compared with the ID' })
  expect(await security().findByText('Needs another admin')).toBeVisible()
  expect(security().queryByRole('button')).not.toBeInTheDocument()
})

it.each([
  ['Approve', 'Turn off two-step sign-in', 'approve', 'Two-step sign-in turned off'],
  ['Decline', 'Decline request', 'decline', 'Request declined'],
])('lets another admin decide after a question: %s', async (button, confirm, decision, message) => {
  const page = await openPerson(personRecord, admin, { ...personTwoStep, recovery: openRecovery })
  expect(await security().findByText(openRecovery.reason)).toBeVisible()
  const heading = { level: 3, name: 'Request to turn off two-step sign-in' }
  expect(security().getByRole('heading', heading)).toBeVisible()
  expect(security().getByRole('link', { name: 'Ada Moss' })).toHaveAttribute('href', '/admin/people/3')
  expect(security().queryByRole('button', { name: ask })).not.toBeInTheDocument()
  await page.press(button)
  answer('post /api/admin-panel/two-step-recoveries/9/decision/', { ...openRecovery, state: 'declined' })
  await page.press(confirm)
  await expectToast(message)
  expect(lastBody()).toEqual({ decision })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
})

it.each([
  ['wait', /^Can be approved from Jun 2, 2026/],
  ['new_admin', /^You can decline it. Only someone who has been an admin for 30 days/],
  ['related', /^You can decline it. You and the person who asked brought one another onto the staff/],
] as const)('lets an admin who can’t approve only decline, and says why: %s', async (obstacle, why) => {
  await openPerson(personRecord, admin, { ...personTwoStep, recovery: { ...openRecovery, obstacle } })
  expect(await security().findByText(why)).toBeVisible()
  expect(security().getByRole('button', { name: 'Decline' })).toBeVisible()
  expect(security().queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument()
  expect(security().queryByText(/No admin can approve it yet/)).not.toBeInTheDocument()
})

it('says what to do when no admin can approve a request', async () => {
  const alone = { ...openRecovery, can_decide: false, has_approver: false }
  await openPerson(personRecord, admin, { ...personTwoStep, recovery: alone })
  expect(await security().findByText(/^No admin can approve it yet/)).toBeVisible()
})

it('shows how the last request ended, and lets staff ask again', async () => {
  const stopped = {
    ...openRecovery,
    state: 'stopped',
    decided_at: '2026-06-01T10:00:00Z',
    can_decide: false,
  } as const
  await openPerson(personRecord, admin, { ...personTwoStep, recovery: stopped })
  expect(await security().findByText(/^Stopped by the person · /)).toBeVisible()
  expect(security().getByRole('button', { name: ask })).toBeVisible()
})

it('offers nothing to turn off when two-step sign-in is off', async () => {
  const off = { is_on: false, passkeys: 0, has_app: false, recovery_codes_left: 0, recovery: null }
  await openPerson(personRecord, admin, off)
  expect(await security().findByText('Two-step sign-in is off')).toBeVisible()
  expect(security().queryByRole('button', { name: ask })).not.toBeInTheDocument()
})

it('offers to retry when sign-in security fails to load', async () => {
  const page = await openPerson(personRecord, admin, personTwoStep, 500)
  expect(await security().findByText('Failed to load sign-in security')).toBeVisible()
  answer('get /api/admin-panel/people/2/two-step/', personTwoStep)
  await page.press('Retry')
  expect(await security().findByText('Two-step sign-in is on')).toBeVisible()
})

const colleague = { ...personRecord, role: 'admin', staff_role: 'finance', caregiver: null } as const

it('shows the sign-in security of a colleague to admins', async () => {
  await openPerson(colleague, { ...admin, staff_role: 'admin' })
  expect(await security().findByText('Two-step sign-in is on')).toBeVisible()
})

it('keeps the sign-in security of a colleague from support', async () => {
  await openPerson(colleague, { ...admin, staff_role: 'support' })
  expect(screen.queryByRole('region', { name: 'Sign-in security' })).not.toBeInTheDocument()
})

it('shows what caregivers said of a family, until someone marks it as looked at', async () => {
  answer('get /api/admin-panel/family-patterns/', listOf([familyPattern]))
  const page = await openPerson(family)
  const panel = region('What caregivers said')
  expect(await panel.findByRole('cell', { name: 'Not safe and not kind' })).toBeVisible()
  expect(panel.getByRole('link', { name: 'Vera Holt' })).toHaveAttribute('href', '/admin/people/7')
  expect(panel.getByText('Shouted at me.')).toBeVisible()
  expect(panel.getByText(/2 caregivers didn’t feel safe\. 3 caregivers had a problem/)).toBeVisible()
  answer('post /api/admin-panel/people/2/family-ratings/looked-at/', { message: 'Marked as looked at' })
  answer('get /api/admin-panel/family-patterns/', listOf([]))
  await page.press('Mark as looked at')
  await expectToast('Marked as looked at')
  expect(lastBody()).toEqual({ last_id: 5 })
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Mark as looked at' })).not.toBeInTheDocument(),
  )
})

it('offers to retry when it can’t be known whether a family needs a look', async () => {
  answer('get /api/admin-panel/family-patterns/', {}, 500)
  const page = await openPerson(family)
  expect(await screen.findByText('Failed to load whether they need a look')).toBeVisible()
  answer('get /api/admin-panel/family-patterns/', listOf([familyPattern]))
  await page.press('Retry')
  expect(await screen.findByRole('button', { name: 'Mark as looked at' })).toBeVisible()
})

it('shows finance staff and caregivers’ records nothing of what caregivers said', async () => {
  const { unmount } = await openPerson(family, { ...admin, staff_role: 'finance' })
  await screen.findByRole('region', { name: 'Reviews' })
  expect(screen.queryByRole('region', { name: 'What caregivers said' })).not.toBeInTheDocument()
  unmount()
  await openPerson()
  expect(screen.queryByRole('region', { name: 'What caregivers said' })).not.toBeInTheDocument()
})
