/** What a family says about the visit on the booking screen. */
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { bookingRequest, monday, ownCaretakerProfile, publicCaregiver } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  const chosen = [{ startMs: Date.parse(SLOT.start_utc), endMs: Date.parse(SLOT.end_utc) }]
  sessionStorage.setItem('tendwell.booking.2', JSON.stringify(chosen))
})

/** The booking screen with an hour chosen. */
async function openBook(profile: Partial<OwnCaretakerProfile> = {}) {
  answer('get /api/auth/caregivers/2/', publicCaregiver)
  answer('get /api/availability/month/', { days: { '2026-06-02': 1 }, full: [] })
  answer('get /api/availability/day/', { slots: [SLOT] })
  answer('get /api/auth/caretaker/profile/', { ...ownCaretakerProfile, ...profile })
  answer('post /api/requests/', bookingRequest, 201)
  const page = renderPage(<BookPage />, {
    route: '/caregiver/2/book',
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
  expect(section().getByText('12 Plane Street, 4B, Cobble Hill, Brooklyn 11201, United States')).toBeVisible()
  expect(section().queryByRole('checkbox', { name: /Save this address/ })).not.toBeInTheDocument()
  await user.click(child(/Astrid/))
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
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Elm Street')
  await user.click(child(/Save this address/))
  await send()
  await expectToast('Request sent to caregiver')
  expect(lastBody()).toMatchObject({ children: [], address: { street: '1 Elm Street' } })
  expect(lastBody()).not.toHaveProperty('note')
  expect(sentWrites()).toEqual(['POST /api/requests/'])
})

it('asks for the city of an address before anything is sent', async () => {
  const { user, send } = await openBook({ ...noAddress, city: '', children: [] })
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Elm Street')
  await send()
  expect(section().getByText('Add the city of the address')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  await user.click(section().getByLabelText('City'))
  await user.paste('Brooklyn')
  expect(section().queryByText('Add the city of the address')).not.toBeInTheDocument()
})

it('takes a suggested city with its country', async () => {
  const lyon = { id: 2996944, name: 'Lyon', region: 'Auvergne-Rhône-Alpes', country: 'France' }
  answer('get /api/places/', { results: [lyon] })
  const { user, send } = await openBook({ ...noAddress, city: '', children: [] })
  await user.click(section().getByLabelText('Street address'))
  await user.paste('1 Rue Neuve')
  await user.click(section().getByLabelText('City'))
  await user.paste('lyo')
  await user.click(await screen.findByRole('option', { name: /Lyon/ }))
  await user.click(child(/Save this address/))
  await send()
  await expectToast('Request sent to caregiver')
  const address = { street: '1 Rue Neuve', city: 'Lyon', country: 'France' }
  expect(lastBody()).toMatchObject({ address })
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

it('leads to the profile to add children and keeps the chosen hours and the note meanwhile', async () => {
  const { user, note, goTo } = await openBook({ children: [] })
  await user.click(note)
  await user.paste('Naps at one.')
  const link = section().getByRole('link', { name: 'Add your children' })
  const back = encodeURIComponent('/caregiver/2/book')
  expect(link).toHaveAttribute('href', `/caretaker/profile?next=${back}#children`)
  await user.click(link)
  expect(screen.queryByText('About this visit')).not.toBeInTheDocument()
  await goTo('/caregiver/2/book')
  expect(await screen.findByLabelText(/^Note to the caregiver/)).toHaveValue('Naps at one.')
  expect(selected().getByText('9:00 AM – 10:00 AM')).toBeInTheDocument()
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
  unmount()
  const again = await openBook({ children: [astrid, otto] as never })
  expect(again.note).toHaveValue('Call 212 555 0142')
  expect(child(/Astrid/)).not.toBeChecked()
  expect(child(/Otto/)).toBeChecked()
  await again.user.type(again.note, '!')
  expect(section().queryByText(reason)).not.toBeInTheDocument()
})
