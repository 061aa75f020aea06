import type { BookedTime, Override, Rule, TimeOff } from '@tendwell/contract/availability'
import type { VerificationStatus } from '@tendwell/contract/profiles'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { monday, ownCaregiverProfile } from '../../test/data.ts'
import { expectToast } from '../../test/expect.ts'
import { caregiver, sessionOf } from '../../test/people.ts'
import { renderPage } from '../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites, server } from '../../test/server.ts'
import { Component as CaregiverAvailability } from './caregiver-availability.tsx'

const rule: Rule = { id: 1, weekday: 2, start: '09:00', end: '12:00', booked_dates: [] }
const window = {
  start_local: '09:00',
  end_local: '12:00',
  slot_minutes: 60,
  buffer_minutes: 0,
  booked: false,
}
const override: Override = {
  id: 5,
  caregiver: caregiver.id,
  date_local: '2026-06-10',
  is_available: true,
  windows: [window],
}

interface Stored {
  status?: VerificationStatus
  rules?: Rule[]
  overrides?: Override[]
  booked?: BookedTime[]
  timeOff?: TimeOff[]
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

async function openAvailability(stored: Stored = {}, route = '/caregiver/availability') {
  const { status = 'verified', rules = [rule], overrides = [], booked = [], timeOff = [] } = stored
  answer('get /api/auth/caregiver/profile/', { ...ownCaregiverProfile, verification_status: status })
  answer('get /api/availability/rules/', listOf(rules))
  answer('get /api/availability/overrides/', listOf(overrides))
  answer('get /api/availability/booked/', listOf(booked))
  answer('get /api/availability/timeoff/', listOf(timeOff))
  const page = renderPage(<CaregiverAvailability />, {
    route,
    session: sessionOf(caregiver),
  })
  await screen.findByRole('grid')
  return {
    ...page,
    chooseDay: (name: RegExp) => page.user.click(screen.getByRole('button', { name })),
    setTime: async (part: HTMLElement, label: string, hour: string, half: 'AM' | 'PM') => {
      await page.user.selectOptions(within(part).getByLabelText(`${label}: hour`), hour)
      await page.user.selectOptions(within(part).getByLabelText(`${label}: AM or PM`), half)
    },
    pressIn: (part: HTMLElement, name: string | RegExp) =>
      page.user.click(within(part).getByRole('button', { name })),
  }
}

const region = (name: string) => screen.getByRole('region', { name })
const windowFields = (place: number) =>
  within(region('Day hours')).getByRole('group', { name: `Time window ${place}` })

it('marks the days of the month as past, open, booked and closed', async () => {
  const booked = { start_utc: '2026-06-16T13:00:00Z', end_utc: '2026-06-16T14:00:00Z', buffer_minutes: 0 }
  await openAvailability({
    booked: [booked],
    overrides: [{ ...override, date_local: '2026-06-09', is_available: false, windows: [] }],
  })
  expect(screen.getByRole('button', { name: /June 2, 2026, open$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 9, 2026, closed$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 16, 2026, booked$/ })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /June 3, 2026, closed$/ })).toBeInTheDocument()
})

it('lists the month’s days with hours, and says when there are none', async () => {
  await openAvailability()
  const overview = region('Monthly overview')
  expect(within(overview).getAllByText('9:00 AM – 12:00 PM')).toHaveLength(5)
  expect(within(overview).queryByText('No windows this month yet')).not.toBeInTheDocument()
})

it('keeps the month and the day over a reload', async () => {
  const { chooseDay, press, address, unmount } = await openAvailability()
  await chooseDay(/June 3, 2026/)
  await press('Next month')
  expect(address()).toBe('/caregiver/availability?month=2026-07&date=2026-06-03')
  unmount()
  await openAvailability({}, address())
  expect(region('Day hours')).toHaveTextContent('Wednesday, June 3')
  expect(region('Monthly overview')).toHaveTextContent('July 2026')
})

it('says that a month has no windows', async () => {
  await openAvailability({ rules: [] })
  expect(within(region('Monthly overview')).getByText('No windows this month yet')).toBeInTheDocument()
})

it('rejects a window whose start is not before its end, and slots and buffers that are too short', async () => {
  const { user, press, chooseDay, setTime, pressIn } = await openAvailability()
  await chooseDay(/June 3, 2026/)
  await press('Add a time window')
  await setTime(windowFields(1), 'Start', '11', 'PM')
  for (const [label, minutes] of [
    ['Slot minutes', '25'],
    ['Buffer minutes', '-5'],
  ] as const) {
    const field = within(windowFields(1)).getByRole('textbox', { name: label })
    await user.clear(field)
    await user.paste(minutes)
    await user.tab()
  }
  await pressIn(region('Day hours'), 'Save')
  const first = within(windowFields(1))
  expect(await first.findByText('Each window must have start before end')).toBeInTheDocument()
  expect(first.getByText('Slot minutes must be at least 30')).toBeInTheDocument()
  expect(first.getByText('Buffer minutes must be at least 0')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it.each([
  ['', 'Slot minutes must be a whole number'],
  ['1445', 'Slot minutes must be at most 1440'],
])('rejects “%s” slot minutes', async (minutes, message) => {
  const { user, press, chooseDay, pressIn } = await openAvailability()
  await chooseDay(/June 3, 2026/)
  await press('Add a time window')
  const field = within(windowFields(1)).getByRole('textbox', { name: 'Slot minutes' })
  await user.clear(field)
  if (minutes) await user.paste(minutes)
  await user.tab()
  await pressIn(region('Day hours'), 'Save')
  expect(await within(windowFields(1)).findByText(message)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('rejects windows that overlap', async () => {
  const { press, chooseDay, setTime, pressIn } = await openAvailability()
  await chooseDay(/June 3, 2026/)
  await press('Add a time window')
  await press('Add a time window')
  await setTime(windowFields(2), 'Start', '11', 'AM')
  await setTime(windowFields(2), 'End', '1', 'PM')
  await pressIn(region('Day hours'), 'Save')
  expect(await screen.findByText('Windows overlap — adjust times')).toBeInTheDocument()
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('saves a new window from 9:00 AM – 12:00 PM with slots of an hour', async () => {
  const { press, chooseDay, pressIn } = await openAvailability()
  answer('post /api/availability/overrides/', override, 201)
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  await pressIn(region('Day hours'), 'Save')
  await expectToast('Window saved')
  const { booked: _, ...body } = window
  expect(lastBody()).toEqual({
    caregiver: caregiver.id,
    date_local: '2026-06-10',
    is_available: true,
    windows: [body],
  })
})

it('shows why a window was refused and keeps it', async () => {
  const { press, chooseDay, setTime, pressIn } = await openAvailability()
  answer('post /api/availability/overrides/', { windows: ['The window is booked'], code: 'invalid' }, 400)
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  await setTime(windowFields(1), 'Start', '5', 'AM')
  await pressIn(region('Day hours'), 'Save')
  expect(await screen.findByText('The window is booked')).toBeInTheDocument()
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('5')
  answer('post /api/availability/overrides/', {}, 500)
  await pressIn(region('Day hours'), 'Save')
  expect(await screen.findByText('Request failed')).toBeInTheDocument()
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('5')
})

it('removes a window and moves the focus to the button that adds one', async () => {
  const { user, chooseDay } = await openAvailability({ overrides: [override] })
  await chooseDay(/June 10, 2026/)
  screen.getByRole('button', { name: 'Remove time window 1' }).focus()
  await user.keyboard('{Enter}')
  expect(within(region('Day hours')).queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Add a time window' })).toHaveFocus()
  expect(sentWrites()).toEqual([])
})

it('clears the hours of a day after a confirmation', async () => {
  const { press, chooseDay, pressIn } = await openAvailability({ overrides: [override] })
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  const clear = async () => {
    await pressIn(region('Day hours'), 'Clear day hours')
    await pressIn(await screen.findByRole('alertdialog'), 'Clear day hours')
  }
  answer('delete /api/availability/overrides/5/', {}, 500)
  await clear()
  await expectToast('Delete failed')
  expect(windowFields(2)).toBeInTheDocument()
  answer('delete /api/availability/overrides/5/', {})
  answer('get /api/availability/overrides/', listOf([]))
  await clear()
  await expectToast('Day hours cleared')
  expect(within(region('Day hours')).queryByText('Not saved yet')).not.toBeInTheDocument()
  expect(within(region('Day hours')).queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
})

it('locks a booked window and offers neither to close nor to clear its day', async () => {
  const booked = { start_utc: '2026-06-10T13:00:00Z', end_utc: '2026-06-10T14:00:00Z', buffer_minutes: 0 }
  const { chooseDay } = await openAvailability({ overrides: [override], booked: [booked] })
  await chooseDay(/June 10, 2026/)
  const editor = within(region('Day hours'))
  expect(editor.getByText('9:00 AM – 12:00 PM')).toBeInTheDocument()
  expect(editor.queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
  expect(editor.queryByRole('button', { name: 'Close this day' })).not.toBeInTheDocument()
  expect(editor.queryByRole('button', { name: 'Clear day hours' })).not.toBeInTheDocument()
  expect(
    editor.getByText(/^Families have booked 9:00 AM – 10:00 AM, so you can’t change/),
  ).toBeInTheDocument()
  expect(editor.getByText('You can’t close or clear a day that has bookings.')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('says on how many days weekly hours are booked', async () => {
  await openAvailability({ rules: [{ ...rule, booked_dates: ['2026-06-16', '2026-06-23'] }] })
  expect(within(region('Weekly hours')).getByText('Booked on 2 days')).toBeInTheDocument()
})

it('keeps what is typed while a day is saved', async () => {
  const { press, chooseDay, setTime, pressIn } = await openAvailability()
  const release = answerLater('post /api/availability/overrides/', override, 201)
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  await pressIn(region('Day hours'), 'Save')
  await setTime(windowFields(1), 'End', '1', 'PM')
  answer('get /api/availability/overrides/', listOf([override]))
  release()
  await expectToast('Window saved')
  expect(within(windowFields(1)).getByLabelText('End: hour')).toHaveValue('1')
  expect(within(region('Day hours')).getByText('Not saved yet')).toBeInTheDocument()
  expect(lastBody()).toMatchObject({ windows: [{ end_local: '12:00' }] })
})

it('shows a day as unsaved until its save has ended, also while another is looked at', async () => {
  const { press, chooseDay, pressIn } = await openAvailability()
  const release = answerLater('post /api/availability/overrides/', override, 201)
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  await pressIn(region('Day hours'), 'Save')
  await chooseDay(/June 11, 2026/)
  expect(screen.getByText('Not saved yet:')).toBeInTheDocument()
  answer('get /api/availability/overrides/', listOf([override]))
  release()
  await expectToast('Window saved')
  await waitFor(() => expect(screen.queryByText('Not saved yet:')).not.toBeInTheDocument())
  await chooseDay(/June 10, 2026/)
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('9')
  expect(within(region('Day hours')).queryByText('Not saved yet')).not.toBeInTheDocument()
})

it('names the day whose save failed while another is looked at', async () => {
  const { press, chooseDay, pressIn } = await openAvailability()
  const release = answerLater('post /api/availability/overrides/', { detail: 'The window is booked' }, 409)
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  await pressIn(region('Day hours'), 'Save')
  await chooseDay(/June 11, 2026/)
  release()
  await expectToast('Wed, Jun 10: The window is booked')
  await press('Wed, Jun 10')
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('9')
})

it('saves a day once when the answer was lost, and again after it was cleared', async () => {
  const keys: (string | null)[] = []
  server.use(
    http.post('/api/availability/overrides/', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return HttpResponse.error()
    }),
  )
  const { press, chooseDay, pressIn, returnToTab } = await openAvailability()
  const save = async () => {
    const before = keys.length
    await pressIn(region('Day hours'), 'Save')
    await waitFor(() => expect(keys).toHaveLength(before + 1))
    await within(region('Day hours')).findByRole('button', { name: 'Save' })
  }
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  await save()
  await save()
  expect(keys[1]).toBe(keys[0])

  answer('get /api/availability/overrides/', listOf([override]))
  returnToTab()
  await screen.findByRole('button', { name: 'Clear day hours' })
  answer('delete /api/availability/overrides/5/', {})
  answer('get /api/availability/overrides/', listOf([]))
  await press('Clear day hours')
  await pressIn(await screen.findByRole('alertdialog'), 'Clear day hours')
  await expectToast('Day hours cleared')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Clear day hours' })).not.toBeInTheDocument(),
  )
  await press('Add a time window')
  await save()
  expect(keys[2]).not.toBe(keys[0])
})

it('closes a day after a confirmation, and keeps what was typed when that fails', async () => {
  const { press, chooseDay, pressIn } = await openAvailability()
  await chooseDay(/June 10, 2026/)
  await press('Add a time window')
  const close = async () => {
    await pressIn(region('Day hours'), 'Close this day')
    await pressIn(await screen.findByRole('alertdialog'), 'Close this day')
  }
  answer('post /api/availability/overrides/', { detail: 'Please try again in a minute' }, 503)
  await close()
  await expectToast('Please try again in a minute')
  expect(windowFields(1)).toBeInTheDocument()
  const closed = { ...override, is_available: false, windows: [] }
  answer('post /api/availability/overrides/', closed, 201)
  answer('get /api/availability/overrides/', listOf([closed]))
  await close()
  await expectToast('Day closed')
  expect(lastBody()).toMatchObject({ is_available: false, windows: [] })
  expect(within(region('Day hours')).queryByText('Not saved yet')).not.toBeInTheDocument()
})

it('copies a day to others, and names those that were refused', async () => {
  const { press, chooseDay, pressIn } = await openAvailability()
  await chooseDay(/June 9, 2026/)
  await press('Copy to other days')
  const dialog = await screen.findByRole('dialog', { name: 'Copy to other days' })
  server.use(
    http.post('/api/availability/overrides/', async ({ request }) => {
      const body = (await request.json()) as { date_local: string }
      if (body.date_local === '2026-06-23') {
        // A family has booked the day meanwhile.
        const booked = {
          start_utc: '2026-06-23T13:00:00Z',
          end_utc: '2026-06-23T14:00:00Z',
          buffer_minutes: 0,
        }
        answer('get /api/availability/booked/', listOf([booked]))
        return HttpResponse.json({ windows: ['The window is booked'] }, { status: 400 })
      }
      return HttpResponse.json({ ...override, date_local: body.date_local }, { status: 201 })
    }),
  )
  await pressIn(dialog, 'Same weekday, next 4 weeks')
  await pressIn(dialog, 'Copy to 4 days')
  await expectToast('Hours copied to 3 days')
  expect(within(dialog).getByText('Couldn’t copy to Tue, Jun 23: The window is booked')).toBeInTheDocument()
  expect(sentWrites()).toHaveLength(4)
  await pressIn(dialog, /June 23, 2026, chosen$/)
  expect(within(dialog).getByRole('button', { name: 'Copy to 0 days' })).toBeDisabled()
  expect(await within(dialog).findByRole('button', { name: /June 23, 2026, booked$/ })).toBeInTheDocument()
})

it('keeps what was typed for a day while another is looked at, and asks before leaving the screen', async () => {
  const { press, chooseDay, setTime, goTo } = await openAvailability()
  await chooseDay(/June 3, 2026/)
  await press('Add a time window')
  await setTime(windowFields(1), 'Start', '5', 'AM')
  await setTime(windowFields(1), 'End', '6', 'AM')
  await chooseDay(/June 4, 2026/)
  expect(within(region('Day hours')).queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
  expect(screen.getByText('Not saved yet:')).toBeInTheDocument()
  await press('Wed, Jun 3')
  expect(windowFields(1)).toBeInTheDocument()
  goTo('/')
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(dialog).toHaveTextContent('the hours on Wed, Jun 3')
  await press('Stay')
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('5')
  expect(within(windowFields(1)).getByLabelText('End: hour')).toHaveValue('6')
})

it('rejects weekly hours that are reversed or overlap others of the day', async () => {
  const { user, setTime, pressIn } = await openAvailability()
  const weekly = region('Weekly hours')
  await setTime(weekly, 'End', '8', 'AM')
  await pressIn(weekly, 'Add hours')
  expect(await within(weekly).findByText('Each window must have start before end')).toBeInTheDocument()
  await setTime(weekly, 'End', '11', 'AM')
  await pressIn(weekly, /Weekday/)
  await user.click(screen.getByRole('option', { name: 'Tuesday' }))
  await pressIn(weekly, 'Add hours')
  expect(await within(weekly).findByText('Windows overlap — adjust times')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('adds weekly hours', async () => {
  const { pressIn } = await openAvailability({ rules: [] })
  answer('post /api/availability/rules/', { ...rule, weekday: 1 }, 201)
  await pressIn(region('Weekly hours'), 'Add hours')
  await expectToast('Weekly hours saved')
  expect(lastBody()).toEqual({ weekday: 1, start: '09:00', end: '12:00' })
})

it('changes weekly hours', async () => {
  const { press, setTime, pressIn } = await openAvailability()
  const weekly = region('Weekly hours')
  await press('Edit Tuesday, 9:00 AM – 12:00 PM')
  await setTime(weekly, 'End', '1', 'PM')
  answer('put /api/availability/rules/1/', { ...rule, end: '13:00' })
  await pressIn(weekly, 'Save hours')
  await expectToast('Weekly hours saved')
  expect(sentWrites()).toEqual(['PUT /api/availability/rules/1/'])
  expect(lastBody()).toEqual({ weekday: 2, start: '09:00', end: '13:00' })
})

it.each([
  [400, { end: ['These hours overlap others'], code: 'invalid' }, 'These hours overlap others'],
  [500, {}, 'Request failed'],
])('shows why weekly hours were refused (%i) and keeps them', async (status, body, message) => {
  const { setTime, pressIn } = await openAvailability({ rules: [] })
  const weekly = region('Weekly hours')
  await setTime(weekly, 'Start', '8', 'AM')
  answer('post /api/availability/rules/', body, status)
  await pressIn(weekly, 'Add hours')
  expect(await within(weekly).findByText(message)).toBeInTheDocument()
  expect(within(weekly).getByLabelText('Start: hour')).toHaveValue('8')
})

it('removes weekly hours after a confirmation', async () => {
  const { press, pressIn } = await openAvailability()
  answer('delete /api/availability/rules/1/', {}, 500)
  await press('Remove Tuesday, 9:00 AM – 12:00 PM')
  expect(sentWrites()).toEqual([])
  await pressIn(await screen.findByRole('alertdialog'), 'Remove hours')
  await expectToast('Delete failed')
  expect(screen.getByRole('button', { name: 'Remove Tuesday, 9:00 AM – 12:00 PM' })).toBeInTheDocument()
  answer('delete /api/availability/rules/1/', {})
  await press('Remove Tuesday, 9:00 AM – 12:00 PM')
  await pressIn(await screen.findByRole('alertdialog'), 'Remove hours')
  await expectToast('Weekly hours removed')
})

it('asks before discarding typed weekly hours to edit others', async () => {
  const { press, setTime } = await openAvailability()
  await setTime(region('Weekly hours'), 'Start', '5', 'AM')
  await press('Edit Tuesday, 9:00 AM – 12:00 PM')
  const dialog = await screen.findByRole('alertdialog')
  await press('Keep editing')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(within(region('Weekly hours')).getByLabelText('Start: hour')).toHaveValue('5')
  await press('Edit Tuesday, 9:00 AM – 12:00 PM')
  await press('Discard')
  expect(screen.getByRole('heading', { name: 'Edit weekly hours' })).toBeInTheDocument()
  expect(within(region('Weekly hours')).getByLabelText('Start: hour')).toHaveValue('9')
  expect(sentWrites()).toEqual([])
})

it.each([
  ['', '', ['First day is required', 'Last day is required']],
  ['2026-05-31', '2026-06-02', ['Choose today or a later date']],
  ['2026-06-05', '2026-06-04', ['The last day can’t be before the first']],
])('rejects time off from “%s” to “%s”', async (first, last, messages) => {
  const { fill, press } = await openAvailability()
  const timeOff = within(region('Time off'))
  if (first) await fill('First day', first)
  if (last) await fill('Last day', last)
  await press('Add time off')
  for (const message of messages) expect(await timeOff.findByText(message)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('rejects time off whose hours end before they begin', async () => {
  const { user, fill, press, setTime } = await openAvailability()
  await fill('First day', '2026-06-05')
  await fill('Last day', '2026-06-05')
  await user.click(screen.getByRole('checkbox', { name: 'All day' }))
  await setTime(region('Time off'), 'End time on the last day', '9', 'AM')
  await press('Add time off')
  expect(await screen.findByText('End must be after start')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('adds time off in the caregiver’s time zone', async () => {
  const { fill, press } = await openAvailability()
  const body = { start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-07T04:00:00Z' }
  answer('post /api/availability/timeoff/', { id: 9, ...body }, 201)
  await fill('First day', '2026-06-05')
  await fill('Last day', '2026-06-06')
  await press('Add time off')
  await expectToast('Time off saved')
  expect(lastBody()).toEqual(body)
})

it('shows time off in the overview and in the day', async () => {
  const off = { id: 9, start_utc: '2026-06-09T04:00:00Z', end_utc: '2026-06-10T04:00:00Z' }
  const { pressIn } = await openAvailability({ timeOff: [off] })
  expect(within(region('Monthly overview')).getByText('Time off')).toBeInTheDocument()
  await pressIn(region('Monthly overview'), /Time off/)
  expect(
    within(region('Day hours')).getByText('You have time off. Families can’t book this day.'),
  ).toBeInTheDocument()
})

it('saves time off once when the answer was lost, and again after it was removed', async () => {
  const keys: (string | null)[] = []
  const off = { id: 9, start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-06T04:00:00Z' }
  server.use(
    http.post('/api/availability/timeoff/', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return HttpResponse.error()
    }),
  )
  const { fill, press, returnToTab } = await openAvailability()
  await fill('First day', '2026-06-05')
  await fill('Last day', '2026-06-05')
  const add = async () => {
    const before = keys.length
    await press('Add time off')
    await waitFor(() => expect(keys).toHaveLength(before + 1))
    await screen.findByRole('button', { name: 'Add time off' })
  }
  const planned = (results: TimeOff[]) => {
    answer('get /api/availability/timeoff/', listOf(results))
  }
  await add()
  expect(await within(region('Time off')).findByText(/^We couldn’t reach the server/)).toBeInTheDocument()
  expect(screen.getByLabelText('First day')).toHaveValue('2026-06-05')
  planned([off])
  await add()
  expect(keys[1]).toBe(keys[0])
  await screen.findByRole('button', { name: 'Remove time off Jun 5, 2026' })
  planned([])
  returnToTab()
  await screen.findByText('No time off planned.')
  await add()
  expect(keys[2]).not.toBe(keys[0])
})

it('removes time off after a confirmation', async () => {
  const off = { id: 9, start_utc: '2026-06-05T04:00:00Z', end_utc: '2026-06-06T04:00:00Z' }
  const { press, pressIn } = await openAvailability({ timeOff: [off] })
  answer('delete /api/availability/timeoff/9/', {}, 500)
  await press('Remove time off Jun 5, 2026')
  expect(sentWrites()).toEqual([])
  await pressIn(await screen.findByRole('alertdialog'), 'Remove time off')
  await expectToast('Delete failed')
  expect(screen.getByRole('button', { name: 'Remove time off Jun 5, 2026' })).toBeInTheDocument()
  answer('delete /api/availability/timeoff/9/', {})
  answer('get /api/availability/timeoff/', listOf([]))
  await press('Remove time off Jun 5, 2026')
  await pressIn(await screen.findByRole('alertdialog'), 'Remove time off')
  await expectToast('Time off removed')
  expect(await screen.findByText('No time off planned.')).toBeInTheDocument()
})

it.each([
  ['get /api/availability/timeoff/', 'Failed to load time off'],
  ['get /api/availability/rules/', 'Failed to load weekly hours'],
  ['get /api/availability/overrides/', 'Failed to load availability'],
] as const)('offers to retry after %s fails', async (call, title) => {
  answer('get /api/auth/caregiver/profile/', ownCaregiverProfile)
  for (const list of ['timeoff', 'rules', 'overrides', 'booked'] as const) {
    answer(`get /api/availability/${list}/`, listOf([]))
  }
  answer(call, {}, 500)
  const { user } = renderPage(<CaregiverAvailability />, {
    route: '/caregiver/availability',
    session: sessionOf(caregiver),
  })
  const [failure] = await screen.findAllByText(title)
  expect(failure).toBeInTheDocument()
  answer(call, listOf([]))
  const [retry] = screen.getAllByRole('button', { name: 'Retry' })
  await user.click(retry as HTMLElement)
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})

it('blocks every change until the caregiver is verified', async () => {
  const { press, chooseDay } = await openAvailability({ status: 'pending' })
  expect(screen.getByText('Your profile is pending admin verification')).toBeInTheDocument()
  await press('Add hours')
  await expectToast('Not allowed')
  await chooseDay(/June 3, 2026/)
  await press('Add a time window')
  await press('Add time off')
  expect(within(region('Day hours')).queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
  expect(screen.queryByText('First day is required')).not.toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})
