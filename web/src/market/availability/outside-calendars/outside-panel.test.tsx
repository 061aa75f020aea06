import type { OutsideCalendar } from '@tendwell/contract/calendars/outside-calendars'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { region } from '../../../../test/availability.ts'
import { monday } from '../../../../test/data.ts'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { failingCalendar, outsideCalendar } from '../../../../test/lists.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { OutsidePanel } from './outside-panel.tsx'

const list = 'get /api/calendars/outside'
const add = 'post /api/calendars/outside'
const address = 'https://calendar.google.com/calendar/ical/secret/basic.ics'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openPanel(
  results: OutsideCalendar[] = [],
  { canEdit = true, zone = 'America/New_York' } = {},
) {
  answer(list, { results })
  const page = renderPage(<OutsidePanel zone={zone} canEdit={canEdit} />, { session: sessionOf(caregiver) })
  await screen.findByRole('list', { name: 'Calendars' })
  const addCalendar = async (typed: string, name = '') => {
    await page.fill('Address', typed)
    await page.fill(/^Name/, name)
    await page.press('Add calendar')
  }
  return { ...page, addCalendar }
}

it('shows when a calendar was read, in the caregiver’s zone', async () => {
  const { unmount } = await openPanel([outsideCalendar])
  const panel = region('Your other calendars')
  expect(panel).toHaveTextContent('Family calendarUp to date')
  expect(panel).toHaveTextContent('calendar.google.com/…ic.ics')
  expect(panel).toHaveTextContent('Last read Mon, Jun 1, 7:45 AM. 8 busy times ahead.')
  unmount()
  await openPanel([outsideCalendar], { zone: 'Asia/Riyadh' })
  expect(region('Your other calendars')).toHaveTextContent('Last read Mon, Jun 1, 2:45 PM (Riyadh time).')
})

it('says why a calendar can’t be read, and what that means for the hours', async () => {
  await openPanel([failingCalendar, { ...failingCalendar, id: 6, name: 'Swimming', kept_until: null }])
  const [kept, dropped] = screen.getAllByRole('listitem')
  expect(kept).toHaveTextContent('ChoirCan’t be read')
  expect(kept).toHaveTextContent("We couldn't reach this address.")
  expect(kept).toHaveTextContent(
    'Families can’t book you at its known busy times until Mon, Jun 1, 10:30 PM.',
  )
  expect(dropped).toHaveTextContent('Families can book you at its busy times again.')
})

it('says how many events could not be read', async () => {
  await openPanel([{ ...outsideCalendar, unread_count: 3 }])
  expect(await screen.findByText(/^3 events couldn’t be read/)).toBeInTheDocument()
})

it('adds a calendar', async () => {
  const { addCalendar } = await openPanel()
  answer(add, outsideCalendar, 201)
  answer(list, { results: [outsideCalendar] })
  await addCalendar(address.replace('https', 'webcal'), 'Family calendar')
  await expectToast('Family calendar added')
  expect(lastBody()).toEqual({ address, name: 'Family calendar' })
  expect(await screen.findByRole('button', { name: 'Refresh Family calendar' })).toBeInTheDocument()
  expect(screen.getByLabelText('Address')).toHaveValue('')
})

it.each([
  ['', 'Address is required'],
  ['http://calendar.example.com/a.ics', 'Enter an address that begins with https:// or webcal://'],
])('rejects the address “%s”', async (typed, message) => {
  const { addCalendar } = await openPanel()
  await addCalendar(typed)
  await expectFieldError('Address', message)
  expect(sentWrites()).toEqual([])
})

it('shows on its field why an address can’t be read, and keeps what was typed', async () => {
  const { addCalendar } = await openPanel()
  answer(add, { address: ['There is no calendar at this address'], code: 'invalid' }, 400)
  await addCalendar(address, 'Family calendar')
  await expectFieldError('Address', 'There is no calendar at this address')
  expect(screen.getByLabelText('Address')).toHaveValue(address)
  answer(add, { detail: 'You can add up to 3 calendars. Remove one first', code: 'conflict' }, 409)
  await addCalendar(address)
  expect(await screen.findByText('You can add up to 3 calendars. Remove one first')).toBeInTheDocument()
})

it('reads a calendar again', async () => {
  const { press } = await openPanel([failingCalendar])
  const refresh = 'post /api/calendars/outside/5/refresh'
  answer(refresh, failingCalendar)
  await press('Refresh Choir')
  await expectToast('Choir can’t be read')
  const healthy = { ...outsideCalendar, id: 5, name: 'Choir' }
  answer(refresh, healthy)
  answer(list, { results: [healthy] })
  await press('Refresh Choir')
  await expectToast('Choir is up to date')
  await waitFor(() => expect(screen.queryByText('Can’t be read')).not.toBeInTheDocument())
})

it('removes a calendar after a confirmation, also one that is gone', async () => {
  const { press } = await openPanel([outsideCalendar])
  answer('delete /api/calendars/outside/4', {}, 500)
  await press('Remove Family calendar')
  const dialog = within(screen.getByRole('alertdialog', { name: 'Remove Family calendar?' }))
  expect(dialog.getByText(/^Families will be able to book you at its busy times again/)).toBeInTheDocument()
  await press('Remove calendar')
  await expectToast('Failed to remove Family calendar')
  answer('delete /api/calendars/outside/4', {}, 404)
  answer(list, { results: [] })
  await press('Remove calendar')
  await expectToast('Family calendar removed')
  expect(await screen.findByText('No calendars yet.')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('list', { name: 'Calendars' })).toHaveFocus())
})

it('offers no form beside three calendars', async () => {
  await openPanel([4, 5, 6].map((id) => ({ ...outsideCalendar, id, name: `Calendar ${id}` })))
  expect(screen.getByText('You can add up to 3 calendars. Remove one to add another.')).toBeInTheDocument()
  expect(screen.queryByLabelText('Address')).not.toBeInTheDocument()
})

it('only lets a caregiver who isn’t verified remove calendars', async () => {
  await openPanel([outsideCalendar], { canEdit: false })
  expect(screen.getAllByRole('button').map((button) => button.ariaLabel)).toEqual(['Remove Family calendar'])
})

it('is where the notification of a failing calendar leads', async () => {
  answer(list, { results: [failingCalendar] })
  renderPage(<OutsidePanel zone="UTC" canEdit />, {
    route: '/caregiver/availability#calendars',
    session: sessionOf(caregiver),
  })
  await waitFor(() => expect(region('Your other calendars')).toHaveFocus())
})

it('offers to retry', async () => {
  answer(list, {}, 500)
  const { press } = renderPage(<OutsidePanel zone="UTC" canEdit />, { session: sessionOf(caregiver) })
  expect(await screen.findByText('Failed to load your calendars')).toBeInTheDocument()
  answer(list, { results: [outsideCalendar] })
  await press('Retry')
  expect(await screen.findByText('Family calendar')).toBeInTheDocument()
})
