/** What a family says about the visit on the booking screen. */
import type { BookingRequest } from '@tendwell/contract/bookings/bookings'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { freeMonth } from '../../../../test/availability.ts'
import { listedCaregiver } from '../../../../test/caregivers.ts'
import {
  booking,
  bookingRequest,
  monday,
  ownCaretakerProfile,
  publicCaregiver,
} from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites, server } from '../../../../test/server.ts'
import { BookPage } from './book-page.tsx'

const [astrid] = ownCaretakerProfile.children
const otto = { ...astrid, id: 32, name: 'Otto', age: 0, age_months: 8 } as typeof astrid & object
const ida = { ...otto, id: 33, name: 'Ida', age_months: null, due_date: '2099-03-04' }
const noAddress = { street: '', apartment: '', neighborhood: '', postal_code: '' }
const SLOT = {
  start: '09:00',
  end: '10:00',
  start_utc: '2026-06-02T13:00:00Z',
  end_utc: '2026-06-02T14:00:00Z',
}

/** Of the family, the newest first. */
let lastRequests: BookingRequest[]

beforeEach(() => {
  lastRequests = []
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  const chosen = [{ startMs: Date.parse(SLOT.start_utc), endMs: Date.parse(SLOT.end_utc) }]
  sessionStorage.setItem('tendwell.booking.2', JSON.stringify(chosen))
})

/** The booking screen with an hour chosen. */
async function openBook(profile: Partial<OwnCaretakerProfile> = {}, query = '', caregiver = publicCaregiver) {
  answer('get /api/auth/caregivers/2/', caregiver)
  answer('get /api/availability/month/', freeMonth({ '2026-06-02': 1 }))
  answer('get /api/availability/day/', { slots: [SLOT] })
  answer('get /api/auth/caretaker/profile/', { ...ownCaretakerProfile, ...profile })
  answer('get /api/requests/mine/', listOf(lastRequests))
  answer('get /api/availability/waitlist/', { waits: [] })
  answer('post /api/requests/', bookingRequest, 201)
  const page = renderPage(<BookPage />, {
    route: `/caregiver/2/book${query}`,
    path: '/caregiver/:caregiverId/book',
    session: sessionOf(family),
  })
  const note = await screen.findByLabelText(/^Note to the caregiver/)
  const send = async () => {
    const [button] = screen.getAllByText('Send Request')
    await page.user.click(button as HTMLElement)
  }
  return { ...page, note, send }
}

const section = () => within(screen.getByText('About this visit').closest('section') as HTMLElement)
const selected = () => within(screen.getByText('Selected times').closest('section') as HTMLElement)
const child = (name: RegExp) => section().getByRole('checkbox', { name })

it('preselects two children and the profile’s address, and sends them with a note', async () => {
  const { user, note, send, press, address } = await openBook({ children: [astrid, otto] as never })
  expect(child(/Astrid 3 years/)).toBeChecked()
  expect(child(/Otto 8 months/)).toBeChecked()
  // Also in a phone's bar.
  expect(screen.getAllByText('You’ll only pay once your request is accepted.')).toHaveLength(2)
  expect(section().getByText('Chosen for you. Untick anyone who doesn’t need care.')).toBeVisible()
  expect(section().getByText('12 Plane Street, 4B, Cobble Hill, Brooklyn 11201, United States')).toBeVisible()
  expect(section().queryByRole('checkbox', { name: /Save this address/ })).not.toBeInTheDocument()
  await user.click(child(/Astrid/))
  expect(section().queryByText(/^Chosen/)).not.toBeInTheDocument()
  await user.click(note)
  await user.paste('Naps at one.')
  await press('Change address')
  await waitFor(() => expect(section().getByLabelText('Street address')).toHaveFocus())
  await user.paste(', rear')
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({
    children: [32],
    note: 'Naps at one.',
    address: { street: '12 Plane Street, rear', neighborhood: 'Cobble Hill', city: 'Brooklyn' },
  })
  expect(sentWrites()).toEqual(['POST /api/requests/'])
  await waitFor(() => expect(address()).toBe('/requests'))
  expect(sessionStorage.getItem('tendwell.visit.2')).toBeNull()
})

it.each([
  ['due after the visit, with a sibling', '2026-06-03', [31]],
  ['due by the visit, with a sibling', '2026-06-02', [31, 33]],
])('preselects an unborn child: %s', async (_, due_date, children) => {
  const { send } = await openBook({ children: [astrid, { ...ida, due_date }] as never })
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ children })
})

it('preselects a family’s only child before it is born', async () => {
  await openBook({ children: [ida] as never })
  expect(child(/Ida/)).toBeChecked()
})

it('leaves the choice to a family with three children, and keeps an address for this visit alone', async () => {
  const { user, send } = await openBook({ ...noAddress, children: [astrid, otto, ida] as never })
  for (const name of [/Astrid/, /Otto/, /Ida due March 4, 2099/]) expect(child(name)).not.toBeChecked()
  expect(section().queryByText(/^Chosen/)).not.toBeInTheDocument()
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Elm Street')
  await user.click(child(/Save this address/))
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ children: [], address: { street: '1 Elm Street' } })
  expect(lastBody()).not.toHaveProperty('note')
  expect(sentWrites()).toEqual(['POST /api/requests/'])
})

it('asks for the city of an address before anything is sent, and fills in the caregiver’s country', async () => {
  const { user, send } = await openBook({ ...noAddress, city: '', country: '', children: [] })
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Elm Street')
  await send()
  expect(section().getByText('Add the city of the address')).toBeInTheDocument()
  expect(section().getByLabelText('City')).toHaveFocus()
  expect(sentWrites()).toEqual([])
  await user.paste('Brooklyn')
  expect(section().queryByText('Add the city of the address')).not.toBeInTheDocument()
  await user.click(section().getByRole('checkbox', { name: /Save this address/ }))
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ address: { city: 'Brooklyn', country: publicCaregiver.country } })
})

it('asks for the country where none is known, and sends none without an address', async () => {
  const noCountry = { ...publicCaregiver, country: '' }
  const { user, send, unmount } = await openBook({ country: '' }, '', noCountry)
  await send()
  expect(section().getByText('Add the country of the address')).toBeInTheDocument()
  await waitFor(() => expect(section().getByRole('button', { name: /Country/ })).toHaveFocus())
  await user.click(section().getByRole('button', { name: /Country/ }))
  expect(sentWrites()).toEqual([])
  unmount()
  const nowhere = await openBook({ ...noAddress, city: '', country: '' })
  await nowhere.send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ address: { city: '', country: '' } })
})

it('says that a chosen child is not of the ages the caregiver cares for', async () => {
  const mia = { ...otto, id: 34, name: 'Mia', age: 7, age_months: null }
  const { user } = await openBook({ children: [mia, otto] }, '', {
    ...publicCaregiver,
    care_ages: ['newborn', 'baby'],
  })
  expect(await section().findByText('Nora Lind cares for newborns and babies')).toBeVisible()
  expect(section().getByText(/^Mia \(7 years\) is not of these ages\. You can still send/)).toBeVisible()
  await user.click(section().getByRole('checkbox', { name: /^Mia/ }))
  expect(section().queryByText(/ cares for /)).not.toBeInTheDocument()
})

it('says that the visit is farther away than the caregiver travels, and sends it all the same', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/api/auth/caregivers/2/distance/', ({ request }) => {
      const city = new URL(request.url).searchParams.get('city') ?? ''
      asked.push(city)
      return HttpResponse.json({ distance_km: city === 'Brooklyn' ? 51 : 16 })
    }),
  )
  const { user, send } = await openBook({}, '', { ...publicCaregiver, travel_km: 16.09344 })
  expect(await screen.findByText('This visit is about 32 miles away')).toBeInTheDocument()
  expect(screen.getByText(/travels up to 10 miles\. You can still send/)).toBeInTheDocument()
  await user.click(section().getByText('Change address'))
  await user.clear(section().getByLabelText('City'))
  await user.paste('Queens')
  await waitFor(() => expect(asked.at(-1)).toBe('Queens'))
  await waitFor(() => expect(screen.queryByText(/^This visit is about/)).not.toBeInTheDocument())
  await user.clear(section().getByLabelText('City'))
  await user.paste('Brooklyn')
  expect(await section().findByText('This visit is about 32 miles away')).toBeInTheDocument()
  await send()
  await waitFor(() => expect(sentWrites()).toContain('POST /api/requests/'))
})

it('takes a suggested city with its country, and keeps its place in the profile', async () => {
  const lyon = { id: 2996944, name: 'Lyon', region: 'Auvergne-Rhône-Alpes', country: 'France' }
  answer('get /api/places/', { results: [lyon] })
  const { user, send } = await openBook({ ...noAddress, city: '', children: [] })
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Rue Neuve')
  await user.click(section().getByLabelText('City'))
  await user.paste('lyo')
  await user.click(await screen.findByRole('option', { name: /Lyon/ }))
  answer('put /api/auth/caretaker/profile/', ownCaretakerProfile)
  await send()
  await expectToast('Request sent to caregiver')
  const address = { street: '1 Rue Neuve', city: 'Lyon', country: 'France' }
  await waitFor(() => expect(lastBody()).toEqual({ ...noAddress, ...address, place_id: 2996944 }))
})

it('keeps a new address in the profile once the request is sent', async () => {
  const { user, send } = await openBook({ ...noAddress, children: [] })
  answer('put /api/auth/caretaker/profile/', ownCaretakerProfile)
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Elm Street')
  expect(section().getByLabelText('City')).toHaveValue('Brooklyn')
  expect(section().getByRole('checkbox', { name: 'Save this address to my profile' })).toBeChecked()
  await send()
  await expectToast('Request sent to caregiver')
  await waitFor(() =>
    expect(sentWrites()).toEqual(['POST /api/requests/', 'PUT /api/auth/caretaker/profile/']),
  )
  expect(lastBody()).toEqual({ ...noAddress, street: '1 Elm Street' })
})

it('begins with the city near which the family searched where its profile has none', async () => {
  const lyon = { id: 2996944, name: 'Lyon', region: '', country: 'France' }
  sessionStorage.setItem('tendwell.searched-place', JSON.stringify(lyon))
  const { unmount } = await openBook()
  expect(section().getByText(/Brooklyn/)).toBeInTheDocument()
  unmount()
  const { user, send } = await openBook({ ...noAddress, city: '', country: '', children: [] })
  expect(section().getByLabelText('City')).toHaveValue('Lyon')
  answer('put /api/auth/caretaker/profile/', ownCaretakerProfile)
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Rue Juliette')
  await send()
  await waitFor(() => expect(sentWrites()).toHaveLength(2))
  expect(lastBody()).toMatchObject({ city: 'Lyon', country: 'France', place_id: 2996944 })
})

it('preselects the children of the last request, by their names', async () => {
  const { name: _, ...ageless } = otto
  const chosen = {
    children: [
      { ...ageless, name: 'Otto' },
      { ...ageless, name: 'Moved out' },
    ],
  }
  lastRequests = [{ ...bookingRequest, ...chosen }, bookingRequest]
  await openBook({ children: [astrid, otto, ida] as never })
  await waitFor(() => expect(child(/Otto/)).toBeChecked())
  expect(child(/Astrid/)).not.toBeChecked()
  expect(section().getByText('Chosen as in your last request. Change it as you like.')).toBeVisible()
})

it('adds a child in place, chosen at once, and keeps the others', async () => {
  const { user, press, send } = await openBook({ children: [astrid] as never })
  await press('Add another child')
  await waitFor(() => expect(section().getByLabelText('Child name')).toHaveFocus())
  await press('Add Child')
  expect(await section().findByText('Choose the month')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await press('Or just the age')
  await user.click(section().getByLabelText('Age'))
  await user.paste('5')
  const added = { ...ownCaretakerProfile, children: [astrid, { ...astrid, id: 40, name: 'Child 2', age: 5 }] }
  answer('put /api/auth/caretaker/profile/', added)
  answer('get /api/auth/caretaker/profile/', added)
  await user.keyboard('{Enter}')
  await expectToast('Child added')
  expect(lastBody()).toMatchObject({
    children: [
      { id: 31, notes: 'Naps at noon.' },
      { name: 'Child 2', age: 5 },
    ],
  })
  await waitFor(() => expect(child(/Child 2/)).toBeChecked())
  expect(child(/Astrid/)).toBeChecked()
  expect(screen.getByRole('button', { name: 'Add another child' })).toHaveFocus()
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ children: [31, 40] })
})

it('sends nothing while a child is being typed', async () => {
  const { user, press, send } = await openBook({ children: [astrid] as never })
  await press('Add another child')
  await waitFor(() => expect(section().getByLabelText('Child name')).toHaveFocus())
  await user.paste('Leo')
  fireEvent.keyDown(section().getByLabelText('Child name'), { key: 'Enter', keyCode: 229 })
  await send()
  expect(section().queryByText('Choose the month')).not.toBeInTheDocument()
  expect(section().getByText('Add this child or cancel it')).toBeInTheDocument()
  expect(section().getByLabelText('Child name')).toHaveFocus()
  expect(sentWrites()).toEqual([])
  await press('Cancel')
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ children: [31] })
})

it('says which other child keeps a new one from being added', async () => {
  const { user, press } = await openBook({ children: [{ ...ida, due_date: '2026-03-04' }] as never })
  await press('Add another child')
  await waitFor(() => expect(section().getByLabelText('Child name')).toHaveFocus())
  await press('Or just the age')
  await user.click(section().getByLabelText('Age'))
  await user.paste('5')
  await press('Add Child')
  await expectToast('Update your other children’s ages in your profile first')
  await press('Cancel')
  expect(section().queryByLabelText('Child name')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('brings the times, the children and the note of an earlier booking', async () => {
  const earlier = { ...booking, note: 'Naps at one.', children: [{ ...otto, name: 'Otto' }] }
  answer('get /api/requests/bookings/caretaker/12/', { ...earlier, caregiver_id: 2 })
  answer('get /api/requests/bookings/caretaker/', listOf([]))
  sessionStorage.clear()
  const slots = [9, 10, 11].map((hour) => ({
    start: `${hour}:00`,
    end: `${hour + 1}:00`,
    start_utc: `2026-06-09T${hour + 4}:00:00Z`,
    end_utc: `2026-06-09T${hour + 5}:00:00Z`,
  }))
  const page = openBook({ children: [astrid, otto] as never }, '?again=12')
  server.use(
    http.get('/api/availability/day/', ({ request }) =>
      HttpResponse.json({ slots: request.url.includes('date=2026-06-09') ? slots : [] }),
    ),
  )
  const { note, address } = await page
  expect(await screen.findByText('Same times as last time')).toBeInTheDocument()
  expect(screen.getByText(/in the week of Mon, Jun 8/)).toBeInTheDocument()
  expect(selected().getByText('9:00 AM – 12:00 PM')).toBeInTheDocument()
  expect(note).toHaveValue('Naps at one.')
  expect(child(/Otto/)).toBeChecked()
  expect(child(/Astrid/)).not.toBeChecked()
  await waitFor(() => expect(address()).toBe('/caregiver/2/book?month=2026-06&date=2026-06-09'))
})

it('brings the hours themselves, the children and the note of a request for which someone else is needed', async () => {
  const lost = { start_utc: SLOT.start_utc, end_utc: SLOT.end_utc }
  const declined = { ...bookingRequest, note: 'Naps at one.', children: [{ ...otto, name: 'Otto' }] }
  answer('get /api/requests/12/', { ...declined, caregiver_id: 9 })
  answer('get /api/requests/12/backup-caregivers/', {
    ...listOf([]),
    ...{ windows: [lost], place: { city: '', country: '' }, excluded: [9], requested: [], care: '' },
  })
  sessionStorage.clear()
  const { note, address, send } = await openBook({ children: [astrid, otto] as never }, '?instead=12')
  expect(await screen.findByText('Same times as in your request')).toBeInTheDocument()
  expect(selected().getByText('9:00 AM – 10:00 AM')).toBeInTheDocument()
  expect(note).toHaveValue('Naps at one.')
  expect([child(/Otto/), child(/Astrid/)].map((box) => (box as HTMLInputElement).checked)).toEqual([
    true,
    false,
  ])
  await waitFor(() => expect(address()).toBe('/caregiver/2/book?month=2026-06&date=2026-06-02'))
  answer('post /api/requests/', bookingRequest, 201)
  await send()
  await waitFor(() => expect(lastBody()).toMatchObject({ caregiver_id: 2, instead_of: 12 }))
})

it('says that none of the times of an earlier booking is free', async () => {
  answer('get /api/requests/bookings/caretaker/12/', { ...booking, caregiver_id: 2 })
  sessionStorage.clear()
  await openBook({}, '?again=12')
  expect(await screen.findByText('These times aren’t free in the next 4 weeks')).toBeInTheDocument()
  expect(selected().queryByText(/AM/)).not.toBeInTheDocument()
})

it('keeps what was typed after a refusal and a reload, with the reason beside the note', async () => {
  const { user, note, send, unmount } = await openBook({ children: [astrid, otto] as never })
  const reason =
    'Please remove a phone number: “212 555 0142”. The caregiver sees your contact details once you have paid'
  answer('post /api/requests/', { note: [reason], detail: reason, code: 'invalid' }, 400)
  await user.click(child(/Astrid/))
  await user.click(note)
  await user.paste('Call 212 555 0142')
  expect(section().getByText('17/1000')).toBeInTheDocument()
  await send()
  expect(await section().findByText(reason)).toBeInTheDocument()
  expect(note).toHaveValue('Call 212 555 0142')
  await waitFor(() => expect(note).toHaveFocus())
  expect(note).toHaveAccessibleDescription(expect.stringContaining(reason))
  unmount()
  const again = await openBook({ children: [astrid, otto] as never })
  expect(again.note).toHaveValue('Call 212 555 0142')
  expect(child(/Astrid/)).not.toBeChecked()
  expect(child(/Otto/)).toBeChecked()
  await again.user.type(again.note, '!')
  expect(section().queryByText(reason)).not.toBeInTheDocument()
})

const oneWeek = { ...SLOT, week: 1, date: '2026-06-02', is_free: true, problem: null, alternatives: [] }

it.each([
  ['once', { note: ['Loud'], windows: ['Too soon'] }, 'Selected times', 'Too soon'],
  ['weekly', { note: ['Loud'], windows: ['Too soon'] }, 'Repeat weekly', null],
  ['weekly', { note: ['Loud'], children: ['Choose again'] }, 'Who needs care? Optional', 'Choose again'],
  ['weekly', { note: ['Loud'], address: ['No numbers'] }, 'Street address', 'No numbers'],
  ['weekly', { note: ['Loud'] }, /^Note to the caregiver/, 'Loud'],
])('leads to the first field with an error: %s, %j', async (often, errors, field, message) => {
  if (often === 'weekly') {
    sessionStorage.setItem('tendwell.repeat.2', JSON.stringify({ weeks: 4, choices: {} }))
    answer('post /api/requests/occurrences/', { occurrences: [oneWeek], total_hours: 1, total_price_usd: 1 })
  }
  const { send } = await openBook()
  await waitFor(() => expect(screen.getAllByText('Send Request')[0]?.closest('button')).toBeEnabled())
  answer('post /api/requests/', { ...errors, detail: 'Refused', code: 'invalid' }, 400)
  await send()
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(field))
  if (message) expect(screen.getByText(message)).toBeInTheDocument()
})

it('asks nobody else unless others are wanted, then those who are chosen, and says who wasn’t asked', async () => {
  const { user, address } = await openBook({ children: [astrid] as never })
  const [mia, leo] = [
    listedCaregiver(5, { full_name: 'Mia M.', hourly_rate_usd: 30 }),
    listedCaregiver(6, { full_name: 'Leo L.' }),
  ]
  const search = { place: { city: 'Brooklyn', country: '' }, excluded: [2], care: 'babysitter' }
  answer('post /api/requests/others/', { ...search, results: [mia, leo] })
  const reason = 'You have 3 open requests with this caregiver'
  answer('post /api/requests/12/backup-requests/', { detail: reason, code: 'limit' }, 429)
  expect(selected().queryByText(/Mia/)).not.toBeInTheDocument()
  await user.click(selected().getByRole('switch', { name: 'Ask others too' }))
  const option = await selected().findByRole('checkbox', { name: /Mia M\..*\$30\.00 an hour · \$30\.00/ })
  expect(option).not.toBeChecked()
  const alone = /^Nobody chosen yet: only Nora will be asked/
  expect(selected().getByText(alone)).toBeInTheDocument()
  expect(lastBody()).toMatchObject({ caregiver_id: 2, children: [31], address: { city: 'Brooklyn' } })
  expect(lastBody()).not.toHaveProperty('note')
  await user.click(option)
  expect(selected().queryByText(alone)).not.toBeInTheDocument()
  const [button] = screen.getAllByText('Send 2 Requests')
  await user.click(button as HTMLElement)
  await expectToast(`Request sent to caregiver. Mia M. wasn’t asked: ${reason}`)
  expect(sentWrites()).toEqual([
    'POST /api/requests/others/',
    'POST /api/requests/',
    'POST /api/requests/12/backup-requests/',
  ])
  expect(lastBody()).toEqual({ caregiver_id: 5 })
  await waitFor(() => expect(address()).toBe('/requests'))
  expect(sessionStorage.getItem('tendwell.others.2')).toBeNull()
})

it('leads to the search for these hours where no one else is free who does this care', async () => {
  const { user } = await openBook({ children: [astrid] as never })
  const search = { place: { city: 'Brooklyn', country: '' }, excluded: [2], care: 'babysitter' }
  answer('post /api/requests/others/', { ...search, results: [] })
  await user.click(selected().getByRole('switch', { name: 'Ask others too' }))
  await selected().findByText(/^No one else who does the same care is free then/)
  const off = selected().getByRole('switch', { name: 'Ask others too' })
  expect(off).not.toBeChecked()
  expect(selected().queryByText(/^Up to 2 more/)).not.toBeInTheDocument()
  expect(selected().getByRole('link', { name: 'Find a caregiver' })).toHaveAttribute(
    'href',
    '/caregivers?q=babysitter&city=Brooklyn&available_on=2026-06-02&start=09%3A00&end=10%3A00&except=2',
  )
  answer('post /api/requests/others/', {
    ...search,
    results: [{ ...publicCaregiver, id: 5, full_name: 'Mia M.' }],
  })
  await user.click(off)
  expect(await selected().findByRole('checkbox', { name: /Mia M\./ })).not.toBeChecked()
  expect(off).toBeChecked()
})
