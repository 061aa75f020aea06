import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useRef } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  answerHours,
  booked,
  override,
  region,
  type StoredHours,
  setTime,
  window,
} from '../../../../test/availability.ts'
import { monday } from '../../../../test/data.ts'
import { expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, answerLater, lastBody, listOf, sentWrites, server } from '../../../../test/server.ts'
import { Panel } from '../../../ui/panel.tsx'
import { getDayHours } from '../hours.ts'
import { useSchedule } from '../use-schedule.ts'
import { DayEditor } from './day-editor.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: monday }))

function Day({ date }: { date: string }) {
  const drafts = useRef(new Map())
  const { currentData: schedule } = useSchedule(date.slice(0, 7), 'America/New_York')
  if (!schedule) return null
  const hours = getDayHours(date, schedule)
  const today = '2026-06-01'
  return (
    <Panel title="Day hours">
      <DayEditor caregiverId={caregiver.id} {...{ hours, schedule, today, drafts }} mark={() => {}} />
    </Panel>
  )
}

/** A Wednesday without weekly hours, unless another date is given. */
async function openDay(stored: StoredHours = {}, date = '2026-06-10') {
  answerHours(stored)
  const page = renderPage(<Day date={date} />, { session: sessionOf(caregiver) })
  await screen.findByRole('region', { name: 'Day hours' })
  const confirm = async (name: string) => {
    await page.press(name)
    const dialog = within(await screen.findByRole('alertdialog'))
    await page.user.click(dialog.getByRole('button', { name }))
  }
  return { ...page, confirm }
}

const windowFields = (place: number) => screen.getByRole('group', { name: `Time window ${place}` })

it('rejects a window whose start is not before its end, and slots and buffers that are too short', async () => {
  const { user, press } = await openDay({}, '2026-06-03')
  await press('Add a time window')
  setTime(windowFields(1), 'Start', 11, 'PM')
  for (const [label, minutes] of [
    ['Slot minutes', '25'],
    ['Buffer minutes', '-5'],
  ] as const) {
    const field = within(windowFields(1)).getByRole('textbox', { name: label })
    await user.clear(field)
    await user.paste(minutes)
    await user.tab()
  }
  await press('Save')
  const first = within(windowFields(1))
  expect(await first.findByText('Each window must have start before end')).toBeInTheDocument()
  expect(first.getByText('Slot minutes must be at least 30')).toBeInTheDocument()
  expect(first.getByText('Buffer minutes must be at least 0')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
  setTime(windowFields(1), 'Start', 11, 'AM')
  await waitFor(() => expect(first.queryByText(/must have start before end/)).not.toBeInTheDocument())
  expect(first.getByText('Slot minutes must be at least 30')).toBeInTheDocument()
})

it.each([
  ['', 'Slot minutes must be a whole number'],
  ['30,5', 'Slot minutes must be a whole number'],
  ['1445', 'Slot minutes must be at most 1440'],
])('rejects “%s” slot minutes', async (minutes, message) => {
  const { user, press } = await openDay({}, '2026-06-03')
  await press('Add a time window')
  const field = within(windowFields(1)).getByRole('textbox', { name: 'Slot minutes' })
  await user.clear(field)
  if (minutes) await user.paste(minutes)
  await user.tab()
  await press('Save')
  expect(await within(windowFields(1)).findByText(message)).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('makes a whole night one slot', async () => {
  const night = { ...window, start_local: '21:00', end_local: '06:00', ends_next_day: true }
  const { press } = await openDay({ overrides: [{ ...override, windows: [night] }] })
  const first = within(windowFields(1))
  const hint = 'Families book in steps of this length (1 hour). For a whole night, choose its full length.'
  expect(first.getByText(hint)).toBeInTheDocument()
  expect(first.getByText('Time you keep free after each visit.')).toBeInTheDocument()
  await press('The whole window (9 hours)')
  expect(first.getByRole('textbox', { name: 'Slot minutes' })).toHaveValue('540')
  expect(first.getByRole('textbox', { name: 'Slot minutes' })).toHaveFocus()
  expect(first.getByText(/^Families book in steps of this length \(9 hours\)/)).toBeInTheDocument()
  expect(first.queryByRole('button', { name: /^The whole window/ })).not.toBeInTheDocument()
})

it('rejects windows that overlap', async () => {
  const { press } = await openDay({}, '2026-06-03')
  await press('Add a time window')
  await press('Add a time window')
  setTime(windowFields(2), 'Start', 11, 'AM')
  setTime(windowFields(2), 'End', 1, 'PM')
  await press('Save')
  expect(await screen.findByText('Windows overlap — adjust times')).toBeInTheDocument()
  expect(screen.getByText('Not saved yet')).toBeInTheDocument()
  expect(sentWrites()).toEqual([])
})

it('saves a new window from 9:00 AM – 12:00 PM with slots of an hour', async () => {
  const { press } = await openDay()
  answer('post /api/availability/overrides/', override, 201)
  await press('Add a time window')
  await press('Save')
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
  const { press } = await openDay()
  answer('post /api/availability/overrides/', { windows: ['The window is booked'], code: 'invalid' }, 400)
  await press('Add a time window')
  setTime(windowFields(1), 'Start', 5, 'AM')
  await press('Save')
  expect(await screen.findByText('The window is booked')).toBeInTheDocument()
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('5')
  answer('post /api/availability/overrides/', {}, 500)
  await press('Save')
  expect(await screen.findByText('Request failed')).toBeInTheDocument()
  expect(within(windowFields(1)).getByLabelText('Start: hour')).toHaveValue('5')
})

it('removes a window and moves the focus to the button that adds one', async () => {
  const { user } = await openDay({ overrides: [override] })
  screen.getByRole('button', { name: 'Remove time window 1' }).focus()
  await user.keyboard('{Enter}')
  expect(within(region('Day hours')).queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add a time window' })).toHaveFocus())
  expect(sentWrites()).toEqual([])
})

it('clears the hours of a day after a confirmation', async () => {
  const { confirm, press } = await openDay({ overrides: [override] })
  await press('Add a time window')
  answer('delete /api/availability/overrides/5/', {}, 500)
  await confirm('Use my weekly hours')
  await expectToast('Delete failed')
  expect(screen.getByRole('group', { name: 'Time window 2', hidden: true })).toBeInTheDocument()
  answer('delete /api/availability/overrides/5/', {})
  answer('get /api/availability/overrides/', listOf([]))
  await press('Use my weekly hours')
  await expectToast('Day hours cleared')
  const editor = within(await screen.findByRole('region', { name: 'Day hours' }))
  expect(editor.queryByText('Not saved yet')).not.toBeInTheDocument()
  expect(editor.queryByRole('group', { name: 'Time window 1' })).not.toBeInTheDocument()
})

it('keeps what is typed while a day is saved', async () => {
  const { press } = await openDay()
  const release = answerLater('post /api/availability/overrides/', override, 201)
  await press('Add a time window')
  await press('Save')
  setTime(windowFields(1), 'End', 1, 'PM')
  answer('get /api/availability/overrides/', listOf([override]))
  release()
  await expectToast('Window saved')
  expect(within(windowFields(1)).getByLabelText('End: hour')).toHaveValue('1')
  expect(within(region('Day hours')).getByText('Not saved yet')).toBeInTheDocument()
  expect(lastBody()).toMatchObject({ windows: [{ end_local: '12:00' }] })
})

it('saves a day once when the answer was lost, and again after it was cleared', async () => {
  const keys: (string | null)[] = []
  server.use(
    http.post('/api/availability/overrides/', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return HttpResponse.error()
    }),
  )
  const { confirm, press, returnToTab } = await openDay()
  const save = async () => {
    const before = keys.length
    await press('Save')
    // The call is repeated three times.
    await waitFor(() => expect(keys).toHaveLength(before + 4))
    await within(region('Day hours')).findByRole('button', { name: 'Save' })
  }
  await press('Add a time window')
  await save()
  await save()
  expect(new Set(keys).size).toBe(1)

  answer('get /api/availability/overrides/', listOf([override]))
  returnToTab()
  await screen.findByRole('button', { name: 'Use my weekly hours' })
  answer('delete /api/availability/overrides/5/', {})
  answer('get /api/availability/overrides/', listOf([]))
  await confirm('Use my weekly hours')
  await expectToast('Day hours cleared')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Use my weekly hours' })).not.toBeInTheDocument(),
  )
  await press('Add a time window')
  await save()
  expect(keys.at(-1)).not.toBe(keys[0])
})

it('closes a day after a confirmation, and keeps what was typed when that fails', async () => {
  const { confirm, press } = await openDay()
  await press('Add a time window')
  answer('post /api/availability/overrides/', { detail: 'Please try again in a minute' }, 503)
  await confirm('Close this day')
  await expectToast('Please try again in a minute')
  expect(screen.getByRole('group', { name: 'Time window 1', hidden: true })).toBeInTheDocument()
  const closed = { ...override, is_available: false, windows: [] }
  answer('post /api/availability/overrides/', closed, 201)
  answer('get /api/availability/overrides/', listOf([closed]))
  await press('Close this day')
  await expectToast('Day closed')
  expect(lastBody()).toMatchObject({ is_available: false, windows: [] })
  const editor = within(await screen.findByRole('region', { name: 'Day hours' }))
  expect(editor.queryByText('Not saved yet')).not.toBeInTheDocument()
  // Nothing is left to save.
  expect(editor.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await press('Add a time window')
  expect(editor.getByRole('button', { name: 'Save' })).toBeInTheDocument()
})

it.each([
  [{}, 'Booked by Nora Fields', '/caregiver/bookings/12'],
  [{ request_id: null, meeting_status: 'accepted' }, 'Meeting with Nora Fields', '/caregiver/bookings'],
  [{ request_id: null, meeting_status: 'asked' }, 'Meeting with Nora Fields', '/requests/incoming'],
] as const)('says whose booked hours are: %j', async (what, words, path) => {
  await openDay({ overrides: [override], booked: [{ ...booked, ...what }] })
  expect(within(region('Day hours')).getByRole('link', { name: words })).toHaveAttribute('href', path)
})

it('keeps booked hours when the hours around them change, and offers neither to close nor to clear the day', async () => {
  const { press } = await openDay({ overrides: [override], booked: [booked] })
  const editor = within(region('Day hours'))
  expect(editor.getByText('9:00 AM – 10:00 AM')).toBeInTheDocument()
  expect(editor.getByText(/^These hours stay/)).toBeInTheDocument()
  for (const name of ['Remove time window 1', 'Close this day', 'Use my weekly hours']) {
    expect(editor.queryByRole('button', { name })).not.toBeInTheDocument()
  }
  expect(editor.getByText('You can’t close or clear a day that has bookings.')).toBeInTheDocument()
  setTime(windowFields(1), 'Start', 11, 'AM')
  setTime(windowFields(1), 'End', 3, 'PM')
  answer('put /api/availability/overrides/5/', override)
  await press('Save')
  await expectToast('Window saved')
  const { booked: _, ...body } = window
  expect(lastBody()).toMatchObject({
    windows: [
      { ...body, end_local: '10:00' },
      { ...body, start_local: '11:00', end_local: '15:00' },
    ],
  })
})

it('says that editing is not allowed when the caregiver is no longer verified', async () => {
  const { press } = await openDay()
  answer('post /api/availability/overrides/', { detail: 'Your profile is pending admin verification' }, 403)
  await press('Add a time window')
  await press('Save')
  await expectToast('Not allowed')
  expect(screen.getByText('Your profile is pending admin verification')).toBeInTheDocument()
})
